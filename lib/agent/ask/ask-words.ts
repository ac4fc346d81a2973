import type { Reply } from './question.js'

/** What came of a question that was not answered: that a person declined is not that there was none. */
export const UNANSWERED: Readonly<Record<Exclude<Reply['action'], 'accept'>, string>> = {
  decline: 'The person declined to answer.',
  cancel: 'The person closed the question without an answer.',
  timeout: 'The person did not answer in time.',
  disconnected: 'The client that was asked has gone.',
  unavailable: 'No person can be asked here.',
}
