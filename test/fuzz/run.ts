import { fuzz, type Target } from './guided.js'
import { mcpLines } from './mcp-lines.js'
import { workflow } from './workflow.js'

/** tsx test/fuzz/run.ts <workflow|mcp-lines> <seconds> [seed]; `npm run fuzz` is what people call. */

const TARGETS: Record<string, Target> = { workflow, 'mcp-lines': mcpLines }
const [name = '', seconds = '10', seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2)
const target = TARGETS[name]
if (target === undefined) throw new Error(`${name} is none of ${Object.keys(TARGETS).join(', ')}.`)
// What nothing catches would end the real process as well.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    console.error(event, error)
    process.exit(1)
  })
}
try {
  console.log(JSON.stringify({ name, ...(await fuzz(target, Number(seconds), Number(seed))) }))
  process.exit(0)
} catch (error) {
  console.error(String(error))
  process.exit(1)
}
