import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Said, type SubjectKind, within } from './subject.js'

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--password-store=basic', '--disable-popup-blocking'],
]

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures')

const plain = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body><p>${text}</p><button>${title} button</button></body></html>`

interface Answer extends Said {
  error?: string
}

/** The server of the page: hands out one mutation at a time, and takes what the page says of it. */
class PageServer {
  private waiting: ServerResponse | undefined
  private pending: string | undefined
  private answered: ((answer: Answer) => void) | undefined
  private readonly server = createServer((request, response) => void this.handle(request, response))
  mutations: string[] = []

  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`
  }

  /** The next thing that a page says: that it has loaded, or what it did. */
  next(): Promise<Answer> {
    return new Promise((resolve) => {
      this.answered = resolve
    })
  }

  send(mutation: string, seed: number): void {
    this.pending = JSON.stringify({ mutation, seed })
    this.hand()
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private hand(): void {
    if (this.waiting === undefined || this.pending === undefined) return
    this.waiting.end(this.pending)
    this.waiting = this.pending = undefined
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    const file = (name: string) => readFileSync(join(FIXTURES, name))
    const send = (type: string, body: string | Buffer) => {
      response.setHeader('content-type', `${type}; charset=utf-8`)
      response.end(body)
    }
    if (pathname === '/mirror-page.js') return send('text/javascript', file('mirror-page.js'))
    if (pathname === '/frame') return send('text/html', plain('Frame', 'Text of the frame'))
    if (pathname === '/window') return send('text/html', plain('Second', 'Text of the window'))
    if (pathname === '/next') {
      response.setHeader('content-type', 'application/json')
      this.waiting = response
      this.hand()
      return
    }
    if (request.method === 'POST') {
      let body = ''
      for await (const part of request) body += part
      response.end()
      const answer = JSON.parse(body) as Answer & { mutations?: string[] }
      if (answer.mutations) this.mutations = answer.mutations
      this.answered?.(answer.mutations ? { said: 'loaded' } : answer)
      return
    }
    if (pathname === '/') return send('text/html', file('mirror-page.html'))
    response.writeHead(404).end()
  }
}

export const chromium: SubjectKind = {
  packages: ['chromium'],
  async start(session, desktop) {
    const server = new PageServer()
    const address = await server.listen()
    const loaded = server.next()
    const app = await desktop.launch(
      { command: 'chromium', args: [...ARGUMENTS, `--user-data-dir=${join(session.directory, 'chromium')}`, address] },
      { timeout: 90_000 },
    )
    await within(60_000, 'loading the page', loaded)
    return {
      pid: app.pid,
      mutations: server.mutations,
      renewing: [],
      async mutate(mutation, seed) {
        const answer = server.next()
        server.send(mutation, seed)
        const { error, ...said } = await within(30_000, `the mutation ${mutation}`, answer)
        if (error) throw new Error(`the page failed in ${mutation}: ${error}`)
        return said
      },
      async close() {
        server.close()
      },
    }
  },
}
