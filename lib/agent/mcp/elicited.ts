import type { Server } from '@modelcontextprotocol/server'
import type { Kind, Question, Reply } from '../ask/question.js'
import { elicitation, replyOf } from './elicitation.js'
import type { Peer } from './router.js'

// ms; longer than a person may take: the router ends what takes too long, and says so.
const LONGEST = 2 ** 31 - 1

/** A client of the older era, which is asked while a call is open. */
export class Elicited implements Peer {
  private readonly gone = new AbortController()

  constructor(
    private readonly server: Server,
    private readonly reachable: () => boolean,
  ) {}

  close(): void {
    this.gone.abort()
  }

  async ask<K extends Kind>(question: Question<K>, signal: AbortSignal): Promise<Reply<K>> {
    if (!this.reachable()) return { action: 'unavailable' }
    try {
      const any = AbortSignal.any([signal, this.gone.signal])
      return replyOf(question, await this.server.elicitInput(elicitation(question), { signal: any, timeout: LONGEST }))
    } catch (error) {
      if (signal.aborted) return { action: 'cancel' }
      return { action: isInvalid(error) ? 'cancel' : 'disconnected' }
    }
  }
}

/** An answer that is not what was asked for, as the SDK sees it. */
function isInvalid(error: unknown): boolean {
  return (error as { code?: unknown }).code === -32602
}
