import type { Limits } from '../call/limits.js'
import { SurehandError } from '../errors.js'
import type { NativeDesktop } from '../native/binding.js'

type Asked = Pick<NativeDesktop, 'capabilities'>

/** Why this desktop tells no program where any window is and which has the keyboard; `undefined` where it tells. */
export async function whyWindowsAreUnknown(native: Asked, limits: Limits): Promise<string | undefined> {
  const capabilities = await limits.call((own) => native.capabilities(own))
  return capabilities.find(({ name, available }) => name === 'windowAt' && !available)?.reason
}

/** What is said of something without bounds: UNSUPPORTED where nothing has any here, otherwise its toolkit does not tell them. */
export async function noPosition(
  native: Asked,
  what: string,
  limits: Limits,
  details: Record<string, unknown> = {},
): Promise<SurehandError> {
  const why = await whyWindowsAreUnknown(native, limits)
  if (why !== undefined)
    return new SurehandError('UNSUPPORTED', `${what} has no known position on the screen: ${why}.`, details)
  const message = `${what}: the toolkit does not report its position on the screen.`
  return new SurehandError('NOT_ACTIONABLE', message, { ...details, check: 'viewport' })
}
