import { heldKeys } from '../../keys.js'
import type { NativeInputStep } from '../../native/binding.js'
import type { Attempt } from '../attempt.js'

/**
 * The same with the keys that the caller asked for held down meanwhile, and those of `besides`. It is all one call of the backend, which lets go of them
 * however it ends.
 */
export function held(
  { verb, action: { options } }: Attempt,
  steps: NativeInputStep[],
  besides: readonly string[] = [],
): NativeInputStep[] {
  const asked = options.modifiers ?? []
  const keys = heldKeys(`locator.${verb}(options)`, [...asked, ...besides.filter((key) => !asked.includes(key))])
  if (keys.length === 0) return steps
  const down = keys.map((key) => ({ kind: 'keyDown' as const, key }))
  const up = keys.map((key) => ({ kind: 'keyUp' as const, key })).reverse()
  return [...down, ...steps, ...up]
}
