import { act, actionResult } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { appActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { appAt } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

const point = { type: 'number' } as const

export const mouseDrag = tool({
  name: 'mouse_drag',
  title: 'Drag with the pointer',
  description:
    'Drags what shows at a point of the screen to another one, in screen units. What shows at either is found and checked first.',
  inputSchema: input(
    {
      ...appActionOptions,
      start_x: point,
      start_y: point,
      end_x: point,
      end_y: point,
    },
    'start_x',
    'start_y',
    'end_x',
    'end_y',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ process, start_x, start_y, end_x, end_y, ...input }, session, call) => {
    const deadline = new Deadline(input.timeout_ms ?? session.timeout)
    const { desktop } = session
    const start = desktop.point(start_x, start_y)
    const app = process === undefined ? undefined : await appAt(desktop, process, start, deadline, call)
    return act(session, input, call, { app, deadline }, ({ onAmbiguous: _, ...options }) =>
      start.dragTo(desktop.point(end_x, end_y), options),
    )
  },
})
