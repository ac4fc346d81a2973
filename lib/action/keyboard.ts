import { isSurehandError } from '../errors.js'
import type { NativeInputStep } from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import { stateOf } from '../states.js'
import type { Attempt } from './attempt.js'
import { dispatchInput } from './dispatch.js'
import { type Found, probe } from './look.js'
import { notActionable } from './not-actionable.js'
import { ready } from './ready.js'
import { NotYet, until } from './wait.js'

const WINDOWS: ReadonlySet<string> = new Set(['window', 'dialog', 'alertdialog'])

const UNFOCUSED =
  'it did not get the keyboard focus, so nothing was typed: it would have gone elsewhere. Click it first, or type into ' +
  'the element that takes the focus'

/** Gives an element the keyboard and sends it keys. */
export function pressKeys(attempt: Attempt, steps: NativeInputStep[]): Promise<Receipt> {
  return attempt.run(async () => {
    const found = await ready(attempt, { enabled: true, editable: false })
    await attempt.during('preflight', () => giveKeyboard(attempt, found))
    return attempt.receipt(found, await dispatchInput(attempt, steps))
  })
}

/**
 * Makes sure that what is typed goes to this element: its window is active and it has the focus. Keys that would
 * land elsewhere are not sent: NOT_ACTIONABLE.
 */
export async function giveKeyboard(attempt: Attempt, found: Found): Promise<void> {
  const { scope, limits } = attempt
  const window = ancestorWindow(found)
  if (window !== undefined && !stateOf(found.snapshot.node(window).states, 'active')) {
    const element = found.snapshot.element(window)
    if (element !== undefined) {
      await limits.call((native) => scope.native.activate(element, native)).catch(unlessUnsupported)
    }
  }
  if (window === found.node || (await hasFocus(attempt, found))) return

  await limits.call((native) => scope.native.invoke(found.element, { kind: 'focus' }, native)).catch(unlessUnsupported)
  await until(limits, async () =>
    (await hasFocus(attempt, found)) ? undefined : new NotYet(() => notActionable(found, 'focused', UNFOCUSED)),
  )
}

async function hasFocus(attempt: Attempt, found: Found): Promise<boolean> {
  const node = await probe(attempt.scope, found.element, attempt.limits)
  return stateOf(node.states, 'focused') === true
}

function ancestorWindow(found: Found): number | undefined {
  for (let node = found.node; node >= 0; node = found.snapshot.parent(node)) {
    if (WINDOWS.has(found.snapshot.role(node))) return node
  }
  return undefined
}

function unlessUnsupported(error: unknown): void {
  if (!isSurehandError(error, 'UNSUPPORTED')) throw error
}
