import type { Hooks } from '../sdk/action/hooks.js'
import { hooked, hooksOf } from '../sdk/action/hooks.js'
import {
  asked,
  checkOptions,
  flag,
  milliseconds,
  objectOf,
  oneOf,
  type Requirement,
  record,
  someText,
  texts,
} from '../sdk/call/arguments.js'
import { DEFAULT_TIMEOUT } from '../sdk/call/limits.js'
import type { Desktop } from '../sdk/desktop.js'
import { SurehandError } from '../sdk/errors.js'
import { nearest } from '../sdk/selector/suggest.js'
import { during } from './ask/asking.js'
import type { Ask } from './ask/question.js'
import type { Around } from './call.js'
import type { Deadline } from './deadline.js'
import type { GroundingOptions } from './grounding/grounding-options.js'
import { Halt, resumeKey } from './halt.js'
import { KnownApps } from './known-apps.js'
import { Memory } from './memory.js'
import { PROFILES, type ProfileName } from './profiles.js'
import { resultOf, type ToolResult } from './result.js'
import type { ObjectSchema } from './schema.js'
import { isStep, stepsOf } from './sequence/steps.js'
import { type Session, sessionOf } from './session.js'
import { appOf } from './target.js'
import { forTerminator } from './terminator.js'
import { failureOf } from './text/failure.js'
import { nearMissesOf } from './text/near-misses.js'
import type { Annotations, CallOptions, ToolSpec } from './tool.js'
import { VERBS } from './tools/core/act.js'
import { Turns } from './turns.js'
import { checkInput } from './validate.js'
import type { Toolbox } from './workflow/run/toolbox.js'

export interface RegistryOptions {
  /** Which tools there are. Default: `core`. */
  profile?: ProfileName
  /** Of these, only those named here. */
  allow?: readonly string[]
  /** And none of those. With `allow` or `deny` there is no `more`, which leads to all others, unless `allow` names it. */
  deny?: readonly string[]
  /** Asked before anything is sent, whichever tool sends it: a policy. */
  hooks?: Hooks | readonly Hooks[]
  /** ms; what calls get that name no `timeout_ms`. Default: 5,000. */
  timeout?: number
  /**
   * Whether a step that fails asks the person: which of several elements, what instead of what is missing, what to do about a failure.
   * Default: false, the model decides; it passes one question on with `ask_person: true`. A policy and `ask_user` ask in any case.
   */
  askAboutSteps?: boolean
  /** Where answers are kept that a person wants to be taken from now on: a JSON file. Default: as long as this registry. */
  answers?: string
  /** Switches on the tools for files that the profile has, in this folder: nothing leads out of it. */
  files?: { root: string }
  /** Switches on `run_command` if the profile has it. Commands start in this folder; what they do from there is theirs. */
  commands?: { root: string }
  /**
   * The name of the desktop, for turns: where other programs of this library use the same keyboard and pointer (`:0`), a call has them from
   * the first of what it sends there until it ends. Default: no turns are taken.
   */
  turns?: string
  /**
   * A chord by which a person stops everything, wherever the keyboard is (`Control+Alt+Shift+Escape`): calls under way end with ABORTED
   * and what had been sent, keys are let go of, and nothing is sent until the same modifiers with Enter are pressed. Default: none. Where the
   * desktop does not tell of keys (`desktop.capabilities()`: `hotkey`), a warning of the process says so.
   */
  haltKey?: string
  /** What finds things on the screen besides the tree: a browser, an OmniParser server, a vision model. */
  grounding?: GroundingOptions
  /** @internal Every call of a tool goes through it, those of sequences among them. */
  around?: Around
}

/** A tool as an embedder sees it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema 2020-12. */
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: Annotations
  /** A step that fails is a result with `isError`. Rejects only for what is wrong with the library itself. */
  run(input: unknown, options?: CallOptions): Promise<ToolResult>
}

/** One list of tools over one desktop. */
export class Registry {
  readonly tools: readonly Tool[]

