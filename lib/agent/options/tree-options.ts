import type { Properties } from '../schema.js'

/** How much of a tree is written, and how. */
export const treeOptions = {
  tree_max_depth: { type: 'integer', minimum: 0, description: 'Levels. Default: all.' },
  tree_from_selector: { type: 'string', description: 'The root. Default: the application.' },
  include_detailed_attributes: {
    type: 'boolean',
    description: 'Adds places and hidden elements.',
  },
  tree_output_format: {
    enum: ['outline', 'compact_yaml', 'verbose_json'],
    description: 'Default: outline.',
  },
  tree_max_tokens: {
    type: 'integer',
    minimum: 50,
    description: 'Default: 4000.',
  },
} as const satisfies Properties

/** What is said of what an action changed. */
export const changeOptions = {
  ui_diff_before_after: {
    type: 'boolean',
    description: 'Says what changed. Default: true.',
  },
  include_tree_after_action: {
    type: 'boolean',
    description: 'Adds the tree afterwards.',
  },
  ...treeOptions,
} as const satisfies Properties
