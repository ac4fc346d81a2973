/**
 * The container's program: a headless desktop, and `surehand mcp --http` on it. surehand listens on 127.0.0.1 alone, which the port of a
 * container does not reach; what comes to PORT is passed on to it. Each request has to present SUREHAND_MCP_TOKEN.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from 'surehand/headless'

const PORT = Number(process.env.PORT ?? 8808)
const INNER = PORT + 1
const [width, height] = (process.env.SCREEN ?? '1280x800').split('x').map(Number)

if (!process.env.SUREHAND_MCP_TOKEN) {
  console.error('SUREHAND_MCP_TOKEN is not set: clients present it as `Authorization: Bearer …`.')
  process.exit(2)
}
const session = await HeadlessSession.start({ width, height })
const program = fileURLToPath(new URL('./surehand.cjs', import.meta.resolve('surehand')))
const server = spawn(process.execPath, [program, 'mcp', '--http', String(INNER)], {
  env: { ...process.env, ...session.environment },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const port = createServer((client) => {
  const inner = connect(INNER, '127.0.0.1')
  client.on('error', () => inner.destroy())
  inner.on('error', () => client.destroy())
  client.pipe(inner).pipe(client)
}).listen(PORT)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill(signal))
try {
  const [status] = await once(server, 'exit')
  process.exitCode = status ?? 0
} finally {
  port.close()
  await session.stop()
}
