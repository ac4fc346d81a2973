import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { Server } from '@modelcontextprotocol/server'
import { optionalImport } from '../optional.js'
import { type Connection, mcp } from './server.js'

const PATH = '/mcp'
// ms in which a client may open its stream again.
const AWAY = 2_000
// ms without a request and without a stream after which a session ends: one that only began, and one that was used.
const UNUSED = 60_000
const IDLE = 30 * 60_000
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

export interface HttpOptions {
  /** Default: any that is free. */
  port?: number
  /** ms without a request after which a session ends: after its first one, and later. Default: a minute, half an hour. */
  idle?: { unused: number; used: number }
  /** What a client has to present: `Authorization: Bearer …`. */
  token: string
}

export interface HttpServing {
  /** `http://127.0.0.1:…/mcp` */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves over streamable HTTP, on 127.0.0.1 alone, both eras of the protocol. A page in a browser of this machine can reach that address,
 * too: a request without the token, by another name or from another origin gets nothing.
 */
export async function serveHttp(
  factory: (connection: Connection) => Server,
  { port = 0, token, idle = { unused: UNUSED, used: IDLE } }: HttpOptions,
): Promise<HttpServing> {
  const { createMcpHandler, isInitializeRequest, isLegacyRequest } = await mcp()
  const node = await optionalImport(() => import('@modelcontextprotocol/node'), '@modelcontextprotocol/node')
  const modern = createMcpHandler(factory, { legacy: 'reject' })
  const toModern = node.toNodeHandler(modern)
  const isLocalHost = node.localhostHostValidation()
  const isLocalOrigin = node.localhostOriginValidation()
  const sessions = new Map<string, HttpSession>()

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

  /** Makes room for one more: the one that was used longest ago goes, if there is one without a connection. */
  function hasRoom(): boolean {
    if (sessions.size < MOST_SESSIONS) return true
    const idle = [...sessions.values()].filter(({ running, streams }) => running === 0 && streams === 0)
    const [oldest] = idle.sort((one, other) => one.seen - other.seen)
    if (oldest === undefined) return false
    clearTimeout(oldest.end)
    void oldest.transport.close()
    return true
  }

  /** A client of the older era has a session, in which it can be asked. */
  async function toSession(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    if (known !== undefined) {
      if (request.method === 'GET') listen(known, response)
      return during(known, idle.used, () => known.transport.handleRequest(request, response, body))
    }
    if (request.headers['mcp-session-id'] !== undefined) return refuse(response, 404, 'no such session')
    if (!isInitializeRequest(body)) return refuse(response, 400, 'a session begins with initialize')
    if (!hasRoom()) return refuse(response, 503, `there are ${MOST_SESSIONS} sessions, and all are in use`)
    const transport = new node.NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
    })
    const session: HttpSession = { transport, streams: 0, running: 0, seen: performance.now(), end: undefined }
    const server = factory({ era: 'legacy', reachable: () => session.streams > 0 })
    const closed = server.onclose
    server.onclose = () => {
      closed?.()
      clearTimeout(session.end)
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
    }
    await server.connect(transport)
    return during(session, idle.unused, () => transport.handleRequest(request, response, body))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalHost(request, response) || !isLocalOrigin(request, response)) return
    if (!presents(request, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      return refuse(response, 401, 'the token is missing or another one')
    }
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH)
      return refuse(response, 404, `there is ${PATH}`)
    if (request.method !== 'POST') return toSession(request, response, undefined)
    const body = await bodyOf(request)
    if (body === undefined) return refuse(response, 400, 'no JSON, or too much of it')
    const legacy = await isLegacyRequest(await node.toWebRequest(request, body))
    return legacy ? toSession(request, response, body) : toModern(request, response, body)
  }

  const http = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(`surehand mcp: ${error instanceof Error ? error.message : String(error)}`)
      if (!response.headersSent) refuse(response, 500, 'it failed')
    })
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${PATH}`,
    async close() {
      await Promise.all([modern.close(), ...[...sessions.values()].map(({ transport }) => transport.close())])
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** In the same time for every token. */
function presents({ headers }: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${why}\n`)
}

// Bytes.
const LARGEST = 4 * 2 ** 20

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LARGEST) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
