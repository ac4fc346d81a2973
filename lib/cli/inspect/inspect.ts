import type { App } from '../../sdk/app.js'
import { SurehandError } from '../../sdk/errors.js'
import type { Setup } from '../codegen/step.js'
import { appOf, checkProgram, desktopOf, type ProgramOptions } from '../named-program.js'
import { openInBrowser } from './browser.js'
import { inspectorOf, type RecordOptions } from './inspector.js'

export interface InspectOptions extends ProgramOptions {
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
  const command = record === undefined ? 'inspect' : 'codegen'
  checkProgram(command, program, options)
  checkPort(command, options)
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

function checkPort(command: string, { port = 0 }: InspectOptions): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return
  throw new SurehandError('INVALID_ARGUMENT', `surehand ${command}: --port takes a number from 0 to 65535.`, {})
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
