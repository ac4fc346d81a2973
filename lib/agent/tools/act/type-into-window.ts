import { actionResult } from '../../acting.js'
import { windowActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'
import { actOnWindow } from './in-window.js'

export const typeIntoWindow = tool({
  name: 'type_into_window',
  title: 'Type into a window',
  description: 'Types a text by keys, to what has the focus in the window of an application.',
  inputSchema: input({ ...windowActionOptions, text: { type: 'string', minLength: 1 } }, 'process', 'text'),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ text, ...input }, session, call) =>
    actOnWindow(session, input, call, (window, options) => window.type(text, options)),
})
