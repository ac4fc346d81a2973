import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

export const invokeElement = tool({
  name: 'invoke_element',
  title: 'Do an action of an element',
  description: 'Does the platform action of an element, never the pointer: its default one, or that of the given name.',
  inputSchema: input(
    { ...elementActionOptions, action: { type: 'string', minLength: 1, description: 'Default: its default action.' } },
    'selector',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ action, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) =>
      action === undefined ? locator.click({ ...options, route: 'native' }) : locator.invoke(action, options),
    ),
})
