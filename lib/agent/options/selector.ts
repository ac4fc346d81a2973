import type { Properties } from '../schema.js'

const selectors = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } as const

/** Which application. */
export const processOption = {
  process: {
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'integer', minimum: 1 },
    ],
    description: 'Executable, desktop id or displayed name (whole), or pid.',
  },
} as const satisfies Properties

/** Which window of it. */
export const windowOption = {
  window_selector: {
    type: 'string',
    description: 'Only in this window: `role:dialog|name:Save`.',
  },
} as const satisfies Properties

/** Which element. */
export const selectorOptions = {
  ...processOption,
  ...windowOption,
  selector: {
    type: 'string',
    description:
      'Exactly one element: `role:button|name:Save`, `ref:e12`; without process, `process:gedit >> role:textbox`.',
  },
  alternative_selectors: {
    ...selectors,
    description: 'Other ways to mean it; the first that matches is used.',
  },
  fallback_selectors: {
    ...selectors,
    description: 'Tried in turn when neither is there.',
  },
} as const satisfies Properties
