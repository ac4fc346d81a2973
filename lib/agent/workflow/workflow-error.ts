/** Whose fault it is: the order that is not there, or the program that does not answer. */
export type ErrorCategory = 'business' | 'technical'

export interface WorkflowErrorOptions {
  category: ErrorCategory
  code: string
  message: string
  /** Whether trying the step again can help. Default: false. */
  recoverable?: boolean
  metadata?: Readonly<Record<string, unknown>>
  cause?: unknown
}

/** What a step throws to say what went wrong in words of its own. */
export class WorkflowError extends Error {
  readonly category: ErrorCategory
  readonly code: string
  readonly recoverable: boolean
  readonly metadata: Readonly<Record<string, unknown>>

  constructor({ category, code, message, recoverable = false, metadata = {}, cause }: WorkflowErrorOptions) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'WorkflowError'
    this.category = category
    this.code = code
    this.recoverable = recoverable
    this.metadata = metadata
  }
}
