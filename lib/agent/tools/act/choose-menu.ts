import { act, actionResult } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { windowActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { limitsOf, placeOf } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

/** Not one of Terminator's: `act` leads to it. */
export const chooseMenu = tool({
  name: 'choose_menu',
  title: 'Choose from a menu',
  description: 'Opens the menus on the way and presses the entry. A path may begin at a button that shows a menu.',
  inputSchema: input(
    {
      ...windowActionOptions,
      path: { type: 'string', minLength: 1, description: 'File > Save As…' },
    },
    'process',
    'path',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ path, ...input }, session, call) => {
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    const { app, window } = await placeOf(session.desktop, input, deadline, call)
    const names = path.split('>').map((name) => name.trim())
    const named = (window ?? app).menu(...names)
    const entry = deadline.given ? named : named.untilRest(deadline.remaining)
    return act(session, input, call, { app, window, deadline }, ({ timeout: _, ...options }) =>
      entry.click({ ...options, ...limitsOf(deadline, call) }),
    )
  },
})
