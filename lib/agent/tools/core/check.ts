import { resultSchema } from '../../result-schema.js'
import { READS, tool } from '../../tool.js'
import { validateElement } from '../see/validate-element.js'
import { STATES, waitForElement } from '../see/wait-for-element.js'
import { element, sure } from './core-options.js'
import { forward, short } from './forward.js'

export const check = tool({
  name: 'check',
  title: 'Check or wait',
  description:
    'What one element is: value, states, place. With condition: waits until it is so, woken by the program. gone: nothing matches any more.',
  inputSchema: short({ ...element, condition: { enum: STATES }, timeout_ms: sure.timeout_ms }, 'selector'),
  outputSchema: resultSchema({
    ...validateElement.outputSchema.properties,
    ...waitForElement.outputSchema.properties,
  }),
  annotations: READS,
  run: (input, session, call) =>
    forward('check', input.condition === undefined ? validateElement : waitForElement, input, session, call),
})
