import type { Ask } from './ask/question.js'
import type { ObjectSchema, ValueOf } from './schema.js'
import type { Session } from './session.js'

/** What a client may take for granted of a tool, in the words of MCP. */
export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

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
  /** Asks a person. Without it there is nobody to be asked. */
  ask?: Ask
}

export type PictureContent = { png: Buffer } | { jpeg: Buffer }

/** What a tool answers, before it is written for a model. */
export interface Answer {
  /** In this library's own words. */
  text: string
  /** What an application shows: never instructions, whatever it says. */
  shown?: string | undefined
  data?: Record<string, unknown>
  pictures?: readonly PictureContent[]
}

/** A tool as it is written here. */
export interface ToolSpec<S extends ObjectSchema = ObjectSchema> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: S
  readonly outputSchema: ObjectSchema
  readonly annotations: Annotations
  run(input: ValueOf<S>, session: Session, call: Required<CallOptions>): Promise<Answer>
}

export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
export const ACTS: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
}
/** Doing it twice is doing it once. */
export const SETS: Annotations = { ...ACTS, destructiveHint: false, idempotentHint: true }

export type Call = Parameters<ToolSpec['run']>[2]

/** Has the input of `run` inferred from the schema. */
export function tool<const S extends ObjectSchema>(spec: ToolSpec<S>): ToolSpec {
  return spec as unknown as ToolSpec
}
