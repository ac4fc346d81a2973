import { createRegistry, type ProfileName } from '../agent/index.js'
import { Desktop } from '../desktop.js'
import { serveStdio } from '../mcp/index.js'
import { policy } from '../policy/index.js'
import { demoDesktop } from './demo.js'
import { version } from './version.js'

export interface McpOptions {
  demo?: boolean
  profile: ProfileName
  allow?: string[]
  deny?: string[]
  files?: string
  commands?: string
}

/** Serves until the client goes. The desktop is opened when a tool is called: a client gets its first answer at once. */
export async function mcp({ demo = false, profile, allow, deny, files, commands }: McpOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const desktop = demo ? await demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    return desktop
  }
  // Nobody can be asked yet, and without a yes nothing is sent: what only a name speaks against (Delete, Send) is left to the client.
  const hooks = policy({ rules: { 'named-so': 'allow' } })
  const options = {
    profile,
    hooks,
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(files === undefined ? {} : { files: { root: files } }),
    ...(commands === undefined ? {} : { commands: { root: commands } }),
  }
  try {
    await serveStdio(createRegistry(open, options), version())
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
