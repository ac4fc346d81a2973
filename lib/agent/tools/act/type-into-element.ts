import type { ActionOptions } from '../../../sdk/action/options.js'
import { isSurehandError } from '../../../sdk/errors.js'
import type { Locator } from '../../../sdk/locator.js'
import type { Receipt } from '../../../sdk/receipt.js'
import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

export const typeIntoElement = tool({
  name: 'type_into_element',
  title: 'Type into an element',
  description:
    'Puts text into a field and reads it back. A trailing {Enter}, {Tab} or {Escape} is pressed afterwards, in the same field.',
  inputSchema: input(
    {
      ...elementActionOptions,
      text_to_type: { type: 'string' },
      clear_before_typing: {
        type: 'boolean',
        description:
          'true: the text replaces what is there. false: it is put at the caret, and what is there stays. Default: true.',
      },
    },
    'selector',
    'text_to_type',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ text_to_type, clear_before_typing = true, ...input }, session, call) => {
    const { text, keys } = withoutKeys(text_to_type)
    return actOnElement(session, input, call, async (locator, options) => {
      if (keys.length === 0) return typed(locator, text, clear_before_typing, options)
      const { verify, ...before } = options
      let receipt = await typed(locator, text, clear_before_typing, before)
      // The element that the text went into, and not what the selector may mean by then.
      const same = session.desktop.ref(receipt.element.ref)
      for (const [place, key] of keys.entries()) {
        const { alternatives: _, fallbacks: __, onAmbiguous: ___, highlight: _____, ...own } = options
        const pressed = await same.press(key, place === keys.length - 1 ? own : { ...own, verify: undefined })
        receipt = pressed.following(receipt)
      }
      return receipt
    })
  },
})

/**
 * Typing would replace what is there where a toolkit selects all of it with the focus, as GTK does. What is no field, like a terminal, has
 * no other way.
 */
async function typed(locator: Locator, text: string, clears: boolean, options: ActionOptions): Promise<Receipt> {
  if (clears) return locator.fill(text, options)
  try {
    return await locator.insertText(text, options)
  } catch (error) {
    const noField =
      isSurehandError(error, 'NOT_ACTIONABLE') && error.details.check === 'editable' && error.sent === 'no'
    if (!noField) throw error
    return locator.pressSequentially(text, options)
  }
}

function withoutKeys(given: string): { text: string; keys: string[] } {
  const trailing = /(?:\{(?:Enter|Tab|Escape)\})+$/i.exec(given)?.[0] ?? ''
  const keys = [...trailing.matchAll(/\{(\w+)\}/g)].map(
    ([, key = '']) => (key[0] as string).toUpperCase() + key.slice(1).toLowerCase(),
  )
  return { text: given.slice(0, given.length - trailing.length), keys }
}
