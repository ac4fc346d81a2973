import type { Shape } from '../call/arguments.js'
import { NOISE_RULES, type NoiseRule } from '../vocabulary.js'

export interface DiffOptions {
  /** What to report although it is usually noise: some rules, or `'all'` of them. Default: none. */
  include?: readonly NoiseRule[] | 'all'
}

export const diffShape: Shape = {
  include: {
    accepts: (value) => value === 'all' || (Array.isArray(value) && value.every((rule) => NOISE_RULES.includes(rule))),
    expected: `'all' or an array of ${NOISE_RULES.map((rule) => `'${rule}'`).join(', ')}`,
  },
}

/** As the native library wants them. */
export function nativeOptions({ include = [] }: DiffOptions = {}) {
  const left = include === 'all' ? [] : NOISE_RULES.filter((rule) => !include.includes(rule))
  return { suppress: Object.fromEntries(NOISE_RULES.map((rule) => [rule, left.includes(rule)])) }
}
