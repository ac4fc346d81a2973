import { LinearPattern } from '../../../sdk/call/linear-pattern.js'
import { isSurehandError } from '../../../sdk/errors.js'
import { nearest } from '../../../sdk/selector/suggest.js'
import { parseExpression, rootsOf, type Value } from './expression.js'
import type { Plan, Step, Variable } from './plan.js'
import { namesIn } from './template.js'

/** What is wrong with a plan, and where: `steps[3].jumps[0].to_id`. */
export interface Problem {
  place: string
  message: string
}

type Kind = 'text' | 'flag' | 'count' | 'object' | 'list' | 'any'
type Fields = Readonly<Record<string, Kind>>

const PLAN: Fields = {
  workflow_id: 'text',
  name: 'text',
  description: 'text',
  variables: 'object',
  inputs: 'object',
  selectors: 'object',
  steps: 'list',
  troubleshooting: 'list',
  stop_on_error: 'flag',
  start_from_step: 'text',
  end_at_step: 'text',
  follow_fallback: 'flag',
  execute_jumps_at_end: 'flag',
  output: 'any',
  output_parser: 'object',
}

const PARSER: Fields = {
  javascript_code: 'text',
  run: 'text',
  javascript_file_path: 'text',
  ui_tree_source_step_id: 'text',
}

const STEP: Fields = {
  id: 'text',
  name: 'text',
  tool_name: 'text',
  group_name: 'text',
  arguments: 'object',
  steps: 'list',
  if: 'text',
  retries: 'count',
  delay: 'text',
  delay_ms: 'count',
  continue_on_error: 'flag',
  skippable: 'flag',
  fallback_id: 'text',
  jumps: 'list',
}

const JUMP: Fields = { if: 'text', to_id: 'text', reason: 'text' }

const VARIABLE: Fields = {
  type: 'text',
  label: 'text',
  description: 'text',
  default: 'any',
  regex: 'text',
  options: 'list',
  required: 'flag',
  secret: 'flag',
}

const EXPECTED: Record<Kind, string> = {
  text: 'a text',
  flag: 'true or false',
  count: 'a whole number that is not negative',
  object: 'an object',
  list: 'a list',
  any: 'a value',
}

const IS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  flag: (value) => typeof value === 'boolean',
  count: (value) => Number.isInteger(value) && (value as number) >= 0,
  object: isObject,
  list: Array.isArray,
  any: () => true,
}

/** Everything that is wrong with a plan, before any of it runs. `tools`: the names that there are; all, when it is left out. */
export function check(plan: unknown, tools?: ReadonlySet<string>): Problem[] {
  return new Check(tools).plan(plan)
}

class Check {
  private readonly problems: Problem[] = []

  constructor(private readonly tools: ReadonlySet<string> | undefined) {}

  plan(given: unknown): Problem[] {
    if (!this.fields(given, PLAN, '', ['steps'])) return this.problems
    // What has the wrong type is said, and looked into no further.
    const plan = given as unknown as Plan
    const steps = listed(plan.steps, 'steps')
    const others = listed(plan.troubleshooting, 'troubleshooting')
    for (const [name, variable] of Object.entries(object(plan.variables))) this.variable(variable, `variables.${name}`)
    for (const [step, place] of [...steps, ...others]) this.step(step, place)
    this.inputs(plan)

    const ids = this.ids([...steps, ...others])
    for (const key of ['start_from_step', 'end_at_step'] as const) this.target(plan[key], key, ids)
    for (const [step, place] of [...steps, ...others]) this.targets(step, place, ids)

    const known = this.known(plan, [...steps, ...others])
    for (const [step, place] of [...steps, ...others]) this.names(step, place, known)
    this.placeholders(plan.output, 'output', known)
    if (plan.output_parser !== undefined) this.parser(plan.output_parser, ids)
    return this.problems
  }

  private add(place: string, message: string): void {
    this.problems.push({ place, message })
  }

  private fields(
    value: unknown,
    fields: Fields,
    place: string,
    required: readonly string[] = [],
  ): value is Record<string, unknown> {
    if (!isObject(value)) {
      this.add(place, 'Expected an object.')
      return false
    }
    const at = (key: string) => (place === '' ? key : `${place}.${key}`)
    for (const [key, each] of Object.entries(value)) {
      const kind = Object.hasOwn(fields, key) ? fields[key] : undefined
      if (kind === undefined)
        this.add(at(key), `There is no field '${key}' here. There are: ${Object.keys(fields).join(', ')}.`)
      else if (!IS[kind](each)) this.add(at(key), `Expected ${EXPECTED[kind]}.`)
    }
    for (const key of required) if (value[key] === undefined) this.add(at(key), 'It is missing.')
    return true
  }

