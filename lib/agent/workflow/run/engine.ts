import { setTimeout as sleep } from 'node:timers/promises'
import { isSurehandError } from '../../../sdk/errors.js'
import type { Turn } from '../author.js'
import { bare, delayOf } from '../file/check-file.js'
import { type Expression, evaluate, isTrue, parseExpression, type Value } from '../file/expression.js'
import type { Plan, Step } from '../file/plan.js'
import { type Node, nameOf, type Program } from '../file/program.js'
import { substituteArguments } from '../file/template.js'
import type { Position } from './checkpoint.js'
import { invalid } from './coded-step.js'
import { settled, unsettled } from './doubt.js'
import type { RunOutcome, StepOutcome } from './outcome.js'
import type { Setting } from './setting.js'
import { returned, storedBy } from './stored.js'
import type { Failure } from './toolbox.js'
import { type Answer, type StepNode, tried } from './tries.js'

// More visits than this are a mistake in the plan. Short plans may count in a loop.
const ROUNDS = 10
const FEWEST_VISITS = 1_000
// ms for what a step verifies, where it does not say how long.
const LOOK = 2_000

const EMPTY: Value = {}

/** Walks through a program that was checked. */
export class Execution {
  private readonly done: number
  private readonly env: Record<string, Value>
  /** `{id}_result` and `{id}_status`, those of reads among them. */
  private readonly results = new Map<string, Value>()
  private readonly outcomes = new Map<number, StepOutcome>()
  private readonly failedGroups: Set<number>
  /** Groups that are gone into though the run has failed. */
  private readonly cleaning = new Set<number>()
  private failed: { position: Position; failure: Failure; node: StepNode } | undefined
  private cancelled = false
  /** Steps that failed, and whose `onError` went on. */
  private readonly recovered = new Set<number>()
  /** What a step said that ended the run by its success. */
  output: Value
  private hasSetEnv = false
  /** Whether what the step verifies was so before. */
  private held: boolean | undefined
  /** What each step answered, and, under no id, the last one: for the output parser. */
  readonly texts = new Map<string | undefined, string>()

  constructor(
    private readonly program: Program,
    private readonly plan: Pick<Plan, 'selectors' | 'stop_on_error'>,
    private readonly setting: Setting,
  ) {
    this.done = this.program.nodes.length
    this.env = setting.env
    this.failedGroups = new Set(setting.position.failedGroups)
  }

  async run(): Promise<Omit<RunOutcome, 'duration' | 'output' | 'folder'>> {
    let at = this.setting.position.next
    let visits = 0
    const most = Math.max(FEWEST_VISITS, ROUNDS * this.done)
    const { doubt } = this.setting.position
    if (doubt !== undefined) at = await this.taken(at, doubt.held)
    while (at < this.done) {
      if (this.setting.stop.after.aborted) {
        this.cancelled = true
        break
      }
      const node = this.program.nodes[at] as Node
      if (++visits > most && node.kind === 'step') {
        const message = `${most} steps ran, the last was ${node.place}; a jump probably never ends. Check the jumps.`
        at = await this.fail(at, node, { code: 'INVALID_ARGUMENT', message, sent: 'no' })
        visits = 0
      } else at = await this.visit(at, node)
    }
    return this.outcome()
  }

  /** What a name in a template or an expression stands for. */
  readonly named = (name: string): Value => {
    const { values } = this.setting
    if (Object.hasOwn(values, name)) return values[name]
    if (name === 'env') return this.env
    if (name === 'selectors') return this.plan.selectors ?? EMPTY
    if (name === 'variables' || name === 'inputs') return values
    if (this.results.has(name)) return this.results.get(name)
    if (Object.hasOwn(this.env, name)) return this.env[name]
    // A step's id alone is what came of it, as Terminator has it.
    const result = `${name}_result`
    return this.results.get(result) ?? (Object.hasOwn(this.env, result) ? this.env[result] : undefined)
  }

  get stepOutcomes(): readonly StepOutcome[] {
    return [...this.outcomes.values()].sort((one, other) => one.number - other.number)
  }

  /** Goes to a step, a group or its end, and gives the index of what comes next. */
  private async visit(at: number, node: Node): Promise<number> {
    if (node.kind === 'end') return this.leave(at, this.program.nodes[node.of] as Extract<Node, { kind: 'group' }>)
    if (node.kind === 'step') return this.step(at, node)
    if (!this.isDue(node)) {
      if (this.failed === undefined) this.say(node, 'status', 'skipped')
      return this.ahead(node.end, node.step)
    }
    this.failedGroups.delete(at)
    if (this.failed !== undefined) this.cleaning.add(at)
    return at + 1
  }

