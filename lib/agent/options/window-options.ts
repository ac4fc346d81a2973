import type { Properties } from '../schema.js'

/** What is done about windows around an action. */
export const windowManagementOptions = {
  enable_window_management: {
    type: 'boolean',
    description: 'Whether the next three apply. Default: true.',
  },
  maximize_target: { type: 'boolean', description: 'Maximizes the window first.' },
  bring_to_front: {
    type: 'boolean',
    description: 'Brings it to the front first.',
  },
  restore_focus: {
    type: 'boolean',
    description: 'Gives the focus back afterwards.',
  },
} as const satisfies Properties
