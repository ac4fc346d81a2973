import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createRegistry, HALT_KEY } from '../agent/index.js'
import { serverFactory, serveStdio } from '../agent/mcp/index.js'
import { Desktop } from '../sdk/desktop.js'
import { SurehandError } from '../sdk/errors.js'
import type { Printed } from './daemon/messages.js'
import { desktopName } from './desktop-name.js'
import { registryOptions, type ServedTools } from './served-tools.js'
import { version } from './version.js'

export interface McpOptions extends ServedTools {
  demo?: boolean
  /** A port, or any that is free. */
  http?: number | true
  /** The session of the command line that it is about. */
  session?: string
}

/** Serves until the client goes. What only a call needs is loaded and opened with the first: a client gets its first answer at once. */
export async function mcp({ demo = false, http, session, ...shared }: McpOptions): Promise<void> {
  if (session !== undefined) {
    if (demo || http !== undefined) {
      throw new SurehandError(
        'INVALID_ARGUMENT',
        '--session is served by the daemon, which has neither --demo nor --http.',
      )
    }
    return overDaemon(session, shared)
  }
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const { policy } = await import('../agent/policy/index.js')
    const { confirmed } = await import('../agent/ask/confirm.js')
    const desktop = demo ? await (await import('./demo.js')).demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    return desktop.with({ hooks: policy({ ask: confirmed }) })
  }
  try {
    const registry = createRegistry(open, {
      ...registryOptions(shared),
      ...(demo ? {} : { turns: desktopName(), haltKey: HALT_KEY }),
    })
    ends.push(() => registry.end())
    const factory = await serverFactory(registry, version())
    const serving = http === undefined ? undefined : await attachable(factory, http)
    if (serving !== undefined) ends.push(() => serving.close())
    const served = await serveStdio(factory)
    // Started by a person or a service, without a client at its standard input: clients come over HTTP.
    if (serving !== undefined && !served) await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** Passes on what client and daemon say to each other. The daemon has the desktop, and stays. */
async function overDaemon(session: string, shared: ServedTools): Promise<void> {
  const { typed } = await import('./daemon/client.js')
  const { daemonStarted } = await import('./daemon/start.js')
  const { firstLine, LONGEST_REPLY } = await import('./daemon/messages.js')
  const socket = await daemonStarted()
  const own = { ...shared, ...pathsOf(shared), session }
  socket.write(`${JSON.stringify({ ...typed([]), mcp: own })}\n`)
  const line = await firstLine(socket.iterator({ destroyOnReturn: false }), LONGEST_REPLY)
  const { error }: Printed = JSON.parse(line ?? '{"error":"The daemon ended.\\n"}')
  if (error !== undefined) {
    process.stderr.write(error)
    process.exitCode = 1
    socket.destroy()
    return
  }
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
  await once(socket, 'close')
  process.stdin.destroy()
}

/** The daemon is in another folder. */
function pathsOf(given: ServedTools): Partial<ServedTools> {
  const named = (['files', 'commands', 'answers'] as const).flatMap((name) => {
    const path = given[name]
    return path === undefined ? [] : [[name, resolve(path)]]
  })
  return Object.fromEntries(named)
}

/** The address and the token are for who started it: they go to standard error. */
async function attachable(factory: Awaited<ReturnType<typeof serverFactory>>, http: number | true) {
  const { serveHttp } = await import('../agent/mcp/http.js')
  const token = process.env.SUREHAND_MCP_TOKEN || randomBytes(24).toString('base64url')
  const serving = await serveHttp(factory, { token, ...(http === true ? {} : { port: http }) })
  const own = process.env.SUREHAND_MCP_TOKEN ? 'the token of SUREHAND_MCP_TOKEN' : `Authorization: Bearer ${token}`
  console.error(`surehand mcp: ${serving.url}, ${own}`)
  return serving
}
