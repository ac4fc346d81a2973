import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

export const scrollElement = tool({
  name: 'scroll_element',
  title: 'Scroll',
  description: 'Turns the wheel over an element, or brings it into view.',
  inputSchema: input(
    {
      ...elementActionOptions,
      direction: { enum: ['up', 'down', 'left', 'right', 'into_view'] },
      amount: { type: 'number', minimum: 0, description: 'Notches of the wheel. Default: 3.' },
    },
    'selector',
    'direction',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: ({ direction, amount = 3, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) =>
      direction === 'into_view' ? locator.scrollIntoView(options) : locator.scroll(notches(direction, amount), options),
    ),
})

function notches(direction: 'up' | 'down' | 'left' | 'right', amount: number): { x?: number; y?: number } {
  const signed = direction === 'up' || direction === 'left' ? -amount : amount
  return direction === 'up' || direction === 'down' ? { y: signed } : { x: signed }
}