  private leave(at: number, node: Extract<Node, { kind: 'group' }>): number {
    const { step } = node
    const begin = (this.program.nodes[at] as Extract<Node, { kind: 'end' }>).of
    const hasFailed = this.failedGroups.has(begin)
    this.say(node, 'status', hasFailed ? 'executed_with_error' : 'executed_without_error')
    return hasFailed ? this.ahead(at, step) : this.after(at, node)
  }

  private async step(at: number, node: StepNode): Promise<number> {
    const { step } = node
    if (!this.isDue(node) || (await node.code?.isDue()) === false) {
      // After a failure, steps that were never reached are not reported as skipped.
      if (this.failed === undefined) this.ended(at, node, { status: 'skipped', attempts: 0, duration: 0 })
      return this.failed === undefined && node.code !== undefined ? this.passed(at, node) : this.ahead(at, step)
    }
    this.setting.onEvent({ type: 'step_started', ...this.about(node), tool: step.tool_name })
    const began = performance.now()
    const { answer, attempts, held } = await tried(this.setting, node, {
      at,
      ...this.about(node),
      most: 1 + this.retriesOf(node),
      input: () => this.inputOf(step, node.place),
      over: this.failed?.position,
    })
    this.held = held
    const duration = performance.now() - began
    const { failure, turn } = answer
    if (failure !== undefined && turn !== undefined) {
      this.recovered.add(at)
      this.ended(at, node, { status: 'executed_with_error', attempts, duration, error: failure })
      return this.passed(at, node, turn)
    }
    if (failure !== undefined && this.setting.stop.now.aborted) {
      this.cancelled = true
      this.ended(at, node, { status: 'cancelled', attempts, duration, error: failure })
      await this.commit(node, this.unfinished(at, failure))
      return this.done
    }
    if (failure !== undefined) {
      const result = node.code === undefined ? { result: answer.data as Value } : {}
      this.ended(at, node, { status: 'executed_with_error', attempts, duration, error: failure, ...result })
      return this.fail(at, node, failure)
    }
    return this.succeed(at, node, answer, { attempts, duration })
  }

  private async succeed(
    at: number,
    node: StepNode,
    { data, text, value, turn }: Answer,
    how: Pick<StepOutcome, 'attempts' | 'duration' | 'seen'>,
  ): Promise<number> {
    const { step, code } = node
    if (code !== undefined) {
      this.ended(at, node, {
        status: 'executed_without_error',
        ...how,
        ...(how.seen ? {} : { result: value ?? null }),
      })
      return this.passed(at, node, turn)
    }
    const answered = returned(step.tool_name as string, data)
    if (text !== '') for (const id of [step.id, undefined]) this.texts.set(id, text)
    const stored = this.isRead(node) ? {} : storedBy(step.tool_name as string, answered)
    Object.assign(this.env, stored)
    this.hasSetEnv = Object.keys(stored).length > 0
    this.ended(at, node, { status: 'executed_without_error', ...how, result: answered as Value })
    return this.passed(at, node)
  }

  /** A step is over, and the run goes on. */
  private async passed(at: number, node: StepNode, turn?: Turn): Promise<number> {
    if (turn?.kind === 'success') this.output = turn.value
    const next = turn?.kind === 'success' ? this.done : this.after(at, node, turn)
    await this.commit(node, this.position(next))
    await this.rest(node.step)
    return next
  }

  private inputOf(step: Step, place: string): Readonly<Record<string, unknown>> {
    return substituteArguments(step.arguments ?? {}, this.named, this.plan.selectors ?? EMPTY, `${place}.arguments`)
  }