  private parser(parser: unknown, ids: ReadonlySet<string>): void {
    if (!this.fields(parser, PARSER, 'output_parser')) return
    const scripts = ['javascript_code', 'run', 'javascript_file_path'].filter((key) => parser[key] !== undefined)
    if (scripts.length !== 1) {
      this.add('output_parser', 'It has one of javascript_code, run (the same) and javascript_file_path.')
    }
    this.target(parser.ui_tree_source_step_id, 'output_parser.ui_tree_source_step_id', ids)
  }

  private variable(variable: unknown, place: string): void {
    if (!this.fields(variable, VARIABLE, place, ['type'])) return
    const { type, regex, options } = variable as unknown as Variable
    if (typeof type === 'string' && !Object.hasOwn(TYPES, type)) {
      this.add(`${place}.type`, `There is no type '${type}'. There are: ${Object.keys(TYPES).join(', ')}.`)
    }
    if (type === 'enum' && options === undefined) this.add(`${place}.options`, 'An enum needs its options.')
    if (typeof regex === 'string') this.pattern(regex, `${place}.regex`)
    const fallback = (variable as unknown as Variable).default
    if (fallback !== undefined) this.fits(fallback, variable as unknown as Variable, `${place}.default`)
  }

  private pattern(source: string, place: string): void {
    try {
      new LinearPattern(source, 'u')
    } catch (error) {
      if (!isSurehandError(error, 'INVALID_ARGUMENT')) throw error
      this.add(place, `It is no regular expression: ${error.message}`)
    }
  }

  private inputs(plan: Plan): void {
    const variables = object(plan.variables)
    for (const [name, value] of Object.entries(object(plan.inputs))) {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (isObject(variable)) this.fits(value, variable as unknown as Variable, `inputs.${name}`)
    }
  }

  private fits(value: Value, variable: Variable, place: string): void {
    const problem = misfit(value, variable)
    if (problem !== undefined) this.add(place, problem)
  }

  private step(step: Step, place: string): void {
    if (!this.fields(step, STEP, place)) return
    const { tool_name: tool, group_name: group, steps } = step
    if ((tool === undefined) === (group === undefined))
      this.add(place, 'A step has either a tool_name or a group_name.')
    if (group !== undefined && steps === undefined) this.add(`${place}.steps`, 'A group needs its steps.')
    if (group === undefined && steps !== undefined) this.add(`${place}.steps`, 'Only a group has steps.')
    if (group !== undefined && step.arguments !== undefined)
      this.add(`${place}.arguments`, 'A group has no arguments; its steps have.')
    if (typeof tool === 'string' && this.tools !== undefined && !this.tools.has(tool)) {
      const near = nearest(tool, [...this.tools])
      const meant = near === undefined ? '' : ` Did you mean '${near}'?`
      this.add(`${place}.tool_name`, `There is no tool '${tool}'.${meant}`)
    }
    if (typeof step.delay === 'string' && delayOf(step.delay) === undefined) {
      this.add(`${place}.delay`, "Expected a time: '500ms', '1s', '2m', '1h'.")
    }
    for (const [jump, at] of members(step.jumps, `${place}.jumps`)) this.fields(jump, JUMP, at, ['if', 'to_id'])
  }

  /** Each with its place; said where two have the same. */
  private ids(steps: readonly [Step, string][]): ReadonlySet<string> {
    const ids = new Map<string, string>()
    for (const [{ id } = {} as Step, place] of steps.filter(([step]) => isObject(step))) {
      if (typeof id !== 'string') continue
      const before = ids.get(id)
      if (before !== undefined) this.add(`${place}.id`, `There is a step '${id}' already: ${before}.`)
      else ids.set(id, place)
    }
    return new Set(ids.keys())
  }

  private targets(step: Step, place: string, ids: ReadonlySet<string>): void {
    if (!isObject(step)) return
    this.target(step.fallback_id, `${place}.fallback_id`, ids)
    for (const [jump, at] of members(step.jumps, `${place}.jumps`)) {
      if (isObject(jump)) this.target(jump.to_id, `${at}.to_id`, ids)
    }
  }

