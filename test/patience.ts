/**
 * ms; what calls get that are to succeed and name no `timeout`, and what is waited for. A machine that others use, too, was
 * seen to stand still for five seconds: that is no failure of what is tested. Nothing takes that long when all is well.
 */
export const PATIENCE = 30_000

/** ms; what takes no longer ended by itself, or by a deadline of its own, and not because patience was over. */
export const SOON = PATIENCE / 2
