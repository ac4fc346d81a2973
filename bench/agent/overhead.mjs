/**
 * What the tools cost on top of the SDK, and how long a server takes to its first answer. Needs `npm run build`.
 *
 *   node bench/agent/overhead.mjs [rounds]
 *
 * The calls go to the simulated desktop, so that no toolkit's time is in them; each round does the same by the SDK, by the registry in this
 * process, and by the official client over a transport in memory, in turns. Medians.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const root = join(import.meta.dirname, '..', '..')
const cli = join(root, 'dist', 'cli.js')
const rounds = Number(process.argv[2] ?? 200)
const STARTS = 15

const { Desktop } = await import(join(root, 'dist', 'index.js'))
const { createRegistry } = await import(join(root, 'dist', 'agent.js'))
const { Server } = await import('@modelcontextprotocol/server')

const quantile = (times, part) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)]
const median = (times) => quantile(times, 0.5)
const ms = (time) => `${time.toFixed(2)} ms`
// What a busy machine adds is in the median, and hardly in the least.
const both = (times) => `${ms(median(times))} | ${ms(quantile(times, 0))}`

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A process from its start to its end. */
function nodeItself() {
  return timed(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit'))
}

/** A server from its start to its answer to `initialize`, and to `tools/list` after it. */
async function firstAnswers() {
  const began = performance.now()
  const server = spawn(process.execPath, [cli, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const tell = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'bench', version: '0' }
  tell({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  await lines.next()
  const first = performance.now() - began
  tell({ method: 'notifications/initialized' })
  tell({ id: 2, method: 'tools/list', params: {} })
  await lines.next()
  const second = performance.now() - began
  const gone = once(server, 'exit')
  server.stdin.end()
  await gone
  return [first, second]
}

const world = {
  applications: [
    {
      name: 'Mail',
      executable: 'mail',
      windows: [
        {
          role: 'window',
          name: 'Inbox',
          bounds: { x: 0, y: 0, width: 800, height: 600 },
          children: Array.from({ length: 300 }, (_, at) => ({ role: at % 3 ? 'text' : 'button', name: `Item ${at}` })),
        },
      ],
    },
  ],
}
const desktop = await Desktop.open({ world })
const registry = createRegistry(desktop, { profile: 'terminator' })
const [mine, its] = InMemoryTransport.createLinkedPair()
const server = new Server({ name: 'bench', version: '0' }, { capabilities: { tools: {} } })
server.setRequestHandler('tools/call', ({ params }) => registry.tool(params.name).run(params.arguments))
await server.connect(its)
const client = new Client({ name: 'bench', version: '0' })
await client.connect(mine)

const app = await desktop.app('mail')
const selector = 'role:button|name:"Item 150"'
const KINDS = {
  'read an element': {
    sdk: async () => {
      const found = await desktop.app('mail')
      await found.locator(selector).snapshot({ maxDepth: 0 })
    },
    tool: 'validate_element',
  },
  'click, with its diff': {
    sdk: async () => {
      const found = await desktop.app('mail')
      await found.locator(selector).click()
    },
    tool: 'click_element',
  },
}
const rows = []
for (const [name, { sdk, tool }] of Object.entries(KINDS)) {
  const input = { process: 'mail', selector }
  const ways = {
    sdk,
    registry: () => registry.tool(tool).run(input),
    mcp: () => client.callTool({ name: tool, arguments: input }),
  }
  const times = { sdk: [], registry: [], mcp: [] }
  for (let round = 0; round < rounds; round++)
    for (const [way, call] of Object.entries(ways)) times[way].push(await timed(call))
  const [base, own, all] = [median(times.sdk), median(times.registry), median(times.mcp)]
  rows.push(`| ${name} | ${ms(base)} | ${ms(own - base)} | ${ms(all - base)} |`)
}
await app.waitForIdle()
await client.close()
await desktop.dispose()

// Over standard input and output, where a tool does nothing.
const remote = new Client({ name: 'bench', version: '0' })
await remote.connect(
  new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env: process.env, stderr: 'ignore' }),
)
const nothing = { name: 'no_such_tool', arguments: {} }
const trips = []
for (let round = 0; round < rounds; round++) trips.push(await timed(() => remote.callTool(nothing).catch(() => {})))
await remote.close()

const [bare, starts] = [[], []]
for (let round = 0; round < STARTS; round++) {
  bare.push(await nodeItself())
  starts.push(await firstAnswers())
}
console.log(
  `Node ${process.version}, ${rounds} rounds, ${STARTS} starts, load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores\n`,
)
console.log('| | median | least |\n| --- | --- | --- |')
console.log(`| node -e 0, from start to end | ${both(bare)} |`)
console.log(`| surehand mcp, from start to the first answer | ${both(starts.map(([first]) => first))} |`)
console.log(`| … and to the list of tools | ${both(starts.map(([, second]) => second))} |`)
console.log(`| a message there and back, standard input and output | ${both(trips)} |`)
console.log('\n| a call | by the SDK | more by the registry | more by MCP, in memory |\n| --- | --- | --- | --- |')
console.log(rows.join('\n'))
