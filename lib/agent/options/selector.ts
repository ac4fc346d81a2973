import type { Properties } from '../schema.js'

const selectors = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } as const

/** Which application. */
export const processOption = {
  process: {
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'integer', minimum: 1 },
    ],
    description:
      'The application: its executable, desktop or bundle id, or displayed name, whole; or its pid. Never another one that is called nearly so.',
  },
} as const satisfies Properties

/** Which window of it. */
export const windowOption = {
  window_selector: {
    type: 'string',
    description:
      'Look only in the window that this matches: `role:dialog|name:Save`. Default: all windows of the application.',
  },
} as const satisfies Properties

/** Which element. */
export const selectorOptions = {
  ...processOption,
  ...windowOption,
  selector: {
    type: 'string',
    description:
      'The element, as in `role:button|name:Save`; it must mean exactly one. `ref:e12` is element e12 of a tree that was read. Without `process` it begins with one: `process:gedit >> role:textbox`.',
  },
  alternative_selectors: {
    ...selectors,
    description:
      'Other ways to say which element is meant, as a list or separated by commas. Matched on the same tree; the first in this order that matches is used.',
  },
  fallback_selectors: {
    ...selectors,
    description:
      'Tried in turn when neither the selector nor an alternative is there, as a list or separated by commas.',
  },
} as const satisfies Properties
