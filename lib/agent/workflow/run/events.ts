import type { Status } from './outcome.js'
import type { Failure } from './toolbox.js'

/** What happens in a run, for who follows it. Says nothing of what was typed, and no secret. */
export type RunEvent =
  | { type: 'run_started'; name: string; steps: number; folder?: string | undefined; note?: string | undefined }
  | { type: 'run_resumed'; step: string; number: number; how: string }
  | { type: 'step_started'; step: string; number: number; of: number; tool?: string | undefined }
  | { type: 'step_retried'; step: string; number: number; attempt: number; error: Failure }
  | {
      type: 'step_ended'
      step: string
      number: number
      of: number
      status: Status
      attempts: number
      duration: number
      effect?: string | undefined
      error?: Failure | undefined
    }
  | { type: 'jumped'; step: string; to: string; why: 'jump' | 'fallback'; reason?: string | undefined }
  | { type: 'run_ended'; status: Status; duration: number; error?: Failure | undefined }

export type OnEvent = (event: RunEvent) => void
