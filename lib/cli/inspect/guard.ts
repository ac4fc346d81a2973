import type { IncomingMessage } from 'node:http'
import { isSameSecret } from '../../agent/mcp/request.js'
import { TOKEN_HEADER } from './protocol.js'

/** The parts of a request that decide whether it is answered. */
export type Asking = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Decides which requests a server on 127.0.0.1 answers. Every program of the machine can reach such a server, and so can every web page, also
 * under another host name (DNS rebinding). A request is answered when:
 *
 * - `Host` is the server's own address;
 * - `Origin` is absent or the server's own, and no other site made the request;
 * - its path begins with the token;
 * - it is a GET; or a POST that has the token in a header as well, which a form of another page cannot send.
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
    if (nothing !== '' || rest.length === 0 || !isSameSecret(token, this.token)) return undefined
    if (name !== '' && site !== undefined && site !== 'same-origin') return undefined
    if (method === 'GET') return name
    const given = headers[TOKEN_HEADER]
    const isOwn =
      method === 'POST' && origin !== undefined && typeof given === 'string' && isSameSecret(given, this.token)
    return isOwn ? name : undefined
  }
}
