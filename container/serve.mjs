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
const isSide = (px) => Number.isInteger(px) && px >= 1 && px <= 32767

if (!process.env.SUREHAND_MCP_TOKEN) {
  refuse('SUREHAND_MCP_TOKEN is not set: clients present it as `Authorization: Bearer …`.')
}
if (!(Number.isInteger(PORT) && PORT >= 1 && PORT <= 65534)) {
  refuse(`PORT is ${process.env.PORT}: it has to be a number from 1 to 65534, and the next port has to be free, too.`)
}
if (!(isSide(width) && isSide(height))) {
  refuse(`SCREEN is ${process.env.SCREEN}: it has to be a width and a height from 1 to 32767 px, such as 1280x800.`)
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

function refuse(why) {
  console.error(why)
  process.exit(2)
}