  /** A step that the run before was about to send: it is looked at, or asked about. */
  private async taken(at: number, held: boolean | undefined): Promise<number> {
    const node = this.program.nodes[at]
    if (node?.kind !== 'step') return at
    const { step, place, code } = node
    const { tools, stop, decide, onEvent } = this.setting
    const doubt = { step: nameOf(step), id: step.id, tool: step.tool_name, place }
    const look = async () => {
      if (code !== undefined) return code.holds('later')
      try {
        const input = this.inputOf(step, place)
        const { verify_timeout_ms } = input
        return await tools.holds(input, typeof verify_timeout_ms === 'number' ? verify_timeout_ms : LOOK, stop.now)
      } catch (error) {
        if (isSurehandError(error)) return undefined
        throw error
      }
    }
    const verdict = await settled(doubt, held, look, decide, stop.now)
    if (verdict === undefined) {
      const { code, message } = unsettled(doubt)
      const failure: Failure = { code, message, sent: 'unknown' }
      this.failed = { position: { next: at, doubt: { held } }, failure, node }
      this.ended(at, node, { status: 'executed_with_error', attempts: 0, duration: 0, error: failure })
      return this.done
    }
    onEvent({ type: 'run_resumed', ...this.about(node), how: verdict === 'done' ? 'it was done' : 'it was not done' })
    if (verdict === 'again') return at
    return this.succeed(at, node, { data: {}, text: '' }, { attempts: 0, duration: 0, seen: true })
  }

  /** What comes after a step that failed: its fallback, the next one, what follows its group, or the end. */
  private async fail(at: number, node: StepNode, failure: Failure): Promise<number> {
    for (let group = node.group; group !== undefined; group = this.groupAt(group).group) this.failedGroups.add(group)
    const next = this.failed === undefined ? this.recovery(at, node) : this.ahead(at, node.step)
    if (next !== undefined) {
      await this.commit(node, this.position(next))
      await this.rest(node.step)
      return next
    }
    const position = this.unfinished(at, failure)
    this.failed = { position, failure, node }
    await this.commit(node, position)
    return this.ahead(at, node.step)
  }

  private recovery(at: number, node: StepNode): number | undefined {
    let inner: Exclude<Node, { kind: 'end' }> = node
    for (let group = node.group; ; ) {
      const { step } = inner
      const end = inner.kind === 'group' ? inner.end : at
      if (step.fallback_id !== undefined && this.setting.followFallback)
        return this.jump(step, step.fallback_id, 'fallback')
      if (step.continue_on_error || (step.skippable && step.steps !== undefined)) {
        if (inner !== node) this.say(inner, 'status', 'executed_with_error')
        return this.ahead(end, step)
      }
      if (group === undefined) break
      const outer = this.groupAt(group)
      inner = outer
      group = outer.group
    }
    return this.plan.stop_on_error === false ? this.ahead(at, node.step) : undefined
  }

  /** After a success: the first jump whose condition holds, or what comes next. */
  private after(at: number, node: Exclude<Node, { kind: 'end' }>, turn?: Turn): number {
    const { step } = node
    const isLast = step.id !== undefined && step.id === this.setting.endAt
    const to = node.kind === 'step' && !isLast ? (turn?.to ?? node.code?.next) : undefined
    if (to !== undefined) {
      if (!this.program.ids.has(to)) throw invalid(`${step.id} goes on with '${to}', and there is no such step`)
      return this.jump(step, to, 'jump')
    }
    if (this.failed === undefined && (!isLast || this.setting.jumpsAtEnd)) {
      for (const { if: condition, to_id, reason } of step.jumps ?? []) {
        if (this.holds(parseExpression(bare(condition)))) return this.jump(step, to_id, 'jump', reason)
      }
    }
    return this.ahead(at, step)
  }

  private jump(step: Step, to: string, why: 'jump' | 'fallback', reason?: string): number {
    this.setting.onEvent({ type: 'jumped', step: nameOf(step), to, why, reason })
    return this.program.ids.get(to) as number
  }

  /** What stands next; the end where this was the last, or `end_at_step`. A run does not walk into `troubleshooting`. */
  private ahead(at: number, step: Step): number {
    const isLast = step.id !== undefined && step.id === this.setting.endAt
    return isLast || at + 1 === this.program.end ? this.done : at + 1
  }

  /** Once a step has failed for good, only what asks for `always()` is, and what stands in such a group. */
  private isDue({ step, group }: Extract<Node, { step: Step }>): boolean {
    const condition = step.if === undefined ? undefined : parseExpression(bare(step.if))
    if (this.failed !== undefined && !(group !== undefined && this.cleaning.has(group))) {
      if (condition === undefined || !asksForAlways(condition)) return false
    }
    return condition === undefined || this.holds(condition)
  }

  private holds(condition: Expression): boolean {
    return isTrue(evaluate(condition, this.named))
  }

