import { capture } from '../../capture/capture.js'
import { captureOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { READS, tool } from '../../tool.js'

export const captureResult = {
  bounds: { type: 'object', description: 'What the picture shows, in screen units.' },
  scale: { type: 'number', description: 'Pixels of the picture for each screen unit: x = bounds.x + pixel / scale.' },
  width: { type: 'integer', description: 'Of the picture, in pixels.' },
  height: { type: 'integer' },
  blanked: { type: 'integer', description: 'How many protected fields are blank in it.' },
  protected_unknown: {
    type: 'array',
    items: { type: 'string' },
    description: 'Applications whose protected fields may show, because their places are not known.',
  },
  marks: { type: 'array', items: { type: 'object' }, description: 'som: index, ref, role, name and bounds of each.' },
  size: { type: 'integer', description: 'ax: how many elements there are.' },
  complete: { type: 'boolean', description: 'false: the tree is cut, and there may be more.' },
  cursor: { type: 'string', description: 'Given when the list or the outline goes on.' },
} as const

export const captureScreenshot = tool({
  name: 'capture_screenshot',
  title: 'Take a picture',
  description:
    'A picture of an element, a window, an application or a display, with where on the screen it is; with mode som, what can be acted on is numbered ' +
    'in it. Protected fields are blank. Reading the tree costs less and says more.',
  inputSchema: input(captureOptions),
  outputSchema: resultSchema(captureResult),
  annotations: READS,
  run: capture,
})
