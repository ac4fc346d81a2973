import { resultSchema } from '../result-schema.js'
import type { ObjectSchema } from '../schema.js'
import { input } from '../schema.js'
import { replyOf } from './elicitation.js'
import type { OpenQuestions } from './open-questions.js'

export const QUESTIONS = {
  uri: 'surehand://questions',
  name: 'questions',
  title: 'Questions that wait for a person',
  mimeType: 'application/json',
}

/** Of the protocol and no tool of the registry: the person's side of a question. */
export const answerQuestion = {
  name: 'answer_question',
  title: 'Answer a question for a person',
  description: `Answers a question of ${QUESTIONS.uri}, in the words of the person who was asked. The first answer counts.`,
  inputSchema: input(
    {
      id: { type: 'string' },
      action: { enum: ['accept', 'decline', 'cancel'] },
      content: { type: 'object', description: 'With `accept`: the answer, as the question describes it.' },
    },
    'id',
    'action',
  ) as ObjectSchema,
  outputSchema: resultSchema({
    taken: { type: 'boolean', description: 'Whether it was open, and this is its answer.' },
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
}

export function answer(
  questions: OpenQuestions,
  { id, action, content }: { id: string; action: 'accept' | 'decline' | 'cancel'; content?: unknown },
) {
  const question = questions.of(id)
  const reply = question === undefined ? undefined : replyOf(question, { action, content })
  if (action === 'accept' && reply !== undefined && reply.action !== 'accept') {
    const text = 'That is not an answer to it: `content` has to be as the question describes. It is still open.'
    return { content: [{ type: 'text' as const, text }], structuredContent: { taken: false }, isError: true }
  }
  const taken = reply !== undefined && questions.answer(id, reply)
  const text = taken ? 'Taken.' : 'It is not open: it was answered before, or is over.'
  return {
    content: [{ type: 'text' as const, text }],
    structuredContent: { taken },
    ...(taken ? {} : { isError: true }),
  }
}
