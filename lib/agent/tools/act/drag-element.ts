import { actionResult, actOnElement } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { targetOf } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

/** Not one of Terminator's, which drags between points: `act` leads to it. */
export const dragElement = tool({
  name: 'drag_element',
  title: 'Drag an element onto another',
  description: 'Both are found and checked before the button goes down.',
  inputSchema: input(
    { ...elementActionOptions, target: { type: 'string', minLength: 1, description: 'The selector of where to.' } },
    'selector',
    'target',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ target: selector, ...input }, session, call) => {
    const { process, window_selector } = input
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const { locator: target } = await targetOf(session, { process, window_selector, selector }, deadline, call)
    return actOnElement(session, input, call, (locator, options) => locator.dragTo(target, options))
  },
})
