import type { Shape } from '../call/arguments.js'

/**
 * What a diff leaves out and counts unless it is asked to report it:
 * - `geometry`: changes of position and size;
 * - `scrollbars`: scroll bars and their parts;
 * - `structure`: rows, cells, columns, groups and menus that came or went and carry no text;
 * - `order`: siblings that only changed places.
 */
export type NoiseRule = 'geometry' | 'scrollbars' | 'structure' | 'order'

export const NOISE_RULES: readonly NoiseRule[] = ['geometry', 'scrollbars', 'structure', 'order']

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
