import { once } from 'node:events'
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { homedir } from 'node:os'
import { SurehandError } from '../../sdk/errors.js'
import { version } from '../version.js'
import { connectedTo, daemonAddress } from './address.js'
import { printed, refused, said } from './answer.js'
import { type Line, parsed } from './line.js'
import { firstLine, LONGEST_REQUEST, type Printed, type Typed } from './messages.js'
import { serveClient } from './serve-client.js'
import { Sessions } from './sessions.js'
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
  let isOver = false
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let idling = setTimeout(end, idle)
  const clients = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    clients.add(socket)
    socket.on('error', () => {}).once('close', () => clients.delete(socket))
    clearTimeout(idling)
    underWay++
    const last = await serve(socket, sessions)
    underWay--
    clearTimeout(idling)
    if (last) end()
    else if (underWay === 0 && !isOver) idling = setTimeout(end, idle)
  })
  const release = await listen(server, address)
  if (release === undefined) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  await ended
  isOver = true
  clearTimeout(idling)
  server.close()
  release()
  await sessions.closeAll()
  // A client over MCP is connected for as long as it likes.
  for (const client of clients) client.destroySoon()
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
  try {
    const line = await firstLine(socket.iterator({ destroyOnReturn: false }), LONGEST_REQUEST)
    if (line === undefined) {
      // Its side is half open, as for everyone who asks: without this it stays for as long as the daemon.
      socket.end()
      return false
    }
    const typed: Typed = JSON.parse(line)
    if (typed.mcp !== undefined) {
      refuseOtherVersion(typed.version)
      await serveClient(socket, await sessions.begun(typed.mcp.session, 'shared', typed.environment), typed.mcp)
      return false
    }
    // Who asked waits for the answer, and ends its side only when it is itself ended: then nothing more is sent.
    if (socket.readableEnded) gone.abort()
    socket.once('end', () => gone.abort()).resume()
    const { answer, isLast } = await answerTo(typed, sessions, gone.signal)
    socket.end(`${JSON.stringify(answer)}\n`)
    return isLast
  } catch (error) {
    socket.end(`${JSON.stringify(refused(error, false))}\n`)
    return false
  }
}

async function answerTo(typed: Typed, sessions: Sessions, signal: AbortSignal) {
  refuseOtherVersion(typed.version)
  const line = await parsed(typed.argv, typed.cwd)
  if ('code' in line) return { answer: line, isLast: false }
  const answer = await done(line, typed, sessions, signal).catch((error: unknown) => refused(error, line.json))
  return { answer, isLast: line.do === 'close-all' }
}

async function done(line: Line, { environment }: Typed, sessions: Sessions, signal: AbortSignal): Promise<Printed> {
  const { session: name, json } = line
  switch (line.do) {
    case 'sessions':
      return said(await sessions.describe(), json)
    case 'history':
      return said(await written((await sessions.of(name))?.history.steps ?? [], line.as), json)
    case 'close':
      return said((await sessions.close(name)) ? `Closed ${name}.` : `There is no session ${name}.`, json)
    case 'close-all':
      await sessions.closeAll()
      return said('Closed all sessions.', json)
    case 'diff': {
      const session = await sessions.begun(name, 'shared', environment)
      return said(await session.changes(line.app, { signal }), json)
    }
    case 'view': {
      const session = await sessions.begun(name, 'shared', environment)
      return said(await session.view(), json)
    }
    case 'call': {
      const session = await sessions.begun(name, line.begin, environment)
      const shown = line.view ? await session.view() : undefined
      return printed(await session.call(line.call, { signal, confirmed: line.confirmed }), { ...line, shown })
    }
  }
}

function refuseOtherVersion(asked: string): void {
  if (asked === version()) return
  const message = `The daemon is of version ${version()}, this command of ${asked}. \`surehand close --all\` of that version ends it.`
  throw new SurehandError('INVALID_ARGUMENT', message, { version: version(), asked })
}
