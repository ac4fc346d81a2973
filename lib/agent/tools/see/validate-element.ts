import { Deadline } from '../../deadline.js'
import { selectorOptions, timeoutOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { limitsOf, targetOf } from '../../target.js'
import { explaining } from '../../text/explaining.js'
import { READS, tool } from '../../tool.js'

const { alternative_selectors: _, fallback_selectors: __, ...oneSelector } = selectorOptions

// In the first line, which is the element as outlines name it.
const NAMED = new Set(['ref', 'role', 'name'])

function line(key: string, fact: unknown): string[] {
  if (NAMED.has(key)) return []
  if (typeof fact === 'string') return [`${key}: ${fact}`]
  const values = Array.isArray(fact)
    ? fact.filter((each) => each !== '')
    : Object.entries(fact as object).map((each) => each.join(' '))
  return values.length === 0 ? [] : [`${key}: ${values.join(', ')}`]
}

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
      target.locator.snapshot({ ...limitsOf(deadline, call), maxDepth: 0 }),
    )
    const { ref, role, name, value, description, id, states, bounds, actions } = root
    const element = { ref, role, name, value, description, id, states, bounds, actions }
    const said = Object.entries(element).filter(([, fact]) => fact !== undefined && fact !== '')
    return {
      text: 'It is there.',
      shown: [String(root), ...said.flatMap(([key, fact]) => line(key, fact))].join('\n'),
      data: { element: Object.fromEntries(said) },
    }
  },
})