  private retriesOf({ step, group }: StepNode): number {
    if (step.retries !== undefined) return step.retries
    for (let at = group; at !== undefined; at = this.groupAt(at).group) {
      const { retries } = this.groupAt(at).step
      if (retries !== undefined) return retries
    }
    return 0
  }

  private groupAt(at: number): Extract<Node, { kind: 'group' }> {
    return this.program.nodes[at] as Extract<Node, { kind: 'group' }>
  }

  private async rest({ delay, delay_ms }: Step): Promise<void> {
    const ms = delay_ms ?? (delay === undefined ? 0 : (delayOf(delay) ?? 0))
    if (ms > 0) await sleep(ms, undefined, { signal: this.setting.stop.after }).catch(() => {})
  }

  private position(next: number): Position {
    return this.failedGroups.size === 0 ? { next } : { next, failedGroups: [...this.failedGroups] }
  }

  /** Where a run goes on whose step was not finished. What may have been sent is in doubt. */
  private unfinished(at: number, { sent }: Failure): Position {
    const node = this.program.nodes[at] as StepNode
    return sent === 'no' || this.isRead(node) ? this.position(at) : { ...this.position(at), doubt: { held: this.held } }
  }

  /** Reads store nothing. */
  private isRead({ step: { tool_name } }: Exclude<Node, { kind: 'end' }>): boolean {
    return tool_name !== undefined && this.setting.tools.tool(tool_name).reads
  }

  private async commit(node: StepNode, next: Position): Promise<void> {
    const { step, number } = node
    const { checkpoint, secrets } = this.setting
    if (checkpoint === undefined) return
    // What runs after the run has failed does not move the place where it failed.
    const position = this.failed?.position ?? next
    const isStored = !this.isRead(node) && (step.id !== undefined || this.hasSetEnv)
    this.hasSetEnv = false
    if (isStored) await checkpoint.store(secrets.hidden(this.env), position, step.id, number - 1)
    else await checkpoint.passed(position)
  }

  private ended(
    at: number,
    node: StepNode,
    how: Pick<StepOutcome, 'status' | 'attempts' | 'duration' | 'result' | 'error' | 'seen'>,
  ): void {
    const { step, place, number } = node
    const { secrets, onEvent } = this.setting
    const { result, ...said } = secrets.hidden(how)
    this.outcomes.set(at, { number, place, id: step.id, name: nameOf(step), ...secrets.hidden(how) })
    this.say(node, 'status', how.status)
    const came = node.code === undefined ? toldOf(how) : how.result
    if (how.status !== 'skipped' && came !== undefined) this.say(node, 'result', came)
    const effect = (result as { effect?: unknown } | undefined)?.effect
    onEvent({ type: 'step_ended', ...this.about(node), ...said, ...(typeof effect === 'string' ? { effect } : {}) })
  }

  private say(node: Exclude<Node, { kind: 'end' }>, what: 'status' | 'result', value: Value): void {
    const { step } = node
    if (step.id === undefined) return
    this.results.set(`${step.id}_${what}`, value)
    if (!this.isRead(node)) this.env[`${step.id}_${what}`] = value
  }

  private about(node: StepNode): { step: string; number: number; of: number } {
    return { step: nameOf(node.step), number: node.number, of: this.program.size }
  }

  private outcome(): Omit<RunOutcome, 'duration' | 'output' | 'folder'> {
    const { secrets } = this.setting
    const steps = this.stepOutcomes
    const isError = ([at, { status }]: [number, StepOutcome]) =>
      status === 'executed_with_error' && !this.recovered.has(at)
    const hasErrors = this.failed !== undefined || [...this.outcomes].some(isError)
    const status = this.cancelled ? 'cancelled' : hasErrors ? 'executed_with_error' : 'executed_without_error'
    const { failed } = this
    const error = failed && { ...failed.failure, place: failed.node.place, step: failed.node.step.id }
    return {
      status,
      steps,
      env: secrets.hidden(this.env),
      ...(error === undefined ? {} : { error: secrets.hidden(error) }),
    }
  }
}

function toldOf({ error, result }: Pick<StepOutcome, 'error' | 'result'>): Value {
  return error === undefined ? (result ?? {}) : { error: { ...error } }
}

function asksForAlways(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return expression.name === 'always' || expression.arguments.some(asksForAlways)
    case 'not':
      return asksForAlways(expression.operand)
    case 'binary':
      return asksForAlways(expression.left) || asksForAlways(expression.right)
    default:
      return false
  }
}
