import { Deadline } from '../../deadline.js'
import { selectorOptions, timeoutOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { targetOf } from '../../target.js'
import { explaining } from '../../text/explaining.js'
import { READS, tool } from '../../tool.js'

const { alternative_selectors: _, fallback_selectors: __, ...oneSelector } = selectorOptions

export const STATES = [
  'visible',
  'hidden',
  'exists',
  'gone',
  'enabled',
  'disabled',
  'editable',
  'focused',
  'checked',
  'unchecked',
  'selected',
  'expanded',
  'collapsed',
] as const

/** What `waitFor()` calls a condition. */
export function awaitedState(condition: (typeof STATES)[number]) {
  if (condition === 'gone') return 'hidden'
  return condition === 'exists' ? 'attached' : condition
}

export const waitForElement = tool({
  name: 'wait_for_element',
  title: 'Wait for an element',
  description:
    'Waits until the element is in a state; woken by the application, not by a clock. gone: nothing that shows matches any more.',
  inputSchema: input(
    { ...oneSelector, ...timeoutOption, condition: { enum: STATES, description: 'Default: visible.' } },
    'selector',
  ),
  outputSchema: resultSchema({ condition: { type: 'string' }, waited_ms: { type: 'integer' } }),
  annotations: READS,
  run: async ({ condition = 'visible', ...input }, session, call) => {
    const began = performance.now()
    const deadline = new Deadline(input.timeout_ms ?? session.timeout)
    const target = await targetOf(session, input, deadline, call)
    const limits = { timeout: deadline.remaining, signal: call.signal }
    await explaining(target, input.selector, call, async () => {
      await target.locator.waitFor({ ...limits, state: awaitedState(condition) })
    })
    const waited_ms = Math.round(performance.now() - began)
    return { text: `It is so (${condition}), after ${waited_ms} ms.`, data: { condition, waited_ms } }
  },
})
