import { act, actionResult } from '../../acting.js'
import { chordOf } from '../../chord.js'
import { Deadline } from '../../deadline.js'
import { windowActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'
import { actOnWindow } from './in-window.js'

export const pressKeyGlobal = tool({
  name: 'press_key_global',
  title: 'Press a key in a window',
  description:
    'Presses a key or combination in the window of an application, wherever its focus is; without `process`, in whatever has the keyboard.',
  inputSchema: input({ ...windowActionOptions, key: { type: 'string', minLength: 1 } }, 'key'),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ key, process, window_selector, ...input }, session, call) => {
    if (process === undefined) {
      if (window_selector !== undefined) throw wrong('window_selector needs `process`: whose window it is')
      const deadline = Deadline.of(input.timeout_ms, session.timeout)
      return act(session, input, call, { deadline }, ({ onAmbiguous: _, ...options }) =>
        session.desktop.press(chordOf(key), options),
      )
    }
    const place = window_selector === undefined ? { process } : { process, window_selector }
    return actOnWindow(session, { ...input, ...place }, call, (window, options) => window.press(chordOf(key), options))
  },
})
