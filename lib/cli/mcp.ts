import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { confirmed } from '../agent/ask/confirm.js'
import { createRegistry, type ProfileName } from '../agent/index.js'
import { Desktop } from '../desktop.js'
import { HeadlessSession } from '../headless/index.js'
import { serveHttp, serverFactory, serveStdio } from '../mcp/index.js'
import { policy } from '../policy/index.js'
import { version } from './version.js'

export interface McpOptions {
  demo?: boolean
  profile: ProfileName
  allow?: string[]
  deny?: string[]
  /** A port, or any that is free. */
  http?: number | true
  answers?: string
}

// One of these is on most machines with a desktop.
const EDITORS = ['mousepad', 'gedit', 'gnome-text-editor', 'kate', 'leafpad', 'featherpad']

/** Serves until the client goes. The desktop is opened when a tool is called: a client gets its first answer at once. */
export async function mcp({ demo = false, profile, allow, deny, http, answers }: McpOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const desktop = demo ? await demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    return desktop
  }
  const hooks = policy({ ask: confirmed })
  const options = {
    profile,
    hooks,
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(answers === undefined ? {} : { answers }),
  }
  try {
    const factory = await serverFactory(createRegistry(open, options), version())
    const serving = http === undefined ? undefined : await attachable(factory, http)
    if (serving !== undefined) ends.push(() => serving.close())
    const served = await serveStdio(factory)
    // Started by a person or a service, with nobody at its standard input: others come over HTTP.
    if (serving !== undefined && !served) await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** The address and the token are for who started it: they go to standard error. */
async function attachable(factory: Awaited<ReturnType<typeof serverFactory>>, http: number | true) {
  const token = process.env.SUREHAND_MCP_TOKEN || randomBytes(24).toString('base64url')
  const serving = await serveHttp(factory, { token, ...(http === true ? {} : { port: http }) })
  const own = process.env.SUREHAND_MCP_TOKEN ? 'the token of SUREHAND_MCP_TOKEN' : `Authorization: Bearer ${token}`
  console.error(`surehand mcp: ${serving.url}, ${own}`)
  return serving
}

/** A private desktop that nobody sees, with an editor on it where there is one. */
async function demoDesktop(ends: (() => Promise<void>)[]): Promise<Desktop> {
  const session = await HeadlessSession.start()
  ends.push(() => session.stop())
  const desktop = await session.desktop()
  for (const editor of EDITORS) {
    const started = await desktop.launch(editor).catch(() => undefined)
    if (started !== undefined) break
  }
  return desktop
}
