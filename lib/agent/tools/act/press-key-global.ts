import { act, actionResult } from '../../act.js'
import { chordOf } from '../../chord.js'
import { Deadline } from '../../deadline.js'
import {
  actionOptions,
  changeOptions,
  processOption,
  screenshotOptions,
  windowManagementOptions,
  windowOption,
} from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { placeOf, wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

export const pressKeyGlobal = tool({
  name: 'press_key_global',
  title: 'Press a key in a window',
  description:
    'Presses a key or combination in the window of an application, wherever its focus is; without `process`, in whatever has the keyboard.',
  inputSchema: input(
    {
      ...processOption,
      ...windowOption,
      ...actionOptions,
      ...changeOptions,
      ...windowManagementOptions,
      ...screenshotOptions,
      key: { type: 'string', minLength: 1 },
    },
    'key',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ key, process, window_selector, ...input }, session, call) => {
    const deadline = Deadline.of(input.timeout_ms, session.timeout)
    if (process === undefined) {
      if (window_selector !== undefined) throw wrong('window_selector needs `process`: whose window it is')
      return act(session, input, call, { deadline }, ({ onAmbiguous: _, ...options }) =>
        session.desktop.press(chordOf(key), options),
      )
    }
    const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
    const own = window ?? (await app.window(undefined, { timeout: deadline.remaining, signal: call.signal }))
    return act(session, input, call, { app, window: own, deadline }, ({ onAmbiguous: _, ...options }) =>
      own.press(chordOf(key), options),
    )
  },
})
