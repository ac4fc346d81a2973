import type { Ask } from './ask/question.js'

/** How far a call has got. */
export interface Progress {
  progress: number
  total?: number
  message?: string
}

/** What a call of a tool is given besides its input. */
export interface CallOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Asks a person. Without it no person can be asked. */
  ask?: Ask
}

/** The same with nothing left open. */
export type Call = Required<CallOptions>

/** What a call of a tool came to, as far as one is told who only looks on. */
interface Outcome {
  structuredContent: Record<string, unknown>
  isError?: true
}

/** Does a call, and may keep what came of it. */
export type Around = <Result extends Outcome>(
  tool: string,
  input: Record<string, unknown>,
  call: () => Promise<Result>,
) => Promise<Result>
