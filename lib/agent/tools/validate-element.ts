import { Deadline } from '../deadline.js'
import { explaining } from '../explaining.js'
import { selectorOptions, timeoutOption } from '../options/index.js'
import { resultSchema } from '../result-schema.js'
import { input } from '../schema.js'
import { targetOf } from '../target.js'
import { READS, tool } from '../tool.js'

const { alternative_selectors: _, fallback_selectors: __, ...oneSelector } = selectorOptions

export const validateElement = tool({
  name: 'validate_element',
  title: 'Look at an element',
  description:
    'Waits until the selector means exactly one element and says what it is: value, states, place, actions. Presses nothing.',
  inputSchema: input({ ...oneSelector, ...timeoutOption }, 'selector'),
  outputSchema: resultSchema({ element: { type: 'object' } }),
  annotations: READS,
  run: async (input, session, call) => {
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const target = await targetOf(session, input, deadline, call)
    const { root } = await explaining(target, input.selector, call, () =>
      target.locator.snapshot({ timeout: deadline.remaining, signal: call.signal, maxDepth: 0 }),
    )
    const { ref, role, name, value, description, id, states, bounds, actions } = root
    const element = { ref, role, name, value, description, id, states, bounds, actions }
    const said = Object.entries(element).filter(([, fact]) => fact !== undefined && fact !== '')
    return {
      text: 'It is there.',
      shown: said.map(([key, fact]) => `${key}: ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`).join('\n'),
      data: { element: Object.fromEntries(said) },
    }
  },
})
