import type { Properties } from '../schema.js'
import { actionOptions } from './action.js'
import { screenshotOptions } from './screenshots.js'
import { processOption, selectorOptions, windowOption } from './selector.js'
import { changeOptions } from './tree.js'
import { windowManagementOptions } from './windows.js'

export { actionOptions, timeoutOption } from './action.js'
export { captureOptions } from './capture.js'
export { groundingOptions } from './grounding.js'
export { screenshotOptions } from './screenshots.js'
export { processOption, selectorOptions, windowOption } from './selector.js'
export { changeOptions, treeOptions } from './tree.js'
export { windowManagementOptions } from './windows.js'

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
