import { readdirSync, readFileSync } from 'node:fs'
import type { HeadlessSession } from '../lib/sdk/headless/index.js'

/** A part of a session by its process: of buses, the one for accessibility. */
export function processOf(session: HeadlessSession, name: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const [comm, line, environment] = ['comm', 'cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${entry}/${file}`, 'utf8'),
      ) as [string, string, string]
      const isIts = environment.includes(session.directory) || line.includes(session.directory)
      const isIt =
        name === 'bus' ? line.includes('accessibility.conf') && comm.startsWith('dbus') : comm.startsWith(name)
      if (isIts && isIt) return Number(entry)
    } catch {
      // It ended meanwhile, or is another user's.
    }
  }
  throw new Error(`the session has no ${name}`)
}
