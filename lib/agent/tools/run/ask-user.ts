import { UNANSWERED } from '../../ask/ask-words.js'
import { answerTo } from '../../ask/asking.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { READS, tool } from '../../tool.js'

export const askUser = tool({
  name: 'ask_user',
  title: 'Ask the person',
  description:
    'Asks the person who this is done for, and waits for the answer. No answer is not a yes: `status` says what became of the question.',
  inputSchema: input(
    {
      question: { type: 'string', minLength: 1 },
      choices: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'The answers there are.' },
      context: { type: 'string', description: 'What one has to know to answer.' },
    },
    'question',
  ),
  outputSchema: resultSchema({
    status: { enum: ['answered', 'decline', 'cancel', 'timeout', 'disconnected', 'unavailable'] },
    answer: { type: 'string' },
  }),
  annotations: READS,
  run: async ({ question, choices, context }, session, call) => {
    const reply = await answerTo(
      session,
      call,
      {
        kind: 'UserResponse',
        message: context === undefined ? question : `${context}\n\n${question}`,
        ...(choices === undefined ? {} : { choices }),
        about: question,
      },
      {
        of: ({ answer }) => answer,
        again: (answer) => (choices === undefined || choices.includes(answer) ? { answer } : undefined),
      },
    )
    if (reply.action !== 'accept')
      return {
        text: `${UNANSWERED[reply.action]} Decide without an answer, or say what is missing.`,
        data: { status: reply.action },
      }
    const { answer } = reply.content
    return { text: `They answered: ${answer}`, data: { status: 'answered', answer } }
  },
})
