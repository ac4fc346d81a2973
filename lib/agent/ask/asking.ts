import { AsyncLocalStorage } from 'node:async_hooks'
import type { Session } from '../session.js'
import type { Call } from '../tool.js'
import type { Answers, Kind, Question, Reply } from './question.js'
import { canBeRemembered } from './schemas.js'

/** Asks, unless the answer is remembered. `key` is what is kept of an answer, `again` what a kept one means now. */
export async function answerTo<K extends Kind>(
  { remembered }: Pick<Session, 'remembered'>,
  { ask, signal }: Call,
  question: Question<K>,
  kept: { of(content: Answers[K]): string | undefined; again(answer: string): Answers[K] | undefined },
): Promise<Reply<K>> {
  const { kind, about } = question
  if (about !== undefined && canBeRemembered(kind)) {
    const answer = await remembered.of(kind, about)
    const content = answer === undefined ? undefined : kept.again(answer)
    if (content !== undefined) return { action: 'accept', content }
  }
  const reply = await ask(question, signal)
  if (reply.action !== 'accept' || about === undefined) return reply
  const answer = kept.of(reply.content)
  const { remember } = reply.content as { remember?: boolean }
  if (remember === true && answer !== undefined) await remembered.keep(kind, about, answer)
  return reply
}

const calls = new AsyncLocalStorage<Call>()

/** Has `work` known as a part of this call: what is asked on its way is asked there. */
export function during<T>(call: Call, work: () => Promise<T>): Promise<T> {
  return calls.run(call, work)
}

/** The call that this is a part of, if it is one of a tool. */
export function callNow(): Call | undefined {
  return calls.getStore()
}
