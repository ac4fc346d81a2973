import type { Server } from '@modelcontextprotocol/server'
import { optionalImport } from '../agent/optional.js'
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
  const handle = transports.serveStdio(factory, { onerror: (error) => console.error(`surehand mcp: ${error.message}`) })
  await ended
  await handle.close()
  return heard
}
