import type { Registry } from '../agent/index.js'
import { optionalImport } from '../agent/optional.js'
import { serverFactory } from './server.js'

/** Serves a registry over standard input and output, until the client closes them. Resolves then. */
export async function serveStdio(registry: Registry, version: string): Promise<void> {
  // Standard output is the wire: whatever else would write there, in this process, goes to standard error.
  console.log = console.info = console.debug = console.error
  const transports = await optionalImport(
    () => import('@modelcontextprotocol/server/stdio'),
    '@modelcontextprotocol/server',
  )
  const factory = await serverFactory(registry, version)
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const handle = transports.serveStdio(factory, { onerror: (error) => console.error(`surehand mcp: ${error.message}`) })
  await ended
  await handle.close()
}
