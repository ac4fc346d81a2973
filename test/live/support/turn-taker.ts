/** An agent of its own process: types lines into a program and clicks in it, and says what failed. `turn-taker.ts <pid> <line> <rounds> <turns>`. */
import { createRegistry } from '../../../lib/agent/index.js'
import { Desktop } from '../../../lib/sdk/index.js'

const [pid, line = '', rounds, turns = ''] = process.argv.slice(2)
const desktop = await Desktop.open()
const registry = createRegistry(desktop, { timeout: 20_000, ...(turns === '' ? {} : { turns }) })
const call = async (tool: string, input: Record<string, unknown>) => {
  const { isError, content } = await registry.tool(tool).run({ process: Number(pid), ...input })
  if (isError) console.log(JSON.stringify(content))
}
for (let round = 0; round < Number(rounds); round++) {
  await call('type', { text: `${line}\n` })
  if (round % 4 === 0) await call('act', { verb: 'click', selector: 'role:textbox', verify_timeout_ms: 1 })
  if (round % 4 === 0) await call('type', { key: 'Control+End' })
}
await registry.end()
await desktop.dispose()
