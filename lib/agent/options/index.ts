import type { Properties } from '../schema.js'
import { actionOptions } from './action-options.js'
import { screenshotOptions } from './screenshots.js'
import { processOption, selectorOptions, windowOption } from './selector.js'
import { changeOptions } from './tree-options.js'
import { windowManagementOptions } from './window-options.js'

export { actionOptions, timeoutOption } from './action-options.js'
export { captureOptions } from './capture-options.js'
export { groundingOptions } from './grounding.js'
export { screenshotOptions } from './screenshots.js'
export { processOption, selectorOptions, windowOption } from './selector.js'
export { changeOptions, treeOptions } from './tree-options.js'
export { windowManagementOptions } from './window-options.js'

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
