/** Runs the command of an image, asks its health check, and publishes a port: what `docker run --init -p 127.0.0.1:…` does. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enter, enterAgain, variables } from './enter.mjs'

const relay = join(dirname(fileURLToPath(import.meta.url)), 'relay.mjs')

/**
 * Ends when the command does, with its status; SIGTERM and SIGINT are passed on to it. What it wrote is gone then.
 * @param {string} folder @param {{ environment: Record<string, string>, publish: [outside: number, inside: number] | undefined }} options
 * @returns {Promise<number>}
 */
export async function runImage(folder, { environment, publish }) {
  const image = JSON.parse(readFileSync(join(folder, 'image.json'), 'utf8'))
  const entry = { ...image, environment: { ...image.environment, ...environment }, root: join(folder, 'root') }
  const [program, ...args] = enter({ ...entry, writes: 'discarded', network: 'own' })
  const outer = spawn(program, args, { env: variables(entry), stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  const ended = once(outer, 'exit')
  let pid
  const end = (signal) => (pid === undefined ? outer.kill('SIGKILL') : process.kill(pid, signal))
  process.on('SIGTERM', end).on('SIGINT', end)
  /** @type {(() => void)[]} */
  const cleanup = []
  outer.stdio[3].once('data', () => {
    pid = Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ')[0])
    console.log(`container: its first process is ${pid}`)
    if (publish !== undefined) cleanup.push(published(pid, publish))
    if (image.health !== undefined) cleanup.push(watched(pid, entry, image.health))
  })
  const [status] = await ended
  process.off('SIGTERM', end).off('SIGINT', end)
  for (const stop of cleanup) stop()
  return status ?? 1
}

/** @param {number} pid @param {[outside: number, inside: number]} ports 0: one that is free. @returns {() => void} ends it */
function published(pid, [outside, inside]) {
  const server = createServer()
  const args = ['--target', String(pid), '--net', process.execPath, relay, String(inside)]
  const child = spawn('nsenter', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  server.listen(outside, '127.0.0.1', () => {
    child.send('server', server)
    child.once('message', () => {
      console.log(`container: its port ${inside} is 127.0.0.1:${server.address().port} here`)
      server.close()
    })
  })
  return () => child.connected && child.disconnect()
}

/**
 * Asks the health check, and says how the container is when that changes.
 * @param {number} pid @param {import('./enter.mjs').Entry} entry @param {import('./containerfile.mjs').HealthCheck} check
 * @returns {() => void} ends it
 */
function watched(pid, entry, { command, interval, timeout, startPeriod, retries }) {
  const [program, ...args] = enterAgain(pid, { ...entry, command })
  const begun = performance.now()
  let failures = 0
  let health = 'starting'
  const asking = setInterval(() => {
    execFile(program, args, { env: variables(entry), timeout }, (error, _, said) => {
      if (error === null) failures = 0
      else if (health !== 'starting' || performance.now() - begun > startPeriod) failures++
      const now = error === null ? 'healthy' : failures >= retries ? 'unhealthy' : health
      if (now !== health) console.log(`container: ${now}${said && `: ${said}`}`)
      health = now
    })
  }, interval)
  return () => clearInterval(asking)
}
