import { isSurehandError } from '../../sdk/errors.js'
import type { Call } from '../tool.js'
import type { Ask, Reply } from './question.js'

const unavailable: Ask = async () => ({ action: 'unavailable' })

/** The person whom a step that fails may ask. Unless it is to ask, remembered answers are all that it gets. */
export class Person {
  /** The call, with what it asks about the step noted. */
  readonly call: Call
  private last: Reply['action'] | undefined

  constructor(call: Call, asks: boolean) {
    const ask: Ask = async (question, signal) => {
      const reply = await call.ask(question, signal)
      this.last = reply.action
      return reply
    }
    this.call = { ...call, ask: asks ? ask : unavailable }
  }

  /** The error of the step, with what came of the question: a model reads whether a person declined or there was none. */
  toldIn(error: unknown): unknown {
    if (isSurehandError(error) && this.last !== undefined && this.last !== 'accept') error.details.asked = this.last
    return error
  }
}
