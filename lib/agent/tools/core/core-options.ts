import type { Properties } from '../../schema.js'

const selectors = { type: 'array', items: { type: 'string' } } as const

const process = {
  anyOf: [{ type: 'string' }, { type: 'integer' }],
  description: 'The name of a program, whole, or its pid.',
} as const

/** Which element, in the words that `see` explains. */
export const element = {
  process,
  window_selector: { type: 'string', description: 'Only in this window: role:dialog|name:Save.' },
  selector: {
    type: 'string',
    description: 'Exactly one element: ref:e12, role:button|name:Save, role:dialog >> name:OK.',
  },
} as const satisfies Properties

/** What makes an action sure. */
export const sure = {
  alternative_selectors: { ...selectors, description: 'Other ways to mean it; the first that matches is used.' },
  fallback_selectors: { ...selectors, description: 'Tried in turn when it is not there.' },
  retries: { type: 'integer', description: 'How often it may be done again, where that is safe.' },
  verify_element_exists: { type: 'string', description: 'A selector that must match afterwards; it is waited for.' },
  verify_element_not_exists: { type: 'string', description: 'A selector that must match nothing afterwards.' },
  verify_timeout_ms: { type: 'integer' },
  timeout_ms: { type: 'integer' },
} as const satisfies Properties
