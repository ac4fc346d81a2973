import { readFile } from 'node:fs/promises'
import type { App } from '../../sdk/app.js'
import { Desktop } from '../../sdk/desktop.js'
import { SurehandError } from '../../sdk/errors.js'
import type { World } from '../../sdk/simulated/world.js'
import { appNamed } from '../app-named.js'
import type { Setup } from '../codegen/step.js'
import { openInBrowser } from './browser.js'
import { inspectorOf, type RecordOptions } from './inspector.js'

export interface InspectOptions {
  headless?: boolean
  /** With `headless`: a Wayland session instead of X11. */
  wayland?: boolean
  /** Of an application that runs: a name or a pid. */
  app?: string
  /** The file of a simulated desktop. */
  world?: string
  /** Whether to open the page in a browser. */
  open?: boolean
  port?: number
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Serves the page about a program until it is interrupted; then what it started ends, the program, too. `record`: in recording mode, of
 * which this is the command `codegen`.
 */
export async function inspect(
  program: readonly string[],
  options: InspectOptions,
  record?: RecordOptions,
): Promise<void> {
  check(record === undefined ? 'inspect' : 'codegen', program, options)
  const stop = new AbortController()
  const interrupted = new Promise<void>((resolve) => {
    const end = () => {
      for (const signal of SIGNALS) process.off(signal, end)
      stop.abort()
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
  const ends: (() => Promise<unknown>)[] = []
  try {
    // A recording is done again on a desktop of the size that scripts and tests get.
    const size = record === undefined ? { width: 1280, height: 960 } : {}
    const desktop = await desktopOf(options, size, ends)
    const app = await appOf(desktop, program, options, stop.signal)
    ends.push(() => app[Symbol.asyncDispose]())
    const recording = record && { ...record, setup: setupOf(program, options, app) }
    const inspector = await inspectorOf(desktop, app, { port: options.port, recording })
    ends.push(() => inspector.close())
    console.log(`${app}: ${inspector.url}`)
    console.log('Ctrl-C ends it. Anyone who has the address can see and drive the program: do not pass it on.')
    if (options.open !== false) ends.push(await openInBrowser(inspector.url))
    await interrupted
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

function check(
  command: string,
  program: readonly string[],
  { headless, wayland, app, world, port = 0 }: InspectOptions,
): void {
  const wrong = (why: string) => new SurehandError('INVALID_ARGUMENT', `surehand ${command}: ${why}`, {})
  if (program.length > 0 && app !== undefined) throw wrong('name a program to start, or --app, not both.')
  if (program.length === 0 && app === undefined && world === undefined) {
    throw wrong('name a program to start, or one that runs with --app NAME; `surehand apps` lists these.')
  }
  if (headless && app !== undefined)
    throw wrong('--headless is a new desktop, on which no program runs: name one to start.')
  if (headless && world !== undefined) throw wrong('--headless and --world are two desktops: leave one out.')
  if (wayland && !headless) throw wrong('--wayland is about the desktop of --headless: give both.')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw wrong('--port takes a number from 0 to 65535.')
}

async function desktopOf(
  { headless, wayland, world }: InspectOptions,
  size: { width?: number; height?: number },
  ends: (() => Promise<unknown>)[],
): Promise<Desktop> {
  if (headless) {
    const { HeadlessSession } = await import('../../sdk/headless/index.js')
    const session = await HeadlessSession.start({ display: wayland ? 'wayland' : 'x11', ...size })
    ends.push(() => session.stop())
    return session.desktop()
  }
  const desktop = await Desktop.open(
    world === undefined ? {} : { world: JSON.parse(await readFile(world, 'utf8')) as World },
  )
  ends.push(() => desktop.dispose())
  return desktop
}

async function appOf(
  desktop: Desktop,
  [command, ...args]: readonly string[],
  { app, world }: InspectOptions,
  signal: AbortSignal,
): Promise<App> {
  if (command !== undefined) return desktop.launch({ command, args, signal })
  if (app !== undefined) return appNamed(desktop, app)
  const apps = await desktop.apps()
  if (apps.length === 1) return apps[0] as App
  const names = apps.map(({ name }) => name).join(', ') || 'none'
  throw new SurehandError(
    'INVALID_ARGUMENT',
    `${world} has ${apps.length} applications: ${names}. Name one with --app.`,
    {},
  )
}

/** How a recording gets to the program. */
function setupOf(
  [command, ...args]: readonly string[],
  { headless, wayland, app, world }: InspectOptions,
  found: App,
): Setup {
  const process = found.executable || found.name
  const desktop =
    world === undefined
      ? ({ kind: headless ? (wayland ? 'wayland' : 'headless') : 'real' } as const)
      : ({ kind: 'simulated', world } as const)
  return { desktop, start: command === undefined ? { app: app ?? process } : { command, args }, process }
}
