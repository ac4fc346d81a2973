import { isSurehandError, SurehandError } from '../../errors.js'
import { foregroundOf } from '../../look/foreground.js'
import type { Found } from '../../look/look.js'
import type {
  NativeArrangement,
  NativeElement,
  NativeInputStep,
  NativeInputTarget,
  NativeWindow,
} from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import { announced, NotYet, polling, until } from '../../wait/wait.js'
import type { Act, Attempt } from '../attempt.js'
import { restingFocus, tellOfKeys } from '../keys/keyboard-focus.js'
import { dispatchArrangement, dispatchKeys, dispatchWindow } from '../steps/dispatch.js'
import { notActionable } from '../steps/not-actionable.js'
import { located } from '../steps/ready.js'

// ms; how long a window may take to do what it was asked, before that is taken to have no answer.
const PATIENCE = 500

/** Brings a window to the front. Confirmed when it has the keyboard. */
export async function activateWindow(attempt: Attempt, window?: NativeElement): Promise<Act> {
  const found = await located(attempt)
  const element = window ?? found.element
  const dispatch = await dispatchWindow(attempt, found, 'activate', 'acts', element)
  const active = await shows(attempt, found, (windows) => of(windows, element)?.active === true)
  return attempt.done(found, { ...dispatch, confirmed: active })
}

/** Asks a window to close. Confirmed when it is gone; the application may ask back first. */
export async function closeWindow(attempt: Attempt): Promise<Act> {
  const found = await located(attempt)
  const dispatch = await dispatchWindow(attempt, found, 'close')
  const gone = await shows(attempt, found, (windows) => of(windows, found.element) === undefined)
  return attempt.done(found, { ...dispatch, confirmed: gone })
}

/** Activates a window and sends it keys, wherever its focus is; none that would go to another. */
export async function sendToWindow(attempt: Attempt, steps: NativeInputStep[]): Promise<Act> {
  const found = await located(attempt)
  const target = { window: found.element }
  // Keys for a window that has not the keyboard yet: its focus is where it is once it has it.
  const isInFront = stateOf(found.snapshot.node(found.node).states, 'active') === true
  if (isInFront) return toFocus(attempt, found, steps, { target })
  return attempt.done(found, await dispatchKeys(attempt, found, steps, { target, taken: pace(attempt) }))
}

/** Once the focus rests, and with what had it. */
async function toFocus(
  attempt: Attempt,
  found: Found,
  steps: NativeInputStep[],
  keys: { target?: NativeInputTarget; secret?: boolean },
): Promise<Act> {
  const { scope, limits } = attempt
  const focus = await attempt.during('preflight', () => restingFocus(scope, limits))
  const dispatch = await dispatchKeys(attempt, found, steps, { ...keys, taken: pace(attempt) })
  const { confirmed, note, vain } = await attempt.during('verify', () => tellOfKeys(scope, focus, steps, limits))
  return { ...attempt.done(found, { ...dispatch, confirmed }), note, ...(vain ? { vain } : {}) }
}

// ms for each character of a part: where the text goes is not known, so what has become of it is not, either.
const PACE = 1

/** Leaves an application the time for what it was sent. */
function pace({ limits }: Attempt): (characters: number) => Promise<void> {
  let before = 0
  return async (characters) => {
    const ms = (characters - before) * PACE
    before = characters
    await limits.sleep(ms)
  }
}

/** Sends keys wherever the focus is, as long as that is in this application. It may be a password field. */
export async function sendToForeground(attempt: Attempt, steps: NativeInputStep[]): Promise<Act> {
  const { scope, limits } = attempt
  const found = await located(attempt)
  const front = await foregroundOf(scope.native, limits)
  if (front?.application.key !== scope.target.appKey) {
    const has = front === undefined ? 'nothing that is known has it now' : `${front.application.name} has it now`
    throw notActionable(found, 'focused', `${scope.place} had the keyboard, and ${has}`)
  }
  return toFocus(attempt, found, steps, { secret: true })
}

// ms; window managers take some frames, and an application may take its time to follow.
const ARRANGING = 5_000

/** Has a window placed otherwise, and waits until it says that it is so. VERIFY_FAILED when it does not. */
export async function arrangeWindow(
  attempt: Attempt,
  arrangement: NativeArrangement,
  isSo: (window: NativeWindow) => boolean,
): Promise<Act> {
  const { scope } = attempt
  const found = await located(attempt)
  const dispatch = await dispatchArrangement(attempt, found, arrangement)
  const limits = attempt.limits.within(ARRANGING)
  await attempt.during('verify', () =>
    until(limits, polling, async () => {
      const windows = await limits.call((native) => scope.native.windows(found.element.appKey, native))
      const window = of(windows, found.element)
      return (window !== undefined && isSo(window)) || new NotYet(() => notArranged(scope.place, arrangement, window))
    }),
  )
  return attempt.done(found, { ...dispatch, confirmed: true })
}

function of(windows: readonly NativeWindow[], { identity }: NativeElement): NativeWindow | undefined {
  return windows.find((window) => window.element.identity === identity)
}

/** Whether the application's windows come to be so; of an application that has ended, none are left. */
async function shows(
  attempt: Attempt,
  found: Found,
  test: (windows: readonly NativeWindow[]) => boolean,
): Promise<boolean> {
  const { scope } = attempt
  const limits = attempt.limits.within(PATIENCE)
  const unconfirmed = () => notActionable(found, 'stable', 'its window does not do what it was asked')
  try {
    return await attempt.during('verify', () =>
      until(limits, announced(scope), async () => {
        const windows = await limits.call((native) => scope.native.windows(found.element.appKey, native)).catch(ended)
        return test(windows) || new NotYet(unconfirmed)
      }),
    )
  } catch (error) {
    if (isSurehandError(error, 'ABORTED')) throw error
    return false
  }
}

function ended(error: unknown): NativeWindow[] {
  if (isSurehandError(error, 'APP_EXITED')) return []
  throw error
}

function notArranged(place: string, asked: NativeArrangement, window: NativeWindow | undefined) {
  const { bounds, minimized = false, maximized = false } = window ?? {}
  const { kind, ...numbers } = asked
  const wanted = [kind, ...Object.values(numbers)].join(' ')
  const at = bounds === undefined ? 'unknown bounds' : `${bounds.x},${bounds.y} ${bounds.width}x${bounds.height}`
  const is = minimized ? 'minimized' : maximized ? 'maximized' : 'neither minimized nor maximized'
  return new SurehandError(
    'VERIFY_FAILED',
    `A window of ${place} was asked to ${wanted} and did not: it is at ${at}, ${is}. Its window manager or the application may not allow it.`,
    { asked, bounds, minimized, maximized },
  )
}
