import type { Properties } from '../schema.js'

export const timeoutOption = {
  timeout_ms: {
    type: 'integer',
    minimum: 1,
    description: 'How long the element is waited for, and the action with it. Default: 5000.',
  },
} as const satisfies Properties

/** What makes an action sure. */
export const actionOptions = {
  ...timeoutOption,
  retries: {
    type: 'integer',
    minimum: 0,
    description:
      'How often it may be done again; after something was sent only where nothing can be done twice. Default: 0.',
  },
  verify_element_exists: {
    type: 'string',
    description: 'A selector that has to match something of the application afterwards. Empty: not asked.',
  },
  verify_element_not_exists: {
    type: 'string',
    description: 'A selector that must match nothing of the application afterwards. Empty: not asked.',
  },
  verify_timeout_ms: {
    type: 'integer',
    minimum: 1,
    description: 'How long that may take, from when the action was sent. Default: 2000.',
  },
  ask_person: {
    type: 'boolean',
    description:
      'When it fails, asks the person before it gives up: which of several, what instead, what to do. Default: false.',
  },
  highlight_before_action: {
    type: 'boolean',
    description:
      'Adds a picture of the screen from right before the action, with the element outlined. Default: false.',
  },
} as const satisfies Properties
