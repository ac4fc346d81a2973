import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'

// Standard output is the wire, whatever else in the process would like to say something there.

const root = join(import.meta.dirname, '..', '..')
// From the first answer on: what a process says before the server's code runs is not the server's to keep apart.
const CHATTER = `data:text/javascript,${encodeURIComponent('process.on("SIGUSR2", () => setInterval(() => { console.log("noise"); console.info({ noise: 1 }) }, 20).unref())')}`

test('nothing but protocol is on standard output', async () => {
  await using session = await HeadlessSession.start()
  const args = ['--import', 'tsx', '--import', CHATTER, join(root, 'lib/cli/bin.ts'), 'mcp', '--profile', 'terminator']
  const server = spawn(process.execPath, args, { cwd: root, env: session.environment, stdio: ['pipe', 'pipe', 'pipe'] })
  let noise = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    noise += text
  })
  const lines = createInterface({ input: server.stdout })
  const said: { jsonrpc?: string; id?: number }[] = []
  const answered = (id: number) =>
    new Promise<void>((resolve, reject) => {
      lines.on('line', () => said.some((message) => message.id === id) && resolve())
      server.once('exit', (code) => reject(new Error(`it ended with ${code}: ${noise}`)))
    })
  const strange: string[] = []
  lines.prependListener('line', (line) => {
    try {
      said.push(JSON.parse(line) as object)
    } catch {
      strange.push(line)
    }
  })
  const tell = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (id: number, method: string, params: object) => {
    const answer = answered(id)
    tell({ id, method, params })
    return answer
  }
  const clientInfo = { name: 'test', version: '0' }
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  server.kill('SIGUSR2')
  tell({ method: 'notifications/initialized' })
  await ask(2, 'tools/call', { name: 'delay', arguments: { delay_ms: 300 } })
  await ask(3, 'tools/call', { name: 'get_window_tree', arguments: { process: 'unavailable', timeout_ms: 100 } })
  await ask(4, 'tools/call', { name: 'no_such_tool', arguments: {} })
  tell({ method: 'nonsense' })
  const ended = once(server, 'exit')
  server.stdin.end()
  expect(await ended).toEqual([0, null])
  expect(noise).toContain('noise')
  expect(strange).toEqual([])
  expect(said.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  expect(said.flatMap(({ id }) => id ?? []).sort()).toEqual([1, 2, 3, 4])
})
