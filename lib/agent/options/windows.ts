import type { Properties } from '../schema.js'

/** What is done about windows around an action. */
export const windowManagementOptions = {
  enable_window_management: {
    type: 'boolean',
    description: 'Default: true. With false, the three options below are left alone.',
  },
  maximize_target: { type: 'boolean', description: 'Maximizes the window first. Default: false.' },
  bring_to_front: {
    type: 'boolean',
    description:
      'Brings the window to the front first. Default: false; keys and the pointer do it by themselves when they have to.',
  },
  restore_focus: {
    type: 'boolean',
    description: 'Gives the keyboard back afterwards to the window that had it. Default: false.',
  },
} as const satisfies Properties
