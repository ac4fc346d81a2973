import { accessSync } from 'node:fs'
import { Desktop } from '../../lib/sdk/index.js'

/** Reads programs again and again, for strace: a call of a file that there is not marks where the reading begins and ends. */

const { environment, pids, snapshots } = JSON.parse(process.argv[2] as string) as {
  environment: Record<string, string>
  pids: number[]
  snapshots: number
}

function mark(name: string): void {
  try {
    accessSync(`/surehand-mark-${name}`)
  } catch {
    // There is none.
  }
}

const desktop = await Desktop.open({ environment })
const apps = []
for (const pid of pids) apps.push(await desktop.app({ pid }, { timeout: 30_000 }))
for (const app of apps) for (let i = 0; i < 3; i++) await app.snapshot({ timeout: 30_000 })
mark('begin')
for (let i = 0; i < snapshots; i++) await apps[i % apps.length]?.snapshot({ timeout: 30_000 })
mark('end')
await desktop.dispose()
process.exit()
