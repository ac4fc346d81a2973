/** Whether tests are run that take long and mostly say what others say, too: `npm run test:long`. */
export const LONG = process.env.SUREHAND_LONG !== undefined

/** Cases that are left out otherwise. */
export function onDemand<T>(...cases: T[]): T[] {
  return LONG ? cases : []
}
