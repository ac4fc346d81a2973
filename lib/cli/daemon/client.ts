import type { Socket } from 'node:net'
import { version } from '../version.js'
import { EXIT } from './exit.js'
import { firstLine, LONGEST_REPLY, type Printed, type Typed } from './messages.js'
import { READING_WORDS } from './words.js'

// What says which desktop is meant, on Linux.
const DESKTOP = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS']

/** Has the daemon do a command. */
export async function asked(daemon: Socket, argv: readonly string[]): Promise<Printed> {
  daemon.write(`${JSON.stringify(typed(argv))}\n`)
  const line = await firstLine(daemon, LONGEST_REPLY).catch(() => undefined)
  daemon.destroy()
  return line === undefined ? endedMeanwhile(argv[0] ?? '') : JSON.parse(line)
}

/** What to end with. */
export function print({ out, error, code }: Printed): number {
  if (out !== undefined) process.stdout.write(out)
  if (error !== undefined) process.stderr.write(error)
  return code
}

/** A command, with what the daemon has to know of where it was typed. */
export function typed(argv: readonly string[]): Typed {
  const environment = DESKTOP.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { version: version(), argv, cwd: process.cwd(), environment: Object.fromEntries(environment) }
}

function endedMeanwhile(word: string): Printed {
  const ended = 'The daemon ended in the middle of this command, and its private desktops with it.'
  if (READING_WORDS.has(word)) return { error: `ABORTED: ${ended} Nothing was sent.\n`, code: EXIT.failed }
  const error = `OUTCOME_UNKNOWN: ${ended} Whether anything was sent is not known: look first.\n`
  return { error, code: EXIT.unknown }
}
