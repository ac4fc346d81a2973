import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../sdk/app.js'
import type { LaunchOptions } from '../../sdk/desktop/desktop-options.js'
import { Desktop } from '../../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../../sdk/errors.js'
import { HeadlessSession } from '../../sdk/headless/index.js'
import { FoundElements } from '../../sdk/heal/found-elements.js'
import type { World } from '../../sdk/simulated/world.js'
import { elementsFileOf, keepElements } from '../elements/element-file.js'
import { type SnapshotContext, updateOf } from './baseline.js'
import { TestVideo } from './records/test-video.js'

/** The desktop that tests get. */
export interface DeskOptions {
  /**
   * `headless` (default): a private desktop of this worker, shared by its tests, set back between them. `simulated`: the `world`, new for each
   * test. `real`: the desktop that the runner is on, of which only what tests launch is ended.
   */
  backend?: 'headless' | 'simulated' | 'real'
  /** Of the simulated desktop. */
  world?: World
  /** Of the private desktop: its window system. Default `x11`. */
  display?: 'x11' | 'wayland'
  /** Of the private display, px. Default 1280 × 800. */
  width?: number
  height?: number
  /** How much larger programs draw: `GDK_SCALE` (whole numbers) and `QT_SCALE_FACTOR`. Bounds are px of the display all the same. */
  scale?: number
  /** `de_DE.UTF-8`: `LANG` and `LC_ALL` of the programs. The system has to have it. */
  locale?: string
  /** `GTK_THEME` of the programs, `Adwaita:dark`. */
  theme?: string
  /** Added to the environment of the programs; `undefined` removes a variable. */
  environment?: Record<string, string | undefined>
  /** The environment of a session that another process started (`globalSetup`): it is used, and not ended. */
  session?: Readonly<Record<string, string>>
  /** A trace of each test, for `npx surehand show-trace`: kept always (`on`), of tests that fail, or not written (default). */
  trace?: 'on' | 'retain-on-failure' | 'off'
  /**
   * A video of each test (`video.webm`): kept always (`on`), of tests that fail, or not made (default). Of private desktops only, and with
   * ffmpeg. A video shows protected fields as the screen does: a trace blanks them in its pictures, a video cannot.
   */
  video?: 'on' | 'retain-on-failure' | 'off'
  /**
   * `record`: when a test passes, what its locators found is written into `__elements__/<test's file>.json`, for `npx surehand heal`.
   * Default `off`: nothing is written beside tests unasked. A CI writes nothing, unless it runs with `-u`.
   */
  heal?: 'record' | 'off'
  /** ms that calls and matchers may take. Default 3,000, so that they say what they saw before a test's own 5,000 are up. */
  timeout?: number
  /** Ends every call and every matcher of the test. Vitest's tests have one, which the kit gives. */
  signal?: AbortSignal
}

/** A program that a test launched, and what becomes of it. */
export interface Launched {
  app: App
  /** Its command line, for messages. */
  command: string
}

/** The desktops of one worker: one private session for each set of options, kept until the worker ends. */
export class Desks {
  private readonly sessions = new Map<string, Promise<HeadlessSession>>()

  /** For the test of this name. */
  async open(options: DeskOptions, test = 'test'): Promise<Desk> {
    const { backend = 'headless', trace = 'off', video = 'off', heal = 'off' } = options
    if (video !== 'off' && backend !== 'headless') {
      const why = `only a private desktop is recorded, that of backend 'headless'. Leave video out, or set it to 'off'.`
      throw new SurehandError('INVALID_ARGUMENT', `deskOptions.video is '${video}' with backend '${backend}': ${why}`)
    }
    const desk = await this.opened(options)
    try {
      if (video !== 'off') await desk.recordVideo(video)
      if (trace !== 'off') await desk.trace(test, trace)
      if (heal === 'record') desk.recordElements()
    } catch (error) {
      await desk.end()
      throw error
    }
    return desk
  }

  private async opened(options: DeskOptions): Promise<Desk> {
    const { backend = 'headless', world, timeout = TIMEOUT, signal, session: given } = options
    const own = { defaultTimeout: timeout }
    if (backend === 'simulated')
      return new Desk(await Desktop.open({ world: world ?? { applications: [] }, ...own }), { signal })
    if (backend === 'real') return new Desk(await Desktop.open(own), { signal })
    if (given !== undefined)
      return new Desk(await Desktop.open({ environment: { ...given }, ...own }), {
        signal,
        alone: true,
        environment: given,
      })
    const session = await this.session(options)
    const spoilt = async () => {
      for (const [key, started] of this.sessions) if ((await started) === session) this.sessions.delete(key)
      await session.stop()
    }
    const { environment } = session
    return new Desk(await session.desktop(own), { signal, alone: true, environment, spoilt })
  }

