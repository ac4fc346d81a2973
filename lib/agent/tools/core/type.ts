import { actionResult } from '../../acting.js'
import { resultSchema } from '../../result-schema.js'
import { wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'
import { pressKey } from '../act/press-key.js'
import { pressKeyGlobal } from '../act/press-key-global.js'
import { typeIntoElement } from '../act/type-into-element.js'
import { typeIntoWindow } from '../act/type-into-window.js'
import { element, sure } from './core-options.js'
import { forward, short } from './forward.js'

export const type = tool({
  name: 'type',
  title: 'Type',
  description:
    'Puts a text into a field and reads it back, or presses a key in it. Without selector: by keys, to what has the focus in the window of the ' +
    'program; canvases and programs without a tree are typed into like this.',
  inputSchema: short({
    text: { type: 'string', description: 'Into a field, it may end with {Enter}, {Tab} or {Escape}.' },
    key: { type: 'string', description: 'Instead of a text: Control+s, Enter, F5.' },
    ...element,
    clear_before_typing: { type: 'boolean', description: 'false: at the caret. Default: true.' },
    ...sure,
  }),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ text, key, ...input }, session, call) => {
    if ((text === undefined) === (key === undefined)) throw wrong('type needs either text or key')
    const toField = input.selector !== undefined
    if (key !== undefined) return forward('type', toField ? pressKey : pressKeyGlobal, { ...input, key }, session, call)
    if (toField) return forward('type', typeIntoElement, { ...input, text_to_type: text }, session, call)
    if (input.process === undefined) throw wrong('type needs a selector, or the process that the text is for')
    return forward('type', typeIntoWindow, { ...input, text }, session, call)
  },
})
