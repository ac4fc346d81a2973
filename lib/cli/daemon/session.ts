import { AsyncLocalStorage } from 'node:async_hooks'
import { createRegistry, type Registry, type RegistryOptions } from '../../agent/index.js'
import { type ToolResult, untrusted } from '../../agent/result.js'
import { changesText } from '../../agent/text/changes-text.js'
import type { Hooks } from '../../sdk/action/hooks.js'
import { Desktop } from '../../sdk/desktop.js'
import { SurehandError } from '../../sdk/errors.js'
import type { HeadlessSession } from '../../sdk/headless/index.js'
import { diff } from '../../sdk/tree/diff.js'
import { appNamed } from '../app-named.js'
import { desktopName } from '../desktop-name.js'
import type { Call } from './commands.js'
import { History } from './history.js'
import { LastRead } from './last-read.js'

/** How a command has something done. */
interface Doing {
  signal: AbortSignal
  /** It says yes to what the policy asks about it. */
  confirmed: boolean
}

// Lines of what changed: as much as is read at a glance.
const LINES = 40

/** A named session: a desktop, private or not, the tools over it for the command line, and others for clients over MCP. */
export class NamedSession {
  readonly history = new History()
  readonly #registry: Registry
  readonly #read = new LastRead()
  readonly #confirmed = new AsyncLocalStorage<boolean>()
  /** What was opened last, which commands mean that name no program. */
  #program: string | undefined

  private constructor(
    private readonly desktop: Desktop,
    private readonly headless: HeadlessSession | undefined,
    /** Of who began it: which desktop it is over, unless it is private. */
    readonly environment: Readonly<Record<string, string>>,
    policed: (ask: () => boolean | string) => Hooks,
  ) {
    const ask = () => this.#confirmed.getStore() === true || 'the command does not say --confirm'
    this.#registry = this.registry({ hooks: [policed(ask)] })
  }

  static async begin(how: 'private' | 'shared', environment: Readonly<Record<string, string>>): Promise<NamedSession> {
    const headless = how === 'private' ? await privateDesktop() : undefined
    try {
      const desktop = await (headless?.desktop() ?? Desktop.open({ environment: { ...process.env, ...environment } }))
      const { policy } = await import('../../agent/policy/index.js')
      return new NamedSession(desktop, headless, environment, (ask) => policy({ ask }))
    } catch (error) {
      await headless?.stop()
      throw error
    }
  }

  get isPrivate(): boolean {
    return this.headless !== undefined
  }

  /** What `surehand sessions` says of it. */
  get inWords(): string {
    return `${this.isPrivate ? 'private' : 'on this desktop'}\t${this.#program ?? 'nothing opened'}`
  }

  /** Tools over its desktop. What they do is in its history. */
  registry(options: RegistryOptions): Registry {
    const turns = this.isPrivate ? {} : { turns: desktopName(this.environment) }
    const desktop = this.desktop.with({ hooks: this.history.hooks })
    return createRegistry(desktop, { ...turns, ...options, around: this.history.keep })
  }

  /** A tool of the command line, about the program that was opened last unless the input names one. */
  async call({ tool, input }: Call, { signal, confirmed }: Doing): Promise<ToolResult> {
    const process = input.process ?? this.#program
    const isAboutOne = tool !== 'open' && tool !== 'run' && process !== undefined
    const given = isAboutOne ? { ...input, process } : input
    const result = await this.#confirmed.run(confirmed, () => this.#registry.tool(tool).run(given, { signal }))
    if (result.isError !== undefined) return result
    const opened = result.structuredContent
    if (tool === 'open') this.#program = String(opened.pid)
    else if (input.process !== undefined) this.#program = String(input.process)
    // While the command that was about it has its answer already.
    if (tool === 'open' || tool === 'see') void this.#readAgain().catch(() => {})
    return result
  }

  /** What has changed in a program since it was read by `tree`, `diff` or `open`. */
  async changes(program: string | undefined, limits: { signal: AbortSignal }): Promise<string> {
    const named = program ?? this.#program
    if (named === undefined) {
      throw new SurehandError('INVALID_ARGUMENT', 'No program was opened in this session: name one with --app.')
    }
    const [before, now] = await this.#read.read(await appNamed(this.desktop, named), limits)
    if (before === undefined) return 'It was not read before: the next diff is told from here.'
    const changes = await diff(before, now, limits)
    return changes.empty ? 'No change.' : untrusted(changesText(changes, '', LINES).join('\n'))
  }

  async #readAgain(): Promise<void> {
    if (this.#program !== undefined) await this.#read.read(await appNamed(this.desktop, this.#program))
  }

  async end(): Promise<void> {
    await this.#registry.end()
    await this.desktop.dispose()
    await this.headless?.stop()
  }
}

async function privateDesktop(): Promise<HeadlessSession> {
  const { HeadlessSession } = await import('../../sdk/headless/index.js')
  return HeadlessSession.start({ width: 1280, height: 960 })
}
