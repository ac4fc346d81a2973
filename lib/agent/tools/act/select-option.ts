import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { SETS, tool } from '../../tool.js'

export const selectOption = tool({
  name: 'select_option',
  title: 'Choose an option',
  description: 'Selects an item of a combo box or list by its name, whole. Read back.',
  inputSchema: input(
    { ...elementActionOptions, option_name: { type: 'string', minLength: 1 } },
    'selector',
    'option_name',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: SETS,
  run: ({ option_name, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) => locator.selectOption(option_name, options)),
})
