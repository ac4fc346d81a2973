import type { Readable, Writable } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { LineLimit, LONGEST_LINE } from './line-limit.js'
import type { Connection } from './server.js'

/** Serves over standard input and output, until the client closes them. Resolves then: with whether there was one. */
export async function serveStdio(factory: (connection: Connection) => Server): Promise<boolean> {
  // Standard output is the wire: whatever else would write there, in this process, goes to standard error.
  console.log = console.info = console.debug = console.error
  return serveStreams(factory, process.stdin, process.stdout)
}

/** Serves over a pair of streams, one message a line, until the client ends its side. Resolves then: with whether there was one. */
export async function serveStreams(
  factory: (connection: Connection) => Server,
  input: Readable,
  output: Writable,
): Promise<boolean> {
  const transports = await import('@modelcontextprotocol/server/stdio')
  let heard = false
  input.once('data', () => {
    heard = true
  })
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
  })
  const lines = input.pipe(new LineLimit((id) => output.write(tooLong(id))))
  const handle = transports.serveStdio(factory, {
    transport: new transports.StdioServerTransport(lines, output, { maxBufferSize: 2 * LONGEST_LINE }),
    onerror: (error) => console.error(`surehand mcp: ${error.message}`),
  })
  await ended
  await handle.close()
  return heard
}

/** JSON-RPC's answer to what is no request: https://www.jsonrpc.org/specification#error_object */
function tooLong(id: string | number | null): string {
  const message = `The message is longer than ${LONGEST_LINE / 2 ** 20} MiB. It was not read; the connection goes on.`
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message } })}\n`
}
