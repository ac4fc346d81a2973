import type { Server } from '@modelcontextprotocol/server'
import { optionalImport } from '../optional.js'
import { LineLimit, LONGEST_LINE } from './line-limit.js'
import type { Connection } from './server.js'

/** Serves over standard input and output, until the client closes them. Resolves then: with whether there was one. */
export async function serveStdio(factory: (connection: Connection) => Server): Promise<boolean> {
  // Standard output is the wire: whatever else would write there, in this process, goes to standard error.
  console.log = console.info = console.debug = console.error
  const transports = await optionalImport(
    () => import('@modelcontextprotocol/server/stdio'),
    '@modelcontextprotocol/server',
  )
  let heard = false
  process.stdin.once('data', () => {
    heard = true
  })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const lines = process.stdin.pipe(new LineLimit(refuseTooLong))
  const handle = transports.serveStdio(factory, {
    transport: new transports.StdioServerTransport(lines as unknown as typeof process.stdin, process.stdout, {
      maxBufferSize: 2 * LONGEST_LINE,
    }),
    onerror: (error) => console.error(`surehand mcp: ${error.message}`),
  })
  await ended
  await handle.close()
  return heard
}

/** JSON-RPC's answer to what is no request: https://www.jsonrpc.org/specification#error_object */
function refuseTooLong(id: string | number | null): void {
  const message = `The message is longer than ${LONGEST_LINE / 2 ** 20} MiB. It was not read; the connection goes on.`
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message } })}\n`)
}
