import type { Act, Execution } from '../execution.js'
import { arrivalOf } from '../steps/arrival.js'
import { dispatchNative } from '../steps/dispatch.js'
import { noNativeRoute } from '../steps/no-native-route.js'
import { showsIt } from '../steps/read-back.js'
import { ready } from '../steps/ready.js'
import { typeText } from './type-text.js'

/** Puts text where the caret is: by the toolkit's own editing interface, and where there is none, with the keyboard. */
export async function insertText(execution: Execution, text: string): Promise<Act> {
  const { route = 'auto' } = execution.action.options
  const found = await ready(execution, { enabled: true, editable: true, reads: { text: true } })
  if (route !== 'input') {
    const dispatch = await dispatchNative(execution, found, [{ kind: 'insertText', text }])
    if (dispatch !== undefined) {
      const arrival = arrivalOf(text, found.now)
      const confirmed = arrival === undefined ? dispatch.confirmed : await showsIt(execution, found, arrival, dispatch)
      return execution.done(found, { ...dispatch, confirmed })
    }
  }
  if (route !== 'native') return typeText(execution, text)
  throw noNativeRoute(found, 'insertText')
}
