import { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import type { Act, Attempt } from '../attempt.js'
import { dispatchNative } from '../dispatch.js'
import { ready } from '../ready.js'
import { typeText } from './type-text.js'

/** Puts text where the caret is: by the toolkit's own editing interface, and where there is none, with the keyboard. */
export async function insertText(attempt: Attempt, text: string): Promise<Act> {
  const { route = 'auto' } = attempt.action.options
  const found = await ready(attempt, { enabled: true, editable: true, input: route !== 'native' })
  if (route !== 'input') {
    const dispatch = await dispatchNative(attempt, found, [{ kind: 'insertText', text }])
    if (dispatch !== undefined) return attempt.done(found, dispatch)
  }
  if (route !== 'native') return typeText(attempt, text)
  const what = describe(found.snapshot, found.node)
  throw new SurehandError(
    'UNSUPPORTED',
    `${what} has no native route for insertText, and input was ruled out by route: 'native'.`,
    { ref: found.snapshot.ref(found.node) },
  )
}
