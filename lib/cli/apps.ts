import { createRegistry } from '../agent/index.js'
import { Desktop } from '../sdk/desktop.js'
import { quoted } from '../sdk/tree/quoted.js'

/** Prints what runs. One that does not answer is marked, and delays no other. */
export async function apps(): Promise<void> {
  await using desktop = await Desktop.open()
  const result = await createRegistry(desktop, { profile: 'terminator' })
    .tool('get_applications_and_windows_list')
    .run({})
  const { applications } = result.structuredContent as { applications: Listed[] }
  for (const { process, pid, name, windows, problem } of applications) {
    console.log(`${process || name} (pid ${pid})${problem === undefined ? '' : ` ${problem}`}: ${name}`)
    for (const { title, active } of windows) console.log(`  ${quoted(title)}${active ? ' active' : ''}`)
  }
  if (applications.length === 0) console.log('No application shows itself to accessibility. Try: npx surehand doctor')
}

interface Listed {
  process: string
  pid: number
  name: string
  windows: { title: string; active: boolean }[]
  problem?: string
}
