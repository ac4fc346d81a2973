import { createRegistry, type ProfileName } from '../agent/index.js'
import { Desktop } from '../desktop.js'
import { HeadlessSession } from '../headless/index.js'
import { serveStdio } from '../mcp/index.js'
import { policy } from '../policy/index.js'
import { version } from './version.js'

export interface McpOptions {
  demo?: boolean
  profile: ProfileName
  allow?: string[]
  deny?: string[]
}

// One of these is on most machines with a desktop.
const EDITORS = ['mousepad', 'gedit', 'gnome-text-editor', 'kate', 'leafpad', 'featherpad']

/** Serves until the client goes. The desktop is opened when a tool is called: a client gets its first answer at once. */
export async function mcp({ demo = false, profile, allow, deny }: McpOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const desktop = demo ? await demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    return desktop
  }
  // Nobody can be asked yet, and without a yes nothing is sent: what only a name speaks against (Delete, Send) is left to the client.
  const hooks = policy({ rules: { 'named-so': 'allow' } })
  const options = { profile, hooks, ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) }
  try {
    const registry = createRegistry(open, options)
    ends.push(() => registry.end())
    await serveStdio(registry, version())
  } finally {
    for (const end of ends.reverse()) await end()
  }
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
