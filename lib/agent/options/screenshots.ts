import type { Properties } from '../schema.js'

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
