import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '@modelcontextprotocol/server'
import { HttpSessions, type Idle } from './http-sessions.js'
import { protocol } from './protocol.js'
import { isSameSecret, jsonBody } from './request.js'
import type { Connection } from './server.js'

const PATH = '/mcp'
// ms without a request and without a stream after which a session ends: one that only began, and one that was used.
const UNUSED = 60_000
const IDLE = 30 * 60_000
// Bytes of a request.
const LARGEST = 4 * 2 ** 20

export interface HttpOptions {
  /** Default: any that is free. */
  port?: number
  /** ms without a request after which a session ends: after its first one, and later. Default: a minute, half an hour. */
  idle?: Idle
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
  const { createMcpHandler, isInitializeRequest, isLegacyRequest } = await protocol()
  const node = await import('@modelcontextprotocol/node')
  const modern = createMcpHandler(factory, { legacy: 'reject' })
  const toModern = node.toNodeHandler(modern)
  const isLocalHost = node.localhostHostValidation()
  const isLocalOrigin = node.localhostOriginValidation()
  const sessions = new HttpSessions({
    factory,
    Transport: node.NodeStreamableHTTPServerTransport,
    isInitializeRequest,
    refuse,
    idle,
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalHost(request, response) || !isLocalOrigin(request, response)) return
    if (!presents(request, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      return refuse(response, 401, 'the token is missing or another one')
    }
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH)
      return refuse(response, 404, `there is ${PATH}`)
    if (request.method !== 'POST') return sessions.handle(request, response, undefined)
    const body = await jsonBody(request, LARGEST)
    if (body === undefined) return refuse(response, 400, 'no JSON, or too much of it')
    const legacy = await isLegacyRequest(await node.toWebRequest(request, body))
    return legacy ? sessions.handle(request, response, body) : toModern(request, response, body)
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
      await Promise.all([modern.close(), sessions.close()])
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function presents({ headers }: IncomingMessage, token: string): boolean {
  return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${why}\n`)
}
