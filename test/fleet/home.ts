import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'

/** The home directory of one run, and what its pages send: where a task is prepared and judged. */
export class Home {
  /** The address of the page given to `serve()`. */
  address = ''
  private server: Server | undefined
  private readonly sent: URLSearchParams[] = []

  constructor(readonly directory: string) {}

  path(...parts: string[]): string {
    return join(this.directory, ...parts)
  }

  write(file: string, content: string | Buffer): void {
    mkdirSync(dirname(this.path(file)), { recursive: true })
    writeFileSync(this.path(file), content)
  }

  read(file: string): Buffer {
    return readFileSync(this.path(file))
  }

  text(file: string): string {
    return this.read(file).toString('utf8')
  }

  exists(file: string): boolean {
    return existsSync(this.path(file))
  }

  list(directory = ''): string[] {
    return this.exists(directory) ? readdirSync(this.path(directory), { recursive: true }).map(String) : []
  }

  /** Serves one page on this machine; what its forms send is kept for the judge. */
  async serve(page: string): Promise<void> {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      if (url.pathname === '/favicon.ico') {
        response.writeHead(404).end()
        return
      }
      if (url.search !== '') this.sent.push(url.searchParams)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(url.pathname === '/sent' ? '<title>Sent</title><h1>Thank you</h1>' : page)
    })
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve))
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`
  }

  /** What the page's form sent; undefined when nothing came, or more than one thing. */
  received(): Record<string, string> | undefined {
    return this.sent.length === 1 ? Object.fromEntries(this.sent[0] ?? []) : undefined
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    this.server?.close()
  }
}
