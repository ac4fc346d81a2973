import type { Limits } from '../call/limits.js'
import type { NativeDesktop, NativeUserInput } from '../native/binding.js'

/** `lost`: how many inputs could not be told since the call before. */
export type UserInputListener = (inputs: readonly NativeUserInput[], lost: number) => void

/**
 * Calls back with what a person does with the pointer and the keyboard, until it is disposed of. What this desktop does is left out.
 * UNSUPPORTED where the system does not tell.
 */
export async function listenToUser(
  desktop: NativeDesktop,
  listener: UserInputListener,
  limits: Limits,
): Promise<Disposable> {
  const watching = await limits.call((native) => desktop.userInput(native))
  watching.listen((events, lost) => {
    const inputs = events.map(({ detail }) => JSON.parse(detail) as NativeUserInput)
    listener(inputs, lost)
  })
  return { [Symbol.dispose]: () => watching.close() }
}
