import type { Properties } from '../schema.js'

/** Pictures beside a result. */
export const screenshotOptions = {
  include_window_screenshot: {
    type: 'boolean',
    description: 'Adds a picture of the window afterwards. Default: false.',
  },
  include_monitor_screenshots: {
    type: 'boolean',
    description: 'Adds a picture of every display afterwards. Default: false.',
  },
} as const satisfies Properties
