import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TOKEN_HEADER } from './protocol.js'

/** The parts of a request that decide whether it is answered. */
export type Asking = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Whom a server on 127.0.0.1 answers: whoever has the token, at this very address. Every program of this machine can reach the address, and so
 * can every web page, also under another name (DNS rebinding). So each request has to name the address as it is, must not come from
 * another origin, and has the token in its path; one that does something has it in a header as well, which no form of another page can send.
 */
export class Guard {
  constructor(
    /** `127.0.0.1:4711` */
    private readonly host: string,
    private readonly token: string,
  ) {}

  /** The name that is asked for below the token; `undefined`: the request is refused. */
  allowed({ method, url = '', headers }: Asking): string | undefined {
    const { host, origin, 'sec-fetch-site': site } = headers
    if (host !== this.host || (origin !== undefined && origin !== `http://${this.host}`)) return undefined
    // A page is opened from a terminal or by its address; all else it asks for itself.
    const [path = ''] = url.split('?', 1)
    const [nothing, token = '', ...rest] = path.split('/')
    const name = rest.join('/')
    if (nothing !== '' || rest.length === 0 || !same(token, this.token)) return undefined
    if (name !== '' && site !== undefined && site !== 'same-origin') return undefined
    if (method === 'GET') return name
    const given = headers[TOKEN_HEADER]
    const isOwn = method === 'POST' && origin !== undefined && typeof given === 'string' && same(given, this.token)
    return isOwn ? name : undefined
  }
}

/** In the same time for every token. */
function same(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
