import type { Socket } from 'node:net'
import { serverFactory, serveStreams } from '../../agent/mcp/index.js'
import { registryOptions, type ServedTools } from '../served-tools.js'
import { version } from '../version.js'
import { EXIT } from './exit.js'
import type { Printed } from './messages.js'
import type { NamedSession } from './session.js'

/** Serves a session to a client over MCP, for as long as that is connected: what the command line opened is there, and the other way round. */
export async function serveClient(socket: Socket, session: NamedSession, options: ServedTools): Promise<void> {
  const { policy } = await import('../../agent/policy/index.js')
  const { confirmed } = await import('../../agent/ask/confirm.js')
  const registry = session.registry({ ...registryOptions(options), hooks: policy({ ask: confirmed }) })
  try {
    const factory = await serverFactory(registry, version())
    socket.write(`${JSON.stringify({ code: EXIT.done } satisfies Printed)}\n`)
    await serveStreams(factory, socket, socket)
  } finally {
    await registry.end()
    socket.end()
  }
}
