import { limitsOf } from '../../call/limits.js'
import type { NativeBinding, NativeDesktop, NativeInputStep } from '../../native/binding.js'
import type { Receipt } from '../../receipt.js'
import { type DirectAction, type DirectOptions, direct } from '../direct.js'
import type { Defaults } from '../options.js'
import { type Focus, restingFocus, tellOfKeys } from './keyboard-focus.js'
import { sendInParts } from './typing.js'

interface Place {
  native: NativeDesktop
  binding: NativeBinding
  defaultTimeout: number
  defaults?: Defaults | undefined
}

// ms for each character of a part: what the application makes of it is not known.
const PACE = 1

/** Sends keys to whatever has the focus, once that rests. The receipt says what had it, and whether it shows what was typed. */
export async function keysToFocus(
  place: Place,
  action: DirectAction,
  steps: NativeInputStep[],
  options: DirectOptions | undefined,
  usual: number,
): Promise<Receipt> {
  let focus: Focus = {}
  const seen: DirectAction['seen'] = async (left) => ({
    ...(await tellOfKeys(place, focus, steps, left)),
    element: focus.acted,
  })
  const { receipt } = await direct(
    place,
    { ...action, seen },
    options,
    async (native) => {
      const limits = limitsOf(place, { timeout: native.timeout, signal: options?.signal }, usual)
      focus = await restingFocus(place, limits)
      const pace = (characters: number) => limits.sleep(Math.min(characters, 100) * PACE)
      const input = (part: NativeInputStep[], own: typeof native) => place.native.input(part, {}, own)
      return (await sendInParts(steps, limits, input, pace)) ?? input(steps, native)
    },
    { usual },
  )
  return receipt
}
