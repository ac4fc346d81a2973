import type { Properties } from '../schema.js'
import { timeoutOption } from './action-options.js'
import { processOption, windowOption } from './selector.js'

/** What is pictured, and how. */
export const captureOptions = {
  ...processOption,
  ...windowOption,
  selector: { type: 'string', description: 'The element. Default: the windows of the application.' },
  ...timeoutOption,
  entire_monitor: { type: 'boolean', description: 'The primary display, and no application. Default: false.' },
  display: { type: 'string', description: 'A display, by its id.' },
  mode: {
    enum: ['vision', 'som', 'ax'],
    description:
      'vision: pixels only. som: with numbered boxes around what can be acted on, and the list of it; the numbers are indexes of click_element. ' +
      'ax: the outline and no picture. Default: vision.',
  },
  format: { enum: ['png', 'jpeg'], description: 'Default: png.' },
  max_dimension: {
    type: 'integer',
    minimum: 64,
    description: 'The picture is scaled down until no side is longer, in pixels. Default: 1920.',
  },
} as const satisfies Properties
