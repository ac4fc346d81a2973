import { randomUUID } from 'node:crypto'
import type { Kind, Question, Reply } from '../ask/question.js'
import { schemaOf } from '../ask/schemas.js'
import type { Peer } from './router.js'

// ms after a client listed the questions for which it counts as present.
const ATTENDS = 60_000

interface Open {
  question: Question
  answer: (reply: Reply) => void
}

/** Questions that wait for an answer; the first one counts. In the newer era clients find them as a resource. */
export class OpenQuestions implements Peer {
  private readonly open = new Map<string, Open>()
  private looked = Number.NEGATIVE_INFINITY

  /** Asks the clients that list questions; `unavailable` when none has lately. */
  async ask<K extends Kind>(question: Question<K>, signal: AbortSignal): Promise<Reply<K>> {
    if (performance.now() - this.looked > ATTENDS) return { action: 'unavailable' }
    return this.put(question, signal).reply
  }

  /** A question that is open until it is answered or the signal ends it. */
  put<K extends Kind>(question: Question<K>, signal: AbortSignal): { id: string; reply: Promise<Reply<K>> } {
    const id = randomUUID()
    const reply = new Promise<Reply<K>>((resolve) => {
      const answer = (given: Reply) => {
        this.open.delete(id)
        resolve(given as Reply<K>)
      }
      this.open.set(id, { question, answer })
      signal.addEventListener('abort', () => answer({ action: 'cancel' }), { once: true })
    })
    return { id, reply }
  }

  of(id: string): Question | undefined {
    return this.open.get(id)?.question
  }

  /** False when it is not open: it was answered, or is over. The first answer counts. */
  answer(id: string, reply: Reply): boolean {
    const open = this.open.get(id)
    open?.answer(reply)
    return open !== undefined
  }

  /** What there is to answer, for a client that looks. */
  list(): string {
    this.looked = performance.now()
    const questions = [...this.open].map(([id, { question }]) => {
      const { kind, message, about } = question
      return { id, kind, message, about, answer: schemaOf(question) }
    })
    return JSON.stringify({ questions }, undefined, 1)
  }
}
