import { PATIENCE } from '../../patience.js'

/**
 * What an expectation says that is to fail, given `ms`. On a machine that others use, too, the time may run out before its first look ends,
 * which says nothing of what is tested: then it is asked again with more.
 */
export async function afterALook<T>(
  ms: number,
  ask: (timeout: number) => Promise<T>,
  messageOf: (outcome: T) => string,
): Promise<T> {
  const outcome = await ask(ms)
  const wasHurried = messageOf(outcome).includes('the first look was not over')
  return wasHurried && ms < PATIENCE ? afterALook(5 * ms, ask, messageOf) : outcome
}
