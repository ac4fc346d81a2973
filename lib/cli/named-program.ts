import { readFile } from 'node:fs/promises'
import type { App } from '../sdk/app.js'
import { Desktop } from '../sdk/desktop.js'
import { SurehandError } from '../sdk/errors.js'
import type { World } from '../sdk/simulated/world.js'
import { appNamed } from './app-named.js'

/** Which program a command is about, and where it runs. */
export interface ProgramOptions {
  headless?: boolean
  /** With `headless`: a Wayland session instead of X11. */
  wayland?: boolean
  /** Of an application that runs: a name or a pid. */
  app?: string
  /** The file of a simulated desktop. */
  world?: string
}

/** Refuses what names no program, or two. */
export function checkProgram(
  command: string,
  program: readonly string[],
  { headless, wayland, app, world }: ProgramOptions,
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
}

/** The desktop that it runs on; what ends it is added to `ends`. */
export async function desktopOf(
  { headless, wayland, world }: ProgramOptions,
  size: { width?: number; height?: number },
  ends: (() => Promise<unknown>)[],
): Promise<Desktop> {
  if (headless) {
    const { HeadlessSession } = await import('../sdk/headless/index.js')
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

/** The program, started or found. */
export async function appOf(
  desktop: Desktop,
  [command, ...args]: readonly string[],
  { app, world }: ProgramOptions,
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
