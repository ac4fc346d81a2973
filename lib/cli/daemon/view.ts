import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const TOKEN_BYTES = 24
// ms between two pictures, for as long as a page looks.
const PAUSE = 400

/**
 * A page with the picture of a desktop, to look on while an agent works: on 127.0.0.1 alone, at an address that has a token. Pages of other origins
 * and names that lead here (DNS rebinding) get nothing. Pictures are taken only while a page shows them.
 */
export class View {
  private constructor(
    private readonly server: Server,
    private readonly token: string,
    private readonly picture: () => Promise<Buffer>,
  ) {}

  /** `picture`: a PNG file of how it is now. */
  static async serve(picture: () => Promise<Buffer>): Promise<View> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    const view = new View(server, randomBytes(TOKEN_BYTES).toString('base64url'), picture)
    server.on('request', async (request, response) => {
      const { status, ...answer } = await view.#answer(request).catch(() => FAILED)
      response.writeHead(status, { ...HEADERS, ...answer.headers }).end(answer.body)
    })
    return view
  }

  get url(): string {
    return `http://${this.#host}/${this.token}/`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  get #host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async #answer({ method, url = '', headers }: IncomingMessage): Promise<Answer> {
    const { host, origin, 'if-none-match': known } = headers
    const isOwn = host === this.#host && (origin === undefined || origin === `http://${this.#host}`)
    const [, token = '', what] = url.split('/')
    if (!isOwn || method !== 'GET' || !same(token, this.token)) return NOTHING
    if (what === '') return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE }
    if (what !== 'picture') return NOTHING
    const body = await this.picture()
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    if (known === etag) return { status: 304, headers: { etag } }
    return { status: 200, headers: { 'content-type': 'image/png', etag }, body }
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const NOTHING: Answer = { status: 404 }
const FAILED: Answer = { status: 503 }

/** In the same time for every token. */
function same(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

const SCRIPT = `
const img = document.querySelector('img'), note = document.querySelector('p')
let etag = ''
async function look() {
  if (document.visibilityState === 'visible') try {
    const answer = await fetch('picture', { headers: etag ? { 'if-none-match': etag } : {}, cache: 'no-store' })
    if (answer.status === 200) {
      etag = answer.headers.get('etag') ?? ''
      const before = img.src
      img.src = URL.createObjectURL(await answer.blob())
      if (before) URL.revokeObjectURL(before)
    }
    note.textContent = answer.ok || answer.status === 304 ? '' : 'No picture could be taken.'
  } catch { note.textContent = 'The session has ended.'; return }
  setTimeout(look, ${PAUSE})
}
look()
`

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; connect-src 'self'; img-src blob:; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>surehand: a session</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; display: grid; place-items: center; min-height: 100vh; background: #202124; color: #e8eaed; font: 16px system-ui }
  img { max-width: 100vw; max-height: 100vh }
</style>
<main><img alt="The desktop of the session"><p role="status"></p></main>
<script>${SCRIPT}</script>
</html>
`
