import { createRegistry, type ProfileName } from '../agent/index.js'
import { Desktop } from '../desktop.js'
import { serveStdio } from '../mcp/index.js'
import { version } from './version.js'

export interface McpOptions {
  demo?: boolean
  profile: ProfileName
  allow?: string[]
  deny?: string[]
  files?: string
  commands?: string
}

/** Serves until the client goes. What only a call needs is loaded and opened with the first: a client gets its first answer at once. */
export async function mcp({ demo = false, profile, allow, deny, files, commands }: McpOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  const open = async () => {
    const { policy } = await import('../policy/index.js')
    const desktop = demo ? await (await import('./demo.js')).demoDesktop(ends) : await Desktop.open()
    ends.push(() => desktop.dispose())
    // Nobody can be asked yet, and without a yes nothing is sent: what only a name speaks against (Delete, Send) is left to the client.
    return desktop.with({ hooks: policy({ rules: { 'named-so': 'allow' } }) })
  }
  const options = {
    profile,
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
