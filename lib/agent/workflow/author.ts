import type { Desktop } from '../../sdk/desktop.js'
import { SurehandError } from '../../sdk/errors.js'
import type { Value } from './file/expression.js'

/** What a step of a TypeScript workflow is given. */
export interface StepContext<Input = unknown> {
  /** Ends its waits when the step is to end; what it sends is journalled. */
  readonly desktop: Desktop
  readonly input: Input
  /** What steps returned (`{id}_result`), and what was put there: stored after every step. JSON. */
  readonly env: Record<string, Value>
  /** From 1. */
  readonly attempt: number
  readonly signal: AbortSignal
  /** To be waited for before a step does what goes not by the desktop and is not to happen twice: a request that books something. */
  sending(): Promise<void>
}

export interface FailedContext<Input = unknown> extends StepContext<Input> {
  readonly error: unknown
}

/** How a workflow goes on, where a step says more than what it made. */
export class Turn {
  constructor(
    readonly kind: 'next' | 'retry' | 'success',
    readonly to: string | undefined,
    readonly value: Value,
  ) {}
}

/** Goes on with that step. */
export const next = (id: string, value?: Value): Turn => new Turn('next', id, value)
/** Tries the step again, within its `retries`. */
export const retry = (): Turn => new Turn('retry', undefined, undefined)
/** Ends the workflow: it has succeeded. */
export const success = (value?: Value): Turn => new Turn('success', undefined, value)

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has done what it is for, async ones as well.
type Said<T> = T | void
export type Returned = Said<Value | Turn>

export interface WorkflowStep<Input = unknown> {
  readonly id: string
  readonly name?: string
  readonly description?: string
  execute(context: StepContext<Input>): Returned | Promise<Returned>
  /** Whether it is done. Asked afterwards; before, and when a run was ended in this step, whether anything is left to do. */
  expect?(context: StepContext<Input>): boolean | Promise<boolean>
  /** When all tries have failed: how to go on, or nothing, and the workflow fails. `retry()` there is one more try. */
  onError?(context: FailedContext<Input>): Said<Turn> | Promise<Said<Turn>>
  /** ms for one try; then its signal fires. Default: none. */
  readonly timeout?: number
  /** How often it is tried again, where nothing can be done twice. Default: 0. */
  readonly retries?: number
  /** ms. Default: 1,000. */
  readonly retryDelayMs?: number
  /** Whether doing it twice is doing it once. Default: false, and what was sent is not sent again by itself. */
  readonly idempotent?: boolean
  /** Left out where this says no. */
  condition?(context: StepContext<Input>): boolean | Promise<boolean>
  /** The step after it, instead of the next one. */
  readonly next?: string | ((context: StepContext<Input>) => string | undefined)
}

export interface Workflow<Input = unknown> {
  /** Names its state, where its file is in no `workflows` folder. */
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** Says what the input is, and throws for what it is not: a schema of zod, for one. */
  readonly input?: { parse(value: unknown): Input }
  /** Members of the input that are never stored. */
  readonly secrets?: readonly string[]
  readonly steps: readonly WorkflowStep<Input>[]
  /** Told in the end; what it returns is the output. */
  onSuccess?(context: { env: Readonly<Record<string, Value>>; input: Input }): Said<Value> | Promise<Said<Value>>
  onError?(context: {
    env: Readonly<Record<string, Value>>
    input: Input
    error: unknown
    step: string
  }): void | Promise<void>
}

/** A step, checked. */
export function createStep<Input = unknown>(step: WorkflowStep<Input>): WorkflowStep<Input> {
  if (typeof step.id !== 'string' || step.id === '') throw wrong('a step needs an id')
  if (typeof step.execute !== 'function') throw wrong(`the step ${step.id} needs execute()`)
  for (const key of ['retries', 'retryDelayMs', 'timeout'] as const) {
    const value = step[key]
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw wrong(`${step.id}.${key} must be a number that is not negative`)
  }
  return step
}

/** A workflow, checked: each id once, and each `next` there. */
export function createWorkflow<Input = unknown>(workflow: Workflow<Input>): Workflow<Input> {
  if (typeof workflow.id !== 'string' || workflow.id === '') throw wrong('a workflow needs an id')
  const ids = workflow.steps.map((step) => createStep(step).id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw wrong(`there are two steps with the id ${twice}`)
  for (const { id, next } of workflow.steps) {
    if (typeof next === 'string' && !ids.includes(next))
      throw wrong(`${id}.next: there is no step ${next}; there are ${ids.join(', ')}`)
  }
  return workflow
}

export function isWorkflow(value: unknown): value is Workflow {
  const { id, steps } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Workflow>
  return typeof id === 'string' && Array.isArray(steps) && steps.every((step) => typeof step?.execute === 'function')
}

function wrong(what: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `createWorkflow(): ${what}.`, {})
}
