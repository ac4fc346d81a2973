import { randomUUID } from 'node:crypto'
import type { Kind, Question, Reply } from '../ask/question.js'
import type { Progress, ToolResult } from '../index.js'
import type { OpenQuestions } from './open-questions.js'
import type { Peer } from './router.js'

// ms for which the outcome of a call is kept for a client that comes back for it.
const KEPT = 600_000

/** What a client has to come back with. */
export interface Pause {
  id: string
  question: Question
}

/**
 * A call that goes on between the requests of its client (2026-07-28): it asks by ending a request, and the request with the answer takes it
 * up again. What it was about to do waits here, with its plan and its refs; an answer that comes twice finds it further on.
 */
export class HeldCall implements Peer {
  readonly id = randomUUID()
  private readonly stop = new AbortController()
  private outcome: Promise<ToolResult> | undefined
  private asking: Pause | undefined
  // Of each request that waits: a client may come twice.
  private readonly waiting = new Set<() => void>()
  private report: (progress: Progress) => void = () => {}

  constructor(
    readonly tool: string,
    private readonly questions: OpenQuestions,
  ) {}

  get signal(): AbortSignal {
    return this.stop.signal
  }

  readonly onProgress = (progress: Progress): void => this.report(progress)

  start(run: () => Promise<ToolResult>): void {
    this.outcome = run()
    // It may fail while no request waits for it.
    this.outcome.catch(() => {})
  }

  async ask<K extends Kind>(question: Question<K>, signal: AbortSignal): Promise<Reply<K>> {
    const { id, reply } = this.questions.put(question, signal)
    this.asking = { id, question }
    for (const wake of this.waiting) wake()
    try {
      return await reply
    } finally {
      this.asking = undefined
    }
  }

  /** Until it has ended or asks something. A request that is cancelled meanwhile cancels it. */
  async next(signal: AbortSignal, report: (progress: Progress) => void): Promise<ToolResult | Pause> {
    const cancel = () => this.stop.abort(signal.reason)
    signal.addEventListener('abort', cancel)
    this.report = report
    try {
      for (;;) {
        const { asking } = this
        // Answered, and not yet gone on.
        if (asking !== undefined && this.questions.of(asking.id) !== undefined) return asking
        const ended = await Promise.race([this.outcome as Promise<ToolResult>, this.asks()])
        if (ended !== undefined) return ended
      }
    } finally {
      this.report = () => {}
      signal.removeEventListener('abort', cancel)
    }
  }

  private asks(): Promise<undefined> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake)
        resolve(undefined)
      }
      this.waiting.add(wake)
    })
  }
}

/** The calls that may be taken up again. */
export class HeldCalls {
  private readonly calls = new Map<string, HeldCall>()

  keep(call: HeldCall): void {
    if (this.calls.has(call.id)) return
    this.calls.set(call.id, call)
    setTimeout(() => this.calls.delete(call.id), KEPT).unref()
  }

  of(id: string): HeldCall | undefined {
    return this.calls.get(id)
  }
}
