import type { Properties } from '../schema.js'

export const ACTIONS = [
  'capture',
  'click',
  'double_click',
  'right_click',
  'middle_click',
  'drag',
  'scroll',
  'type',
  'key',
  'wait',
  'list_apps',
  'focus_app',
  'set_value',
] as const
export type ComputerAction = (typeof ACTIONS)[number]

const coordinate = { type: 'array', items: { type: 'number' }, minItems: 2 } as const

/** The members of the one tool, in the names that users of such tools know. */
export const computerOptions = {
  action: { enum: ACTIONS },
  app: { type: 'string', minLength: 1, description: 'The application: its executable, id, displayed name or pid.' },
  mode: { enum: ['som', 'vision', 'ax'], description: 'Of capture. Default: som.' },
  element: {
    type: 'integer',
    minimum: 1,
    description: 'The number of an element in a capture. It has to be that element still.',
  },
  coordinate: { ...coordinate, description: 'Instead of an element: [x, y] on the screen, in screen units.' },
  from_element: { type: 'integer', minimum: 1, description: 'Of drag.' },
  to_element: { type: 'integer', minimum: 1, description: 'Of drag.' },
  direction: { enum: ['up', 'down', 'left', 'right'], description: 'Of scroll.' },
  amount: { type: 'number', minimum: 0, description: 'Of scroll: notches of the wheel. Default: 3.' },
  text: { type: 'string', description: 'Of type: into `element`, or into what has the focus in `app`.' },
  keys: { type: 'string', minLength: 1, description: 'Of key: `Control+s`, `Enter`.' },
  value: { type: 'string', description: 'Of set_value.' },
  seconds: { type: 'number', minimum: 0, maximum: 30, description: 'Of wait.' },
  capture_after: {
    type: 'boolean',
    description: 'Also captures the application that was acted on afterwards. Default: false.',
  },
} as const satisfies Properties
