import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jsonBody } from '../../agent/mcp/request.js'
import { escaped } from '../../test/trace/standalone-page.js'
import { Guard } from './guard.js'

// 128 bits.
const TOKEN_BYTES = 16
// Bytes of a question; a text that is filled in may be long.
const LARGEST = 2 ** 20

/** What the page runs and looks like: `lib/cli/inspect/page`, bundled. */
export interface PageFiles {
  script: string
  style: string
}

/** What is answered to a request that may be made. */
export interface Answer {
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

/** What a server has behind it. */
export interface Served {
  title: string
  /** The command that serves it; default: `inspect`. */
  mode?: 'inspect' | 'codegen'
  files: PageFiles
  /** By name, for GET. */
  resource(name: string): Promise<Answer | undefined>
  /** By name, for POST; `undefined`: there is no such question. */
  question(name: string, asked: unknown): Promise<unknown>
  /** A page looks on, until the function that this gives is called. */
  onLook(tell: (state: unknown) => void): () => void
}

/** Serves a page about an application on 127.0.0.1, to callers that have its address. A request never names a file on a disk. */
export class PageServer {
  /** Its holder can see and drive the application. */
  readonly url: string
  private readonly guard: Guard

  private constructor(
    private readonly server: Server,
    token: string,
    private readonly served: Served,
  ) {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    this.url = `http://${host}/${token}/`
    this.guard = new Guard(host, token)
  }

  /** `port`: 0 takes any that is free. */
  static async start(served: Served, port = 0): Promise<PageServer> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    const page = new PageServer(server, randomBytes(TOKEN_BYTES).toString('base64url'), served)
    server.on('request', (request, response) => {
      page.answer(request, response).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy()
        response.writeHead(503, HEADERS).end(error instanceof Error ? error.message : String(error))
      })
    })
    return page
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = this.guard.allowed(request)
    if (name === undefined) return void response.writeHead(403, HEADERS).end()
    if (request.method === 'GET' && name === 'events') return this.stream(response)
    const answer = request.method === 'GET' ? await this.resource(name) : await this.reply(name, request)
    if (answer === undefined) return void response.writeHead(404, HEADERS).end()
    response.writeHead(200, { ...HEADERS, 'content-type': answer.type, ...answer.headers }).end(answer.body)
  }

  private async resource(name: string): Promise<Answer | undefined> {
    const { title, mode = 'inspect', files } = this.served
    if (name === '') return { type: 'text/html; charset=utf-8', body: pageOf(title, mode) }
    if (name === 'page.js') return { type: 'text/javascript; charset=utf-8', body: files.script }
    if (name === 'page.css') return { type: 'text/css; charset=utf-8', body: files.style }
    return this.served.resource(name)
  }

  private async reply(name: string, request: IncomingMessage): Promise<Answer | undefined> {
    const asked = await jsonBody(request, LARGEST)
    const answer = asked === undefined ? undefined : await this.served.question(name, asked)
    return answer === undefined ? undefined : { type: 'application/json', body: JSON.stringify(answer) }
  }

  /** Server-sent events, each a state as JSON. */
  private stream(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' })
    const leave = this.served.onLook((state) => response.write(`data: ${JSON.stringify(state)}\n\n`))
    response.once('close', leave)
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function pageOf(title: string, mode: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – surehand ${mode}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
</head>
<body>
<div id="page" data-mode="${mode}"></div>
<script src="page.js"></script>
</body>
</html>
`
}
