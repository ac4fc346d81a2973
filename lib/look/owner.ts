import type { NativeSnapshot } from '../native/binding.js'
import type { AppIdentity } from './scope.js'

/**
 * The application that owns an element: `app`, or another one whose element `app` embeds, or only lists as its own. Whoever judges or logs
 * an action has to be given this one.
 */
export function ownerOf(app: AppIdentity, snapshot: NativeSnapshot, node: number): AppIdentity {
  const owner = snapshot.owner(node)
  return owner === undefined || owner.pid === app.pid ? app : owner
}