  /** @internal Use {@link createRegistry}. */
  constructor(
    specs: readonly ToolSpec[],
    private readonly session: () => Promise<Session>,
    private readonly begun: () => Promise<Session> | undefined,
    /** What steps of a workflow may be calls of: the tools, and in the core profile those that `more` leads to. */
    readonly stepNames: ReadonlySet<string>,
  ) {
    this.tools = specs.map((spec) => toolOf(spec, session))
  }

  /** The desktop that the tools are over, opened if it was not yet. */
  async desktop(): Promise<Desktop> {
    return (await this.session()).desktop
  }

  /** The tools as the steps of a workflow. */
  async steps(options: CallOptions = {}): Promise<Toolbox> {
    return (await this.session()).steps(callOf(options))
  }

  /** Ends what tools have started for themselves: the reading of text, the connection to a browser. The desktop stays open. Idempotent. */
  async end(): Promise<void> {
    const session = await this.begun()?.catch(() => undefined)
    session?.halt?.end()
    await session?.eyes.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }

  /** INVALID_ARGUMENT, with the nearest name, when there is none. */
  tool(name: string): Tool {
    const found = this.tools.find((tool) => tool.name === name)
    if (found !== undefined) return found
    const names = this.tools.map((tool) => tool.name)
    const near = nearest(name, names)
    const meant = hint(name, names) ?? (near === undefined ? '' : ` Did you mean ${near}?`)
    throw new SurehandError('INVALID_ARGUMENT', `There is no tool ${name} here.${meant}`, { tool: name, tools: names })
  }

  /** @internal For what is built on tools: this one, or the same where the profile has another one, `by`, that stands for it. */
  underlying(spec: ToolSpec, by: string): Tool {
    const isThere = (name: string) => this.tools.some((tool) => tool.name === name)
    return !isThere(spec.name) && isThere(by) ? toolOf(spec, this.session) : this.tool(spec.name)
  }
}

/**
 * The tools of a profile, over a desktop, or over one that is opened when the first tool is called: where that fails, the call fails, and
 * the next one tries again. Throws INVALID_ARGUMENT for a list that names what is no tool. */
export function createRegistry(desktop: Desktop | (() => Promise<Desktop>), options: RegistryOptions = {}): Registry {
  const call = 'createRegistry(desktop, options)'
  checkOptions(call, options, {
    profile: oneOf(...Object.keys(PROFILES)),
    allow: texts,
    deny: texts,
    hooks: hooked,
    timeout: milliseconds,
    answers: someText,
    askAboutSteps: flag,
    files: folder,
    commands: folder,
    grounding: record,
    turns: someText,
    haltKey: someText,
    around: asked,
  })
  if (options.haltKey !== undefined) resumeKey(options.haltKey)
  const {
    profile = 'core',
    allow,
    deny = [],
    hooks,
    timeout = DEFAULT_TIMEOUT,
    answers,
    askAboutSteps = false,
    files,
    commands,
    grounding,
  } = options
  const isOn = ({ needs }: ToolSpec) => needs === undefined || options[needs] !== undefined
  const specs = PROFILES[profile].filter(isOn)
  const names = specs.map(({ name }) => name)
  const stray = [...(allow ?? []), ...deny].find((name) => !names.includes(name))
  if (stray !== undefined) {
    const message = `${call}: there is no tool ${stray} in the profile ${profile}; there are ${names.join(', ')}.`
    throw new SurehandError('INVALID_ARGUMENT', message, { tool: stray, tools: names })
  }
  // It leads to what was left out.
  const leavesOutMore = allow === undefined && deny.length > 0
  const unwanted = leavesOutMore ? [...deny, 'more'] : deny
  const chosen = specs.filter(({ name }) => (allow?.includes(name) ?? true) && !unwanted.includes(name))
  const leadsToOthers = chosen.some(({ name }) => name === 'more')
  const inSteps = leadsToOthers ? [...chosen, ...PROFILES.terminator.filter(isOn)] : chosen
  let session: Promise<Session> | undefined
  const open = async () => {
    const opened = typeof desktop === 'function' ? await desktop() : desktop
    const turns = options.turns === undefined ? undefined : new Turns(options.turns)
    const halt = options.haltKey === undefined ? undefined : await Halt.watch(opened, options.haltKey)
    const memory = new Memory()
    const own = [
      ...hooksOf(hooks),
      ...(turns === undefined ? [] : [turns.hooks]),
      ...(halt === undefined ? [] : [halt.hooks]),
      memory.hooks,
    ]
    const tools = new Set(inSteps.map(({ name }) => name))
    const bind = (spec: ToolSpec, over: Session) => toolOf(spec, async () => over).run
    return sessionOf(opened.with({ hooks: own }), {
      turns,
      halt,
      memory,
      timeout,
      answers,
      askAboutSteps,
      files,
      commands,
      tools,
      grounding,
      around: options.around,
      steps: (over, call) => stepsOf(inSteps, bind, over, call),
    })
  }
  const begin = () => {
    session ??= open().catch((error: unknown) => {
      session = undefined
      throw error
    })
    return session
  }
  const stepNames = new Set(inSteps.map(({ name }) => name).filter(isStep))
  return new Registry(chosen, begin, () => session, stepNames)
}

