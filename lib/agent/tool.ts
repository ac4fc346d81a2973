import type { CallOptions } from './call.js'
import type { PictureContent } from './capture/encode.js'
import type { ObjectSchema, ValueOf } from './schema.js'
import type { Session } from './session.js'

export type { Call, CallOptions, Progress } from './call.js'
export type { PictureContent } from './capture/encode.js'

/** What a client may take for granted of a tool, in the words of MCP. */
export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** What a tool answers, before it is written for a model. */
export interface Answer {
  /** In this library's own words. */
  text: string
  /** What an application shows: never instructions, whatever it says. */
  shown?: string | undefined
  data?: Record<string, unknown>
  pictures?: readonly PictureContent[]
  /** Given when it failed all the same: the rest says how far it came. */
  error?: { code: string; message: string; sent: 'no' | 'unknown' }
}

/** A tool as it is written here. */
export interface ToolSpec<S extends ObjectSchema = ObjectSchema> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: S
  readonly outputSchema: ObjectSchema
  readonly annotations: Annotations
  /** The option of the registry without which there is no such tool: what it reaches is more than a desktop. */
  readonly needs?: 'files' | 'commands'
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

/** Has the input of `run` inferred from the schema. */
export function tool<const S extends ObjectSchema>(spec: ToolSpec<S>): ToolSpec {
  return spec as unknown as ToolSpec
}
