import type { ActionOptions } from '../../sdk/action/options.js'
import { SurehandError } from '../../sdk/errors.js'
import type { ScreenPoint } from '../../sdk/pointer/point.js'
import type { Receipt } from '../../sdk/receipt.js'
import { quoted } from '../../sdk/tree/quoted.js'
import { type ActionInput, act } from '../acting.js'
import { middle } from '../capture/rect.js'
import { Deadline } from '../deadline.js'
import type { Session } from '../session.js'
import type { Answer, Call } from '../tool.js'
import type { VisionType } from './spot.js'
import { stale } from './stale.js'

/**
 * Acts by the pointer on what was read, where it is by now: it is looked for anew before the first press, and again before each that
 * follows. Between the two everything is the executor's.
 */
export async function actOnSpot(
  session: Session,
  kind: VisionType,
  index: number,
  input: ActionInput,
  call: Call,
  verb: (point: ScreenPoint, options: ActionOptions) => Promise<Receipt>,
): Promise<Answer> {
  const { app, window, spot } = session.eyes.spots.at(kind, index)
  // Looking takes as long as it takes: reading a text anew is not what a caller's time for an element is about.
  const at = await whereItIs()
  const deadline = new Deadline(input.timeout_ms ?? session.timeout)
  let presses = 0
  let gone: unknown
  const desktop = session.desktop.with({
    hooks: {
      beforeDispatch: async ({ part }) => {
        if (part === 'prepares' || presses++ === 0) return undefined
        try {
          const now = await whereItIs()
          if (Math.abs(now.x - at.x) < 1 && Math.abs(now.y - at.y) < 1) return undefined
          gone = stale(spot, `it moved to ${Math.round(now.x)},${Math.round(now.y)} after the first attempt`)
        } catch (error) {
          gone = error
        }
        return { refuse: (gone as Error).message }
      },
    },
  })
  return act(session, input, call, { app, window, deadline }, async (options) => {
    try {
      return await verb(desktop.point(at.x, at.y), options)
    } catch (error) {
      // An earlier attempt was sent: what came of that is what the executor says.
      throw gone !== undefined && presses <= 1 ? gone : error
    }
  })

  async function whereItIs(): Promise<{ x: number; y: number }> {
    const looking = new Deadline(input.timeout_ms ?? session.timeout)
    const { x, y } = middle(await spot.again(looking, call))
    const [pid] = await session.desktop.pidsAt([{ x, y }], { timeout: looking.remaining, signal: call.signal })
    if (pid === app.pid) return { x, y }
    const over = pid === undefined ? 'nothing that is known to be its' : `a window of process ${pid}`
    throw new SurehandError(
      'NOT_ACTIONABLE',
      `${kind} ${index} (${quoted(spot.name)}) of ${app}: at its place there is ${over}. Nothing was sent. ` +
        'Bring its window to the front with activate_element.',
      { check: 'covered', index, vision_type: kind },
    )
  }
}
