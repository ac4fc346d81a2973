import { quoted } from '../../sdk/tree/quoted.js'
import type { Question as PolicyQuestion } from '../policy/policy.js'
import { UNANSWERED } from './ask-words.js'
import { callNow } from './asking.js'

/**
 * For `policy({ ask })`: asks the person that the running call of a tool can reach. Where no person can be asked, a press on what
 * is named Delete or Send, and a command of run_command, which is off unless it was switched on, are left to the client: clients ask
 * before they call a tool. Nothing else is: no answer means no.
 */
export async function confirmed({ rule, reason, outgoing }: PolicyQuestion): Promise<boolean | string> {
  const call = callNow()
  const { verb, element, app } = outgoing
  const isLeftToClient = rule === 'named-so' || (rule === 'code' && verb === 'run')
  if (call === undefined) return isLeftToClient || saidSo('unavailable')
  const whom = element === undefined ? '' : ` ${element.role} ${quoted(element.name ?? '')}`
  const where = app === undefined ? '' : ` in ${app.name}`
  const reply = await call.ask(
    { kind: 'ActionConfirmation', message: `${verb}${whom}${where}: ${reason}. Do it?`, about: reason },
    call.signal,
  )
  if (reply.action === 'unavailable') return isLeftToClient || saidSo('unavailable')
  if (reply.action !== 'accept') return saidSo(reply.action)
  return reply.content.confirmed === true || 'the person said no'
}

/** As the end of a sentence. */
function saidSo(action: keyof typeof UNANSWERED): string {
  const words = UNANSWERED[action]
  return `${words.charAt(0).toLowerCase()}${words.slice(1, -1)}`
}
