import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { SETS, tool } from '../../tool.js'

export const setValue = tool({
  name: 'set_value',
  title: 'Set a value',
  description: 'Sets what an element holds: the text of a field, the number of a slider or spin button. Read back.',
  inputSchema: input(
    { ...elementActionOptions, value: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    'selector',
    'value',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: SETS,
  run: ({ value, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) =>
      typeof value === 'number' ? locator.setValue(value, options) : locator.fill(value, options),
    ),
})
