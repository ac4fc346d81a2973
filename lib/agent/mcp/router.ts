import type { Ask, Kind, Question, Reply } from '../ask/question.js'

/** Someone who can be asked. Gives `disconnected` when it goes while it is asked; ends with the signal. */
export interface Peer {
  ask<K extends Kind>(question: Question<K>, signal: AbortSignal): Promise<Reply<K>>
}

/**
 * Whom a question goes to: a peer that attached to be asked (the last one first), else the caller, else none. One that goes while it
 * is asked has not answered: then the next one is asked.
 */
export class Router {
  private readonly peers = new Set<Peer>()

  /** @param limit ms that a person may take */
  constructor(private readonly limit: number) {}

  /** Gives what takes it away again. */
  attach(peer: Peer): () => void {
    this.peers.add(peer)
    return () => void this.peers.delete(peer)
  }

  /** For the call of one caller, who can be asked or cannot. */
  for(caller: Peer | undefined): Ask {
    return async (question, signal) => {
      const stored = [...this.peers].reverse().filter((peer) => peer !== caller)
      const asked = caller === undefined ? stored : [...stored, caller]
      let gone = false
      for (const peer of asked) {
        const reply = await this.limited(peer, question, signal)
        if (reply.action !== 'disconnected' && reply.action !== 'unavailable') return reply
        gone ||= reply.action === 'disconnected'
      }
      return { action: gone ? 'disconnected' : 'unavailable' }
    }
  }

  private async limited<K extends Kind>(peer: Peer, question: Question<K>, signal: AbortSignal): Promise<Reply<K>> {
    const limit = AbortSignal.timeout(this.limit)
    const ended = AbortSignal.any([signal, limit])
    let late: (() => void) | undefined
    // A peer that does not heed the signal is not waited for.
    const over = new Promise<Reply<K>>((resolve) => {
      late = () => resolve({ action: limit.aborted ? 'timeout' : 'cancel' })
      ended.addEventListener('abort', late)
      if (ended.aborted) late()
    })
    try {
      return await Promise.race([peer.ask(question, ended), over])
    } finally {
      if (late !== undefined) ended.removeEventListener('abort', late)
    }
  }
}
