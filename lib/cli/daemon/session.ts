import { AsyncLocalStorage } from 'node:async_hooks'
import { union } from '../../agent/capture/rect.js'
import { shotOf } from '../../agent/capture/shot.js'
import { Deadline } from '../../agent/deadline.js'
import { createRegistry, HALT_KEY, type Registry, type RegistryOptions } from '../../agent/index.js'
import { type ToolResult, untrusted } from '../../agent/result.js'
import { changesText } from '../../agent/text/changes-text.js'
import { mouseDrag } from '../../agent/tools/act/mouse-drag.js'
import type { Hooks } from '../../sdk/action/hooks.js'
import { Desktop } from '../../sdk/desktop.js'
import { SurehandError } from '../../sdk/errors.js'
import type { HeadlessSession } from '../../sdk/headless/index.js'
import { encodePng } from '../../sdk/picture/png.js'
import { diff } from '../../sdk/tree/diff.js'
import { appNamed } from '../app-named.js'
import { desktopName } from '../desktop-name.js'
import type { Call } from './commands.js'
import { History } from './history.js'
import { LastRead } from './last-read.js'
import { View } from './view.js'

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
  #view: Promise<View> | undefined

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
    const shared = this.isPrivate ? {} : { turns: desktopName(this.environment), haltKey: HALT_KEY }
    const desktop = this.desktop.with({ hooks: this.history.hooks })
    return createRegistry(desktop, { ...shared, ...options, around: this.history.keep })
  }

  /** A tool of the command line, about the program that was opened last unless the input names one. */
  async call({ tool, input }: Call, { signal, confirmed }: Doing): Promise<ToolResult> {
    const process = input.process ?? this.#program
    // A word that was read off the screen names its program already.
    const isAboutOne = tool !== 'open' && tool !== 'run' && process !== undefined && input.vision_type === undefined
    const given = isAboutOne ? { ...input, process } : input
    const meant = tool === mouseDrag.name ? this.#registry.underlying(mouseDrag, 'more') : this.#registry.tool(tool)
    const result = await this.#confirmed.run(confirmed, () => meant.run(given, { signal }))
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

  /** The address of a page that shows its desktop, for as long as the session lasts. */
  async view(): Promise<string> {
    this.#view ??= View.serve(() => pictureOf(this.desktop))
    return (await this.#view).url
  }

  async end(): Promise<void> {
    await (await this.#view)?.close()
    await this.#registry.end()
    await this.desktop.dispose()
    await this.headless?.stop()
  }
}

// ms; a picture that takes longer is not worth waiting for.
const PICTURE = 5_000

/** All displays; protected fields are blank. */
async function pictureOf(desktop: Desktop): Promise<Buffer> {
  const deadline = new Deadline(PICTURE)
  const area = (await desktop.displays()).map(({ bounds }) => bounds).reduce(union)
  const call = {
    signal: new AbortController().signal,
    onProgress: () => {},
    ask: async () => ({ action: 'unavailable' as const }),
  }
  const { image } = await shotOf(desktop, { area }, deadline, call)
  return encodePng(image)
}

async function privateDesktop(): Promise<HeadlessSession> {
  const { HeadlessSession } = await import('../../sdk/headless/index.js')
  return HeadlessSession.start({ width: 1280, height: 960 })
}
