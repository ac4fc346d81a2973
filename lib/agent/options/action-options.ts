import type { Properties } from '../schema.js'

export const timeoutOption = {
  timeout_ms: {
    type: 'integer',
    minimum: 1,
    description: 'ms for finding and acting. Default: 5000.',
  },
} as const satisfies Properties

/** What makes an action sure. */
export const actionOptions = {
  ...timeoutOption,
  retries: {
    type: 'integer',
    minimum: 0,
    description: 'How often it may be done again, where that is safe. Default: 0.',
  },
  verify_element_exists: {
    type: 'string',
    description: 'A selector that must match something afterwards.',
  },
  verify_element_not_exists: {
    type: 'string',
    description: 'A selector that must match nothing afterwards.',
  },
  verify_timeout_ms: {
    type: 'integer',
    minimum: 1,
    description: 'ms for that. Default: 2000.',
  },
  ask_person: {
    type: 'boolean',
    description: 'Asks the person when it fails.',
  },
  highlight_before_action: {
    type: 'boolean',
    description: 'Adds a picture with the element outlined.',
  },
} as const satisfies Properties
