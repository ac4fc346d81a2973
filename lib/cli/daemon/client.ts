import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { connectedTo, daemonAddress } from './address.js'
import { firstLine, LONGEST_REPLY, type Refusal, type Reply, type Request } from './messages.js'

// ms until a daemon that was started listens; it loads the addon with the first session.
const STARTING = 10_000
const BETWEEN_TRIES = 20

const READS: ReadonlySet<string> = new Set(['see', 'check'])

/** Has the daemon do it, which is started if there is none, unless `starts` is false: then the answer is `undefined`. */
export async function ask(request: Request, starts = true): Promise<Reply | undefined> {
  const socket = await connected(starts)
  if (socket === undefined) return undefined
  socket.write(`${JSON.stringify(request)}\n`)
  const line = await firstLine(socket, LONGEST_REPLY).catch(() => undefined)
  socket.destroy()
  if (line !== undefined) return JSON.parse(line)
  return { refusal: endedMeanwhile(request) }
}

function endedMeanwhile({ do: what, tool = '' }: Request): Refusal {
  const ended = 'The daemon ended in the middle of this command, and its private desktops with it.'
  if (what !== 'call' || READS.has(tool)) return { code: 'ABORTED', message: `${ended} Nothing was sent.`, sent: 'no' }
  const message = `${ended} Whether anything was sent is not known: look first.`
  return { code: 'OUTCOME_UNKNOWN', message, sent: 'unknown' }
}

async function connected(starts: boolean): Promise<Socket | undefined> {
  const address = daemonAddress()
  const there = await connectedTo(address)
  if (there !== undefined || !starts) return there
  const started = spawn(process.execPath, [...process.execArgv, process.argv[1] as string, 'daemon'], {
    detached: true,
    stdio: 'ignore',
  })
  started.unref()
  for (const end = Date.now() + STARTING; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES))
    const socket = await connectedTo(address)
    if (socket !== undefined) return socket
  }
  throw new Error(`The daemon did not start within ${STARTING} ms. \`surehand daemon\` in another terminal says why.`)
}
