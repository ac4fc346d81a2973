import { SurehandError } from '../../errors.js'
import { describe } from '../../look/candidates.js'
import type { Found } from '../../look/look.js'

/** UNSUPPORTED: the only route that the caller left is one that the element does not have. */
export function noNativeRoute({ snapshot, node }: Found, verb: string): SurehandError {
  return new SurehandError(
    'UNSUPPORTED',
    `${describe(snapshot, node)} has no native route for ${verb}, and input was ruled out by route: 'native'.`,
    { ref: snapshot.ref(node) },
  )
}
