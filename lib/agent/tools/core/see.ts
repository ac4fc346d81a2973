import { resultSchema } from '../../result-schema.js'
import { READS, tool } from '../../tool.js'
import { captureResult, captureScreenshot } from '../see/capture-screenshot.js'
import { getApplicationsAndWindowsList } from '../see/get-applications-and-windows-list.js'
import { getWindowTree } from '../see/get-window-tree.js'
import { element } from './core-options.js'
import { forward, short } from './forward.js'

export const see = tool({
  name: 'see',
  title: 'See what is there',
  description:
    'Without process: the programs and their windows. With it: what it shows, as an outline in which each element has a ref, `e12`. Read before ' +
    'you act. A canvas, or a program without a tree, is read with include_ocr or a picture, and takes keys all the same.',
  inputSchema: short({
    process: element.process,
    window_selector: element.window_selector,
    tree_from_selector: { type: 'string', description: 'Only in this element.' },
    tree_max_tokens: { type: 'integer' },
    include_detailed_attributes: { type: 'boolean', description: 'Places, and what is hidden.' },
    include_ocr: { type: 'boolean', description: 'The text in its picture, too.' },
    picture: {
      enum: ['plain', 'numbered'],
      description: 'A picture instead; numbered: the index is that of the element.',
    },
    cursor: { type: 'string', description: 'Reads on where an answer ended.' },
  }),
  outputSchema: resultSchema({
    ...captureResult,
    ...getApplicationsAndWindowsList.outputSchema.properties,
    ...getWindowTree.outputSchema.properties,
  }),
  annotations: READS,
  run: ({ picture, ...input }, session, call) => {
    const rest: Record<string, unknown> = input
    if (picture !== undefined) {
      const { tree_from_selector: selector, ...place } = rest
      const what = place.process === undefined ? { ...place, entire_monitor: true } : { ...place, selector }
      const mode = picture === 'numbered' ? 'som' : 'vision'
      return forward('see', captureScreenshot, { ...what, mode }, session, call)
    }
    const spec = rest.process === undefined && rest.cursor === undefined ? getApplicationsAndWindowsList : getWindowTree
    return forward('see', spec, rest, session, call)
  },
})
