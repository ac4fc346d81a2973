import { once } from 'node:events'
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { homedir } from 'node:os'
import { isSurehandError } from '../../sdk/errors.js'
import { version } from '../version.js'
import { connectedTo, daemonAddress } from './address.js'
import { firstLine, LONGEST_REQUEST, type Refusal, type Reply, type Request } from './messages.js'
import { confirmed, Sessions } from './sessions.js'
import { written } from './written-history.js'

// ms without a command, after which it ends, and its sessions with it.
const IDLE = 600_000

/** Serves the commands of one user until it was idle for `idle` ms, or is told to end. Programs of private sessions end with it. */
export async function daemon(idle = IDLE): Promise<void> {
  // The folder of the command that started it may be taken away.
  process.chdir(homedir())
  const sessions = new Sessions()
  const address = daemonAddress()
  let underWay = 0
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let idling = setTimeout(end, idle)
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => {})
    clearTimeout(idling)
    underWay++
    const last = await serve(socket, sessions)
    underWay--
    clearTimeout(idling)
    if (last) end()
    else if (underWay === 0) idling = setTimeout(end, idle)
  })
  const release = await listen(server, address)
  if (release === undefined) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  await ended
  clearTimeout(idling)
  server.close()
  release()
  await sessions.closeAll()
}

/**
 * Gives up the address; `undefined` when another daemon has it. The socket gets its name once it is listened at, so that it takes the place of
 * one whose daemon was killed; of two daemons that start at once the second takes it, and the other one is never asked.
 */
async function listen(server: Server, address: string): Promise<(() => void) | undefined> {
  const other = await connectedTo(address)
  other?.destroy()
  if (other !== undefined) return undefined
  const isPipe = process.platform === 'win32'
  const own = isPipe ? address : `${address}.${process.pid}`
  server.listen(own)
  await once(server, 'listening')
  if (isPipe) return () => {}
  chmodSync(own, 0o600)
  const { ino } = statSync(own)
  renameSync(own, address)
  return () => {
    if (statSync(address, { throwIfNoEntry: false })?.ino === ino) rmSync(address)
  }
}

/** Answers the one request of a connection; whether it was the last of all. */
async function serve(socket: Socket, sessions: Sessions): Promise<boolean> {
  const gone = new AbortController()
  let isLast = false
  try {
    const line = await firstLine(socket.iterator({ destroyOnReturn: false }), LONGEST_REQUEST)
    if (line === undefined) return false
    // Whoever asked waits for the answer, and ends its side only when it is itself ended: then nothing more is sent.
    socket.once('end', () => gone.abort()).resume()
    const request: Request = JSON.parse(line)
    isLast = request.do === 'close-all'
    socket.end(`${JSON.stringify(await replyTo(request, sessions, gone.signal))}\n`)
  } catch (error) {
    socket.end(`${JSON.stringify({ refusal: refusalOf(error) } satisfies Reply)}\n`)
  }
  return isLast
}

async function replyTo(request: Request, sessions: Sessions, signal: AbortSignal): Promise<Reply> {
  const { session: name, tool, begin = 'shared', environment = {}, input = {} } = request
  if (request.version !== version()) return { refusal: otherVersion(request.version) }
  switch (request.do) {
    case 'sessions':
      return { text: await sessions.describe() }
    case 'history':
      return { text: await written((await sessions.of(name))?.history.steps ?? [], request.as ?? 'list') }
    case 'close':
      return { text: (await sessions.close(name)) ? `Closed ${name}.` : `There is no session ${name}.` }
    case 'close-all':
      await sessions.closeAll()
      return { text: 'Closed all sessions.' }
    case 'call': {
      const session = await sessions.begun(name, begin, environment)
      const process = input.process ?? session.program
      const isAboutOne = tool !== 'open' && tool !== 'run' && process !== undefined
      const given = isAboutOne ? { ...input, process } : input
      const called = session.registry.tool(tool ?? '')
      const call = () => confirmed.run(request.confirmed === true, () => called.run(given, { signal }))
      const result = await session.history.keep(called.name, given, call)
      const opened = result.structuredContent
      if (tool === 'open' && result.isError === undefined) session.program = String(opened.pid)
      else if (input.process !== undefined && result.isError === undefined) session.program = String(input.process)
      return { result }
    }
  }
}

function refusalOf(error: unknown): Refusal {
  if (isSurehandError(error)) return { code: error.code, message: error.message, sent: error.sent }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), sent: 'unknown' }
}

function otherVersion(asked: string): Refusal {
  const message = `The daemon is of version ${version()}, this command of ${asked}. \`surehand close --all\` of that version ends it.`
  return { code: 'INVALID_ARGUMENT', message, sent: 'no' }
}
