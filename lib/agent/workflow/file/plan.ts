import type { Value } from './expression.js'

/** A workflow as its file says it, with Terminator's names. */
export interface Plan {
  /** Names its checkpoints, where its file is in no `workflows` folder. */
  workflow_id?: string
  name?: string
  description?: string
  variables?: Readonly<Record<string, Variable>>
  inputs?: Readonly<Record<string, Value>>
  /** What steps have in common: `{{selectors.reply}}`. */
  selectors?: Readonly<Record<string, Value>>
  steps: readonly Step[]
  /** Steps that only `fallback_id`, jumps and `start_from_step` lead to. */
  troubleshooting?: readonly Step[]
  /** Whether a step that fails ends it. Default: true. */
  stop_on_error?: boolean
  start_from_step?: string
  end_at_step?: string
  /** Whether `fallback_id` is followed. Default: true, but with `end_at_step`. */
  follow_fallback?: boolean
  /** Whether the jumps of `end_at_step` are taken. Default: false. */
  execute_jumps_at_end?: boolean
  /** What it gives in the end. */
  output?: Value
  /** The same, by a script. Left out with `end_at_step`. */
  output_parser?: OutputParser
}

/** JavaScript that returns what a run gives, from `tree` and `sequenceResult`. It has the language and nothing else. */
export interface OutputParser {
  javascript_code?: string
  /** Another name of `javascript_code`. */
  run?: string
  /** Another file, beside the workflow's. */
  javascript_file_path?: string
  /** The step whose tree is `tree`. Default: the last one's answer. */
  ui_tree_source_step_id?: string
}

export interface Variable {
  type: 'string' | 'number' | 'boolean' | 'enum' | 'array' | 'object'
  label?: string
  description?: string
  default?: Value
  /** What a text has to match, anywhere in it unless anchored. */
  regex?: string
  /** Of an enum. */
  options?: readonly Value[]
  /** Default: true. One with a default is never missing. */
  required?: boolean
  /** Never stored: asked for again when the run is resumed. */
  secret?: boolean
}

/** One call of a tool, or a group of them. */
export interface Step {
  /** `{id}_result` and `{id}_status` hold what came of it. */
  id?: string
  name?: string
  tool_name?: string
  group_name?: string
  arguments?: Readonly<Record<string, Value>>
  /** Of a group. */
  steps?: readonly Step[]
  /** Runs it only then. */
  if?: string
  /** How often it is tried again, where that does nothing twice. Of a group: each of its steps that says nothing else. */
  retries?: number
  /** After it: `500ms`, `1s`, `2m`, `1h`, or in ms. */
  delay?: string
  delay_ms?: number
  /** Goes on with the next one when it fails. */
  continue_on_error?: boolean
  /** Of a group: the rest of it is left out when one of its steps fails. */
  skippable?: boolean
  /** The step that goes on when it fails. */
  fallback_id?: string
  /** After it succeeded; the first whose condition holds. */
  jumps?: readonly Jump[]
}

export interface Jump {
  if: string
  to_id: string
  reason?: string
}
