/**
 * ms; what calls get that are to succeed and name no `timeout`, and what is waited for. A machine that others use, too, was
 * seen to stand still for five seconds: that is no failure of what is tested. Nothing takes that long when all is well.
 */
export const PATIENCE = 30_000

/** ms; what takes no longer ended by itself, or by a deadline of its own, and not because patience was over. */
export const SOON = PATIENCE / 2

/**
 * ms of a call that is to fail: in Wine, where a look takes several times as long as elsewhere, it gets five times `ms`. With less
 * it may end before the first look does, and all that it can say then is that time ran out.
 */
export function brief(ms: number): number {
  return process.platform === 'win32' ? 5 * ms : ms
}
