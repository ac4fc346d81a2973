import { actionResult, actOnElement } from '../../acting.js'
import { chordOf } from '../../chord.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

export const pressKey = tool({
  name: 'press_key',
  title: 'Press a key in an element',
  description: 'Gives the element the focus and presses a key or combination: Enter, Control+s, {Ctrl}s.',
  inputSchema: input({ ...elementActionOptions, key: { type: 'string', minLength: 1 } }, 'selector', 'key'),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ key, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) => locator.press(chordOf(key), options)),
})
