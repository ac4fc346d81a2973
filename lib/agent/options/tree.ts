import type { Properties } from '../schema.js'

/** How much of a tree is written, and how. */
export const treeOptions = {
  tree_max_depth: { type: 'integer', minimum: 0, description: 'Levels below the root of the tree. Default: all.' },
  tree_from_selector: { type: 'string', description: 'The element whose tree it is. Default: the whole application.' },
  include_detailed_attributes: {
    type: 'boolean',
    description: 'Also writes where on the screen elements are, and those that do not show. Default: false.',
  },
  tree_output_format: {
    enum: ['outline', 'compact_yaml', 'verbose_json'],
    description:
      'outline: `button "Save" e12`; compact_yaml: `#12 [Button] Save`. 12 is the `index` in both, e12 the ref. Default: outline.',
  },
  tree_max_tokens: {
    type: 'integer',
    minimum: 50,
    description: 'Ends the tree after so many tokens, with a cursor. Default: 4000.',
  },
} as const satisfies Properties

/** What is said of what an action changed. */
export const changeOptions = {
  ui_diff_before_after: {
    type: 'boolean',
    description:
      'Whether to say what the application changed. Default: true. With false, and no tree asked for, nothing is compared.',
  },
  include_tree_after_action: {
    type: 'boolean',
    description: 'Adds the tree of the application afterwards. Default: false.',
  },
  ...treeOptions,
} as const satisfies Properties
