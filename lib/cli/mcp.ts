import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createRegistry, type ProfileName } from '../agent/index.js'
import { serverFactory, serveStdio } from '../agent/mcp/index.js'
import { Desktop } from '../sdk/desktop.js'
import { desktopName } from './desktop-name.js'
import { version } from './version.js'

export interface McpOptions {
  demo?: boolean
  profile: ProfileName
  allow?: string[]
  deny?: string[]
  files?: string
  commands?: string
  /** A port, or any that is free. */
  http?: number | true
  answers?: string
  cdp?: string
}

/** Serves until the client goes. What only a call needs is loaded and opened with the first: a client gets its first answer at once. */
export async function mcp({ demo = false, profile, http, ...own }: McpOptions): Promise<void> {
  const { allow, deny, files, commands, answers, cdp } = own
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const { policy } = await import('../agent/policy/index.js')
    const { confirmed } = await import('../agent/ask/confirm.js')
    const desktop = demo ? await (await import('./demo.js')).demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    return desktop.with({ hooks: policy({ ask: confirmed }) })
  }
  const options = {
    profile,
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(files === undefined ? {} : { files: { root: files } }),
    ...(commands === undefined ? {} : { commands: { root: commands } }),
    ...(answers === undefined ? {} : { answers }),
    ...(cdp === undefined ? {} : { grounding: { cdp } }),
    ...(demo ? {} : { turns: desktopName() }),
  }
  try {
    const registry = createRegistry(open, options)
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

/** The address and the token are for who started it: they go to standard error. */
async function attachable(factory: Awaited<ReturnType<typeof serverFactory>>, http: number | true) {
  const { serveHttp } = await import('../agent/mcp/http.js')
  const token = process.env.SUREHAND_MCP_TOKEN || randomBytes(24).toString('base64url')
  const serving = await serveHttp(factory, { token, ...(http === true ? {} : { port: http }) })
  const own = process.env.SUREHAND_MCP_TOKEN ? 'the token of SUREHAND_MCP_TOKEN' : `Authorization: Bearer ${token}`
  console.error(`surehand mcp: ${serving.url}, ${own}`)
  return serving
}
