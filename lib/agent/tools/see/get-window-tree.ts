import { Deadline } from '../../deadline.js'
import { listings } from '../../grounding/listing.js'
import { groundingOptions, processOption, timeoutOption, treeOptions, windowOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { placeOf, wrong } from '../../target.js'
import { treeOf } from '../../text/outline.js'
import { type Answer, READS, tool } from '../../tool.js'

/** What is said of a program whose tree is one node that says so. */
export const WITHOUT_TREE =
  ' It publishes no accessibility tree: keys reach its window (type without selector), include_ocr reads its words and gives each an index ' +
  'to click (vision_type ocr), picture shows it.'

// What an agent can read in one go.
const TOKENS = 4_000

export const getWindowTree = tool({
  name: 'get_window_tree',
  title: 'Read an application',
  description:
    'The elements that an application, or one window of it, shows. Each has a ref: `selector: "ref:e12"` or `index: 12` is that element and no other.',
  inputSchema: input({
    ...processOption,
    ...windowOption,
    ...treeOptions,
    ...groundingOptions,
    ...timeoutOption,
    cursor: {
      type: 'string',
      description: 'Reads on where an answer ended, in the tree as it was then. Nothing else is needed with it.',
    },
  }),
  outputSchema: resultSchema({
    size: { type: 'integer', description: 'How many elements there are.' },
    complete: {
      type: 'boolean',
      description: 'false: the tree is cut, and what is not in it may be there all the same.',
    },
    cuts: { type: 'array', items: { type: 'object' } },
    grounded: { type: 'object', description: 'How many spots were read besides, by kind.' },
    cursor: { type: 'string', description: 'Given when there is more.' },
    lines_left: { type: 'integer' },
  }),
  annotations: READS,
  run: async ({ cursor, process, window_selector, ...input }, session, call): Promise<Answer> => {
    if (cursor !== undefined) {
      if (process !== undefined || window_selector !== undefined)
        throw wrong('a cursor stands for the whole question: give nothing but it')
      const { text, left } = session.pages.at(cursor, input.tree_max_tokens ?? TOKENS)
      return { text: further(left).trim() || 'This is the end.', shown: text, data: dataOf(left) }
    }
    if (process === undefined)
      throw wrong('which application? Give `process`; get_applications_and_windows_list has them')
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
    const read = await listings(input, { app, window }, session, call, input.timeout_ms)
    const after = read.length === 0 ? deadline : new Deadline(input.timeout_ms ?? session.timeout)
    const more = read.map(({ lines }) => lines)
    const { text, left, size, complete, cuts } = await treeOf(window ?? app, input, session, after, call, more)
    const counts = Object.fromEntries(read.map(({ kind, count }) => [kind, count]))
    const isBare = size === 1 && cuts.some(({ reason }) => reason === 'unpublished') && read.length === 0
    return {
      text: `${size} elements${complete ? '' : ', and the tree is cut: what is not in it may be there all the same'}.${read.map(({ kind, count }) => ` ${count} by ${kind}.`).join('')}${further(left)}${isBare ? WITHOUT_TREE : ''}`,
      shown: text,
      data: {
        size,
        complete,
        ...(cuts.length > 0 ? { cuts } : {}),
        ...(read.length > 0 ? { grounded: counts } : {}),
        ...dataOf(left),
      },
    }
  },
})

type Left = { lines: number; cursor: string } | undefined

function further(left: Left): string {
  return left === undefined ? '' : ` ${left.lines} lines more: cursor ${left.cursor} reads on.`
}

function dataOf(left: Left): Record<string, unknown> {
  return left === undefined ? {} : { cursor: left.cursor, lines_left: left.lines }
}
