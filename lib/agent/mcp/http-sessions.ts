import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { Server } from '@modelcontextprotocol/server'
import type { Connection } from './server.js'

// ms in which a client may open its stream again.
const AWAY = 2_000
// A client opens one, or one for each of its windows.
const MOST_SESSIONS = 64

/** Of a client of the older era. */
interface HttpSession {
  transport: NodeStreamableHTTPServerTransport
  /** How many streams it keeps open, over which it can be asked. */
  streams: number
  /** How many of its requests are being answered. */
  running: number
  /** When its last request was answered. */
  seen: number
  end: NodeJS.Timeout | undefined
}

/** ms without a request and without a stream after which a session ends: one that only began, and one that was used. */
export interface Idle {
  unused: number
  used: number
}

interface Parts {
  factory: (connection: Connection) => Server
  Transport: typeof NodeStreamableHTTPServerTransport
  isInitializeRequest: (body: unknown) => boolean
  refuse: (response: ServerResponse, status: number, why: string) => void
  idle: Idle
}

/** The sessions of clients of the older era, in which they can be asked. */
export class HttpSessions {
  private readonly sessions = new Map<string, HttpSession>()

  constructor(private readonly parts: Parts) {}

  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const { idle, isInitializeRequest, refuse } = this.parts
    const known = this.sessions.get(String(request.headers['mcp-session-id']))
    if (known !== undefined) {
      if (request.method === 'GET') listen(known, response)
      return during(known, idle.used, () => known.transport.handleRequest(request, response, body))
    }
    if (request.headers['mcp-session-id'] !== undefined) return refuse(response, 404, 'no such session')
    if (!isInitializeRequest(body)) return refuse(response, 400, 'a session begins with initialize')
    if (!this.hasRoom()) return refuse(response, 503, `there are ${MOST_SESSIONS} sessions, and all are in use`)
    const session = await this.opened()
    return during(session, idle.unused, () => session.transport.handleRequest(request, response, body))
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()))
  }

  private async opened(): Promise<HttpSession> {
    const { factory, Transport } = this.parts
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.sessions.set(id, session),
    })
    const session: HttpSession = { transport, streams: 0, running: 0, seen: performance.now(), end: undefined }
    const server = factory({ era: 'legacy', reachable: () => session.streams > 0 })
    const closed = server.onclose
    server.onclose = () => {
      closed?.()
      clearTimeout(session.end)
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId)
    }
    await server.connect(transport)
    return session
  }

  /** Makes room for one more: the one that was used longest ago goes, if there is one without a connection. */
  private hasRoom(): boolean {
    if (this.sessions.size < MOST_SESSIONS) return true
    const idle = [...this.sessions.values()].filter(({ running, streams }) => running === 0 && streams === 0)
    const [oldest] = idle.sort((one, other) => one.seen - other.seen)
    if (oldest === undefined) return false
    clearTimeout(oldest.end)
    void oldest.transport.close()
    return true
  }
}

/** A client is asked over the stream that it keeps open; without one for a while, it has gone. */
function listen(session: HttpSession, response: ServerResponse): void {
  session.streams++
  response.once('close', () => {
    session.streams--
    setTimeout(() => {
      if (session.streams === 0) void session.transport.close()
    }, AWAY).unref()
  })
}

/** A request of a session: while one is answered, the session does not end. */
async function during(session: HttpSession, wait: number, request: () => Promise<void>): Promise<void> {
  clearTimeout(session.end)
  session.running++
  try {
    await request()
  } finally {
    session.running--
    session.seen = performance.now()
    expire(session, wait)
  }
}

function expire(session: HttpSession, wait: number): void {
  clearTimeout(session.end)
  const end = () => {
    if (session.running > 0) return
    if (session.streams > 0) return expire(session, wait)
    void session.transport.close()
  }
  session.end = setTimeout(end, wait).unref()
}
