import { PRESS_CHECKS, WATCH_CHECKS, WRITE_CHECKS } from './act-checks.js'
import type { Check } from './check.js'
import { READ_CHECKS } from './read-checks.js'

/** What surehand promises, in the order in which it is tried. */
export const CHECKS: readonly Check[] = [...READ_CHECKS, ...PRESS_CHECKS, ...WRITE_CHECKS, ...WATCH_CHECKS]
