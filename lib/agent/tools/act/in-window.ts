import type { ActionOptions } from '../../../sdk/action/options.js'
import type { Receipt } from '../../../sdk/receipt.js'
import type { Window } from '../../../sdk/window.js'
import { type ActionInput, act } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import type { Session } from '../../session.js'
import { placeOf } from '../../target.js'
import type { Answer, Call } from '../../tool.js'

/** An action on the window that an input means; without `window_selector`, on the one that is active. */
export async function actOnWindow(
  session: Session,
  input: ActionInput & { process: string | number; window_selector?: string },
  call: Call,
  verb: (window: Window, options: Omit<ActionOptions, 'onAmbiguous'>) => Promise<Receipt>,
): Promise<Answer> {
  const { process, window_selector, ...rest } = input
  const deadline = Deadline.of(rest.timeout_ms, session.timeout)
  const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
  const own = window ?? (await app.window(undefined, { timeout: deadline.remaining, signal: call.signal }))
  return act(session, rest, call, { app, window: own, deadline }, ({ onAmbiguous: _, ...options }) =>
    verb(own, options),
  )
}