  /** Ends every session, and all that runs in them. */
  async end(): Promise<void> {
    const sessions = [...this.sessions.values()]
    this.sessions.clear()
    for (const session of sessions) await (await session).stop()
  }

  private session({
    display,
    width,
    height,
    scale,
    locale,
    theme,
    environment,
  }: DeskOptions): Promise<HeadlessSession> {
    const wanted = {
      ...(display === undefined ? {} : { display }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      environment: {
        ...(scale === undefined ? {} : { GDK_SCALE: String(scale), QT_SCALE_FACTOR: String(scale) }),
        ...(locale === undefined ? {} : { LANG: locale, LC_ALL: locale }),
        ...(theme === undefined ? {} : { GTK_THEME: theme }),
        ...environment,
      },
    }
    const key = JSON.stringify(wanted, (_, value: unknown) => (value === undefined ? null : value))
    let session = this.sessions.get(key)
    if (session === undefined) {
      session = HeadlessSession.start(wanted)
      this.sessions.set(key, session)
      session.catch(() => this.sessions.delete(key))
    }
    return session
  }
}

interface Belonging {
  signal: AbortSignal | undefined
  /** The desktop belongs to the test: all that is on it goes with the test. */
  alone?: boolean
  /** Of a private desktop: that of its session. */
  environment?: Readonly<Record<string, string>>
  /** Ends the desktop's session, so that the next test gets another: it could not be set back. */
  spoilt?(): Promise<void>
}

/** What one test has of a desktop: what it launches is ended after it, and of a private desktop everything else that came, too. */
export class Desk {
  /** Its calls end with the test. */
  readonly desktop: Desktop
  readonly launched: Launched[] = []
  private traced: 'on' | 'retain-on-failure' | undefined
  private filmed: TestVideo | undefined
  private found: FoundElements | undefined

  constructor(
    /** Without the test's signal: setting back comes after it. */
    private readonly own: Desktop,
    private readonly belonging: Belonging,
  ) {
    const { signal } = belonging
    this.desktop = signal === undefined ? own : own.with({ signal })
  }

  async launch(program: string | LaunchOptions, args?: readonly string[]): Promise<App> {
    const wanted =
      typeof program === 'string' ? { command: program, ...(args === undefined ? {} : { args: [...args] }) } : program
    const { signal } = this.belonging
    const ofTest = signal === undefined ? {} : { signal }
    const app = await this.own.launch(wanted, ofTest)
    this.launched.push({ app, command: [wanted.command ?? wanted.name, ...(wanted.args ?? [])].join(' ') })
    return app.with(ofTest)
  }

  /** That programs which were launched have crashed, which fails the test. */
  async crash(): Promise<Error | undefined> {
    const crashed: string[] = []
    for (const { app, command } of this.launched) {
      const status = await app.program?.exitStatus()
      if (typeof status?.signal !== 'string') continue
      const said = (await app.program?.stderr())?.trim()
      crashed.push(
        `${command} was ended by ${status.signal}${said ? `; it said last: ${said.slice(-LAST_WORDS)}` : ''}`,
      )
    }
    return crashed.length === 0 ? undefined : new Error(`A program crashed: ${crashed.join('; ')}`)
  }

  /** For a failed test: writes what the applications show, what was launched wrote and how it ended, and a picture; gives the files. */
  async keep(folder: string): Promise<string[]> {
    const parts: string[] = []
    for (const app of await this.own.apps({ timeout: LOOK }).catch(() => [])) {
      parts.push(
        await app.tree({ maxTokens: OUTLINE, timeout: LOOK }).catch((error: unknown) => `${app}: ${String(error)}`),
      )
    }
    for (const { app, command } of this.launched) {
      const { program } = app
      if (program === undefined) continue
      for (const stream of ['stdout', 'stderr'] as const) {
        const said = (await program[stream]().catch(() => '')).trim()
        if (said) parts.push(`${command} wrote to ${stream}:\n${said.slice(-LAST_WORDS)}`)
      }
      const status = await program.exitStatus().catch(() => undefined)
      if (status !== undefined) parts.push(`${command} has ended: ${status.signal ?? `exit code ${status.code}`}`)
    }
    await mkdir(folder, { recursive: true })
    const [text, picture] = [join(folder, 'desktop.txt'), join(folder, 'desktop.png')]
    await writeFile(text, `${parts.join('\n\n')}\n`)
    const pictured = await this.own.screenshot({ path: picture, timeout: LOOK }).then(
      () => true,
      () => false,
    )
    return pictured ? [text, picture] : [text]
  }

