import { SurehandError } from '../../sdk/errors.js'
import type { Registry } from '../registry.js'
import type { ToolResult } from '../result.js'
import { failureOf } from '../text/failure.js'
import type { CallOptions } from '../tool.js'

/**
 * What a model calls, done in the order in which it is called, one after the other, however the framework hands it over: the calls of
 * one turn are about one desktop. After one that failed, those of the same turn that act are not done: they were thought of for
 * what the failed one was to bring about.
 */
export class Calls {
  private last: Promise<unknown> = Promise.resolve()
  private open = 0
  private failed: string | undefined

  constructor(
    private readonly registry: Registry,
    private readonly own: CallOptions = {},
  ) {}

  /** Calls a tool. What is no tool, or no input, fails as a step does. */
  tool(name: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const known = this.registry.tools.find((tool) => tool.name === name)
    const acts = known?.annotations.readOnlyHint !== true
    return this.inTurn(name, acts, async () => this.registry.tool(name).run(input, { ...this.own, ...options }))
  }

  /** The same with the input as the model wrote it. */
  json(name: string, text: string, options?: CallOptions): Promise<ToolResult> {
    const input = jsonOf(text)
    if (input !== undefined) return this.tool(name, input, options)
    return this.inTurn(name, true, () => {
      throw new SurehandError('INVALID_ARGUMENT', `The arguments of ${name} are no JSON. Call again.`, { tool: name })
    })
  }

  inTurn(name: string, acts: boolean, work: () => Promise<ToolResult>): Promise<ToolResult> {
    this.open++
    const result = this.last.then(() => this.next(name, acts, work))
    this.last = result.then(
      () => this.done(),
      () => this.done(),
    )
    return result
  }

  private async next(name: string, acts: boolean, work: () => Promise<ToolResult>): Promise<ToolResult> {
    try {
      if (acts && this.failed !== undefined) {
        const message = `${name} was not done: ${this.failed}, called before it in the same turn, failed. Look, then decide anew.`
        throw new SurehandError('ABORTED', message, { failed: this.failed })
      }
      const result = await work()
      if (result.isError) this.failed ??= name
      return result
    } catch (error) {
      this.failed ??= name
      return failureOf(name, error)
    }
  }

  /** A turn ends when nothing is left to do; a framework may hand over its calls one by one within a turn of the event loop. */
  private done(): void {
    this.open--
    setImmediate(() => {
      if (this.open === 0) this.failed = undefined
    })
  }
}

/** `undefined` when it is none. Models write nothing for a call without arguments. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
