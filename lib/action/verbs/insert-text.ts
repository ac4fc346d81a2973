import { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import { dispatchNative } from '../dispatch.js'
import type { Act, Execution } from '../execution.js'
import { ready } from '../ready.js'
import { typeText } from './type-text.js'

/** Puts text where the caret is: by the toolkit's own editing interface, and where there is none, with the keyboard. */
export async function insertText(execution: Execution, text: string): Promise<Act> {
  const { route = 'auto' } = execution.action.options
  const found = await ready(execution, { enabled: true, editable: true })
  if (route !== 'input') {
    const dispatch = await dispatchNative(execution, found, [{ kind: 'insertText', text }])
    if (dispatch !== undefined) return execution.done(found, dispatch)
  }
  if (route !== 'native') return typeText(execution, text)
  const what = describe(found.snapshot, found.node)
  throw new SurehandError(
    'UNSUPPORTED',
    `${what} has no native route for insertText, and input was ruled out by route: 'native'.`,
    { ref: found.snapshot.ref(found.node) },
  )
}