  /** Has all that is done written down until {@link keepRecords}. */
  async trace(test: string, kept: 'on' | 'retain-on-failure'): Promise<void> {
    await this.own.tracing.start({ title: test })
    this.traced = kept
  }

  /** Has what the display shows recorded until {@link keepRecords}. */
  async recordVideo(kept: 'on' | 'retain-on-failure'): Promise<void> {
    const { environment = {} } = this.belonging
    this.filmed = await TestVideo.start(environment, kept)
  }

  /** Writes the trace and the video when they are to be kept, and gives the files. `failure`: why the test failed. */
  async keepRecords(folder: string, failure: string | undefined): Promise<string[]> {
    const { traced, filmed } = this
    this.traced = undefined
    this.filmed = undefined
    const video = await filmed?.stop(folder, failure !== undefined)
    const videos = video === undefined ? [] : [video.path]
    if (traced === undefined) return videos
    const wanted = traced === 'on' || failure !== undefined
    const path = join(folder, 'test.trace')
    const outcome =
      failure === undefined ? ({ status: 'passed' } as const) : ({ status: 'failed', error: failure } as const)
    const inStep = video === undefined ? {} : { video }
    await this.own.tracing.stop({ ...(wanted ? { path, ...inStep } : {}), ...outcome })
    return wanted ? [...videos, path] : videos
  }

  /** Has what locators find recorded until {@link keepFound}. */
  recordElements(): void {
    this.found = new FoundElements()
    this.own.tracing.alsoBy(this.found)
  }

  /** Writes what the locators of a test that passed have found, where the runner may write. */
  async keepFound(context: SnapshotContext): Promise<void> {
    const { found } = this
    const { testPath, currentTestName } = context
    if (found === undefined || testPath === undefined || currentTestName === undefined) return
    if (updateOf(context) !== 'none') await keepElements(elementsFileOf(testPath), currentTestName, found.all)
  }

  /** Sets the desktop back, and lets it go. What could not be ended is said, and is not there for the next test. */
  async end(): Promise<void> {
    const { alone = false, spoilt } = this.belonging
    const left: string[] = []
    await this.filmed?.discard()
    this.filmed = undefined
    try {
      for (const { app, command } of this.launched.splice(0).reverse()) {
        await ended(app).catch((error: unknown) => left.push(`${command}: ${String(error)}`))
      }
      if (!alone) return
      const others = await this.own.apps().catch((error: unknown) => {
        left.push(String(error))
        return []
      })
      for (const app of others) await ended(app).catch((error: unknown) => left.push(`${app}: ${String(error)}`))
      await ifThere(() => this.own.setBack()).catch((error: unknown) => left.push(`the keyboard: ${String(error)}`))
      await ifThere(() => this.own.clipboard.write('')).catch((error: unknown) =>
        left.push(`the clipboard: ${String(error)}`),
      )
    } finally {
      await this.own.dispose()
      if (left.length > 0) await spoilt?.()
    }
    if (left.length > 0) throw new Error(`The desktop could not be set back after the test: ${left.join('; ')}`)
  }
}

// ms.
const TIMEOUT = 3_000
// Characters of what a program said last.
const LAST_WORDS = 2_000
// Tokens of an application's outline beside a failed test.
const OUTLINE = 2_000
// ms for each application then.
const LOOK = 2_000

/** A program that has ended by itself is ended. */
async function ended(app: App): Promise<void> {
  await app.quit({ force: true }).catch((error: unknown) => {
    if (!isSurehandError(error, 'APP_EXITED')) throw error
  })
}

/** What cannot be used on this desktop (a Wayland session) was not used by the test either. */
async function ifThere(what: () => Promise<unknown>): Promise<void> {
  await what().catch((error: unknown) => {
    if (!isSurehandError(error, 'UNSUPPORTED')) throw error
  })
}
