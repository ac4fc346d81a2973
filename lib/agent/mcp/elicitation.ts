import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server'
import type { Kind, Question, Reply } from '../ask/question.js'
import { schemaOf } from '../ask/schemas.js'
import { checkInput } from '../validate.js'

/** A question as MCP asks it. */
export function elicitation(question: Question): ElicitRequestFormParams {
  const requestedSchema = schemaOf(question) as unknown as ElicitRequestFormParams['requestedSchema']
  return { mode: 'form', message: question.message, requestedSchema }
}

/** What came of it. An answer that is not what was asked for is none. */
export function replyOf<K extends Kind>(
  question: Question<K>,
  { action, content }: Pick<ElicitResult, 'action'> & { content?: unknown },
): Reply<K> {
  if (action !== 'accept') return { action: action === 'decline' ? 'decline' : 'cancel' }
  try {
    checkInput(question.kind, schemaOf(question), content)
  } catch {
    return { action: 'cancel' }
  }
  return { action: 'accept', content } as Reply<K>
}