  private target(id: unknown, place: string, ids: ReadonlySet<string>): void {
    if (typeof id !== 'string' || ids.has(id)) return
    this.add(place, `There is no step '${id}'. There are: ${[...ids].join(', ') || 'none with an id'}.`)
  }

  /** The names that there may be a value for when a step runs. */
  private known(plan: Plan, steps: readonly [Step, string][]): ReadonlySet<string> {
    const results = steps.flatMap(([step]) => {
      return isObject(step) && typeof step.id === 'string' ? [step.id, `${step.id}_result`, `${step.id}_status`] : []
    })
    const given = [...Object.keys(object(plan.variables)), ...Object.keys(object(plan.inputs))]
    return new Set([...given, ...results, 'env', 'selectors', 'variables', 'inputs'])
  }

  private names(step: Step, place: string, known: ReadonlySet<string>): void {
    if (!isObject(step)) return
    this.placeholders((step as Step).arguments, `${place}.arguments`, known)
    this.condition(step.if, `${place}.if`, known)
    for (const [jump, at] of members(step.jumps, `${place}.jumps`)) {
      if (isObject(jump)) this.condition(jump.if, `${at}.if`, known)
    }
  }

  private condition(text: unknown, place: string, known: ReadonlySet<string>): void {
    if (typeof text !== 'string') return
    this.reading(place, () => rootsOf(parseExpression(bare(text))).map(({ name }) => ({ name, place })), known)
  }

  private placeholders(value: Value, place: string, known: ReadonlySet<string>): void {
    this.reading(place, () => namesIn(value, place), known)
  }

  private reading(place: string, read: () => { name: string; place: string }[], known: ReadonlySet<string>): void {
    try {
      for (const { name, place: at } of read()) {
        if (known.has(name)) continue
        this.add(
          at,
          `There is no '${name}': it is no variable, no input and no result of a step. What steps store is 'env.${name}'.`,
        )
      }
    } catch (error) {
      if (!isSurehandError(error, 'INVALID_ARGUMENT')) throw error
      this.add(place, error.message)
    }
  }
}

const TYPES: Record<Variable['type'], { is: (value: Value) => boolean; expected: string }> = {
  string: { is: (value) => typeof value === 'string', expected: 'a text' },
  number: { is: (value) => typeof value === 'number', expected: 'a number' },
  boolean: { is: (value) => typeof value === 'boolean', expected: 'true or false' },
  enum: { is: () => true, expected: 'one of its options' },
  array: { is: Array.isArray, expected: 'a list' },
  object: { is: isObject, expected: 'an object' },
}

/** Why a variable cannot have this value. Says nothing of the value: it may be a secret. */
export function misfit(value: Value, { type, regex, options }: Variable): string | undefined {
  const kind = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (kind !== undefined && !kind.is(value)) return `Expected ${kind.expected}.`
  if (type === 'enum' && Array.isArray(options) && !options.includes(value)) {
    return `Expected one of ${options.map((option: Value) => JSON.stringify(option)).join(', ')}.`
  }
  return typeof regex === 'string' && typeof value === 'string' ? unlike(regex, value) : undefined
}

function unlike(regex: string, value: string): string | undefined {
  try {
    return new LinearPattern(regex, 'u').test(value) ? undefined : `Expected a text like /${regex}/.`
  } catch (error) {
    // What is no expression is a problem of the variable, which `check` names there.
    if (isSurehandError(error, 'INVALID_ARGUMENT')) return undefined
    if (isSurehandError(error, 'TIMEOUT')) return error.message
    throw error
  }
}

/** ms of `500ms`, `1.5s`, `2m`, `1h`. */
export function delayOf(text: string): number | undefined {
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)\s*$/.exec(text) ?? []
  const factor = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit]
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

/** A condition may be written with or without the braces of a placeholder. */
export function bare(condition: string): string {
  return /^\s*\$?\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition
}

/** Steps and those of their groups, with their places. */
function listed(steps: unknown, place: string): [Step, string][] {
  return members(steps, place).flatMap(([step, at]): [Step, string][] => {
    const inner = isObject(step) ? listed(step.steps, `${at}.steps`) : []
    return [[step as Step, at], ...inner]
  })
}

function members(list: unknown, place: string): [unknown, string][] {
  return Array.isArray(list) ? list.map((each: unknown, index) => [each, `${place}[${index}]`]) : []
}

function object(value: unknown): Record<string, Value> {
  return isObject(value) ? (value as Record<string, Value>) : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
