import { act, actionResult, actOnElement } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { placeOf, wrong } from '../../target.js'
import { SETS, tool } from '../../tool.js'

export const activateElement = tool({
  name: 'activate_element',
  title: 'Bring to the front',
  description:
    'Brings the window of an application to the front and gives it the keyboard; with a selector, gives the focus to that element.',
  inputSchema: input(elementActionOptions),
  outputSchema: resultSchema(actionResult),
  annotations: SETS,
  run: async (input, session, call) => {
    const { selector, process, window_selector } = input
    if (selector !== undefined) {
      return actOnElement(session, { ...input, selector }, call, (locator, options) => locator.focus(options))
    }
    if (process === undefined) throw wrong('activate_element needs a process or a selector')
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
    return act(session, input, call, { app, window, deadline }, ({ onAmbiguous: _, ...options }) =>
      (window ?? app).activate(options),
    )
  },
})
