import type { Properties } from '../schema.js'

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
