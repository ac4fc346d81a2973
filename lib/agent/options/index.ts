import type { Properties } from '../schema.js'
import { actionOptions } from './action-options.js'
import { processOption, selectorOptions, windowOption } from './selector.js'
import { changeOptions } from './tree-options.js'

export { actionOptions, timeoutOption } from './action-options.js'
export { captureOptions } from './capture-options.js'
export { processOption, selectorOptions, windowOption } from './selector.js'
export { changeOptions, treeOptions } from './tree-options.js'

/** What else is read beside the tree. */
export const groundingOptions = {
  include_ocr: {
    type: 'boolean',
    description: 'Also reads the text in a picture of the window, for programs that have no tree. Default: false.',
  },
  include_browser_dom: {
    type: 'boolean',
    description: 'Also reads the page that a browser shows, over DevTools. Default: false.',
  },
  include_omniparser: { type: 'boolean', description: 'Also asks an OmniParser server. Default: false.' },
  include_vision: { type: 'boolean', description: 'Also asks a vision model. Default: false.' },
  include_gemini_vision: { type: 'boolean', description: 'The same as include_vision.' },
} as const satisfies Properties

/** Pictures beside a result. */
export const screenshotOptions = {
  include_window_screenshot: {
    type: 'boolean',
    description: 'Adds a picture of the window.',
  },
  include_monitor_screenshots: {
    type: 'boolean',
    description: 'Adds pictures of the displays.',
  },
} as const satisfies Properties

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

/** What every tool has that acts on an application. */
export const appActionOptions = {
  ...processOption,
  ...actionOptions,
  ...changeOptions,
  ...windowManagementOptions,
  ...screenshotOptions,
} as const satisfies Properties

/** What every tool has that acts on a window. */
export const windowActionOptions = {
  ...processOption,
  ...windowOption,
  ...actionOptions,
  ...changeOptions,
  ...windowManagementOptions,
  ...screenshotOptions,
} as const satisfies Properties

/** What every tool has that acts on an element. */
export const elementActionOptions = {
  ...selectorOptions,
  ...actionOptions,
  ...changeOptions,
  ...windowManagementOptions,
  ...screenshotOptions,
} as const satisfies Properties
