import type { Question as PolicyQuestion } from '../../policy/policy.js'
import { callNow } from './asking.js'

/**
 * For `policy({ ask })`: asks whoever the running call of a tool can ask. What only a name speaks against (Delete, Send) is left to the
 * client where nobody can be asked: clients ask before they call. Nothing else is: no answer means no.
 */
export async function confirmed({ rule, reason, outgoing }: PolicyQuestion): Promise<boolean> {
  const call = callNow()
  if (call === undefined) return rule === 'named-so'
  const { verb, element, app } = outgoing
  const whom = element === undefined ? '' : ` ${element.role} ${JSON.stringify(element.name ?? '')}`
  const where = app === undefined ? '' : ` in ${app.name}`
  const reply = await call.ask(
    { kind: 'ActionConfirmation', message: `${verb}${whom}${where}: ${reason}. Do it?`, about: reason },
    call.signal,
  )
  if (reply.action === 'nobody') return rule === 'named-so'
  return reply.action === 'accept' && reply.content.confirmed === true
}