/** What to do for a tool that is off, or that another one leads to. */
function hint(name: string, here: readonly string[]): string | undefined {
  if (here.includes('act') && VERBS.some((verb) => verb === name)) return ` act does it: { verb: "${name}", … }.`
  const spec = PROFILES.terminator.find((each) => each.name === name)
  if (spec === undefined) return undefined
  const { needs } = spec
  if (needs !== undefined)
    return ` It is off: createRegistry(desktop, { ${needs}: { root } }), or surehand mcp --${needs} FOLDER.`
  return here.includes('more') ? ` more calls it: { tool: "${name}", arguments: { … } }.` : undefined
}

const folder: Requirement = {
  ...objectOf({ root: someText }, 'an object { root }'),
  accepts: ({ root }: { root?: string }) => root !== undefined,
}

const unavailable: Ask = async () => ({ action: 'unavailable' })

function callOf(options: CallOptions | undefined): Required<CallOptions> {
  return {
    signal: options?.signal ?? new AbortController().signal,
    onProgress: options?.onProgress ?? (() => {}),
    ask: options?.ask ?? unavailable,
  }
}

function toolOf(spec: ToolSpec, session: () => Promise<Session>): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = spec
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    async run(input, options) {
      const call = callOf(options)
      try {
        const meant = forTerminator(name, input)
        checkInput(name, inputSchema, meant)
        const own = await session()
        const run = () => ran(spec, meant, own, call)
        return own.around === undefined ? await run() : await own.around(name, meant as Record<string, unknown>, run)
      } catch (error) {
        return failureOf(name, error, nearMissesOf(error))
      }
    },
  }
}

async function ran(spec: ToolSpec, input: unknown, own: Session, call: Required<CallOptions>): Promise<ToolResult> {
  const known = KnownApps.of(own.desktop)
  const run = (call: Required<CallOptions>) => during(call, () => spec.run(input as never, own, call))
  const stoppable = () =>
    own.halt === undefined ? run(call) : own.halt.during(call.signal, (signal) => run({ ...call, signal }))
  try {
    const answer = own.turns === undefined ? stoppable() : own.turns.during(stoppable)
    return resultOf(await answer.finally(() => known.left(call.signal)))
  } catch (error) {
    const { process } = (input ?? {}) as { process?: string | number }
    const looked =
      process === undefined ? undefined : (deadline: Deadline) => appOf(own.desktop, process, deadline, call)
    const proposals = looked && (await own.memory.proposals(error, looked, call.signal))
    return failureOf(spec.name, error, nearMissesOf(error), proposals)
  }
}
