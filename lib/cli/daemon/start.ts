import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { connectedTo, daemonAddress } from './address.js'
import { asked } from './client.js'
import { EXIT } from './exit.js'
import { parsed } from './line.js'
import type { Printed } from './messages.js'

// ms until a daemon that was started listens; it loads the addon with the first session.
const STARTING = 30_000
const BETWEEN_TRIES = 20

/** Does a command where no daemon runs yet. Help, wrong usage and what only asks about sessions start none. */
export async function sessionCommand(argv: readonly string[]): Promise<Printed> {
  const line = await parsed(argv, process.cwd())
  if ('code' in line) return line
  if (line.do !== 'call' && line.do !== 'diff') return { out: 'No daemon runs.\n', code: EXIT.done }
  return asked(await daemonStarted(), argv)
}

/** The daemon, which is started if there is none. */
export async function daemonStarted(): Promise<Socket> {
  const address = daemonAddress()
  const there = await connectedTo(address)
  if (there !== undefined) return there
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] as string, 'daemon'], {
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
  for (const end = Date.now() + STARTING; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES))
    const socket = await connectedTo(address)
    if (socket !== undefined) return socket
  }
  throw new Error(`The daemon did not start within ${STARTING} ms. \`surehand daemon\` in another terminal says why.`)
}
