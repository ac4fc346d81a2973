/**
 * Judges what is about to be sent by its effect, and asks, or refuses. Start at {@link policy}.
 *
 * @module surehand/policy
 */

export type { Apps } from './apps.js'
export type { System } from './chords.js'
export type { RuleName } from './judgement.js'
export { type PolicyOptions, policy, type Question } from './policy.js'
