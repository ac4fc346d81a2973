import { Deadline } from '../../deadline.js'
import { selectorOptions, timeoutOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { targetOf } from '../../target.js'
import { explaining } from '../../text/explaining.js'
import { READS, tool } from '../../tool.js'

const MOST = 20

const { alternative_selectors: _, fallback_selectors: __, ...oneSelector } = selectorOptions

export const highlightElement = tool({
  name: 'highlight_element',
  title: 'Picture with elements outlined',
  description:
    'A picture of the screen in which everything that the selector matches is outlined. Nothing is drawn on the screen itself.',
  inputSchema: input({ ...oneSelector, ...timeoutOption }, 'selector'),
  outputSchema: resultSchema({
    refs: {
      type: 'array',
      items: { type: 'string' },
      description: 'What the selector matches, as selectors; at most 20.',
    },
    left_out: { type: 'integer', description: 'How many more.' },
  }),
  annotations: READS,
  run: async (input, session, call) => {
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const target = await targetOf(session, input, deadline, call)
    const limits = () => ({ timeout: deadline.remaining, signal: call.signal })
    const png = await explaining(target, input.selector, call, () => target.locator.highlight(limits()))
    const matches = await target.locator.all({ ...limits(), atLeast: true })
    const refs = matches.slice(0, MOST).map(({ selector }) => selector)
    const left_out = matches.length - refs.length
    return {
      text: `${matches.length} elements match; those that have a place on the screen are outlined.`,
      shown: refs.join(', '),
      data: { refs, ...(left_out > 0 ? { left_out } : {}) },
      pictures: [{ png }],
    }
  },
})
