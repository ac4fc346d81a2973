import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { build, pack, root } from '../package/packed.js'

const script = join(root, 'scripts', 'container.mjs')

/** The folder of the image with these Debian packages: the one that SUREHAND_CONTAINER names, or one that is built now. */
export function image(programs: string): string {
  const given = process.env.SUREHAND_CONTAINER
  if (given && existsSync(join(given, 'image.json'))) return given
  build()
  const folder = join(root, '.cache', 'container', 'image')
  const context = mkdtempSync(join(tmpdir(), 'surehand-context-'))
  try {
    mkdirSync(join(context, 'container'))
    cpSync(join(root, 'container'), join(context, 'container'), { recursive: true })
    const archive = basename(pack(root, context))
    const parts = ['--arg', `PACKAGE=./${archive}`, '--arg', `PROGRAMS=${programs}`]
    execFileSync(process.execPath, [script, 'build', folder, '--context', context, ...parts], { stdio: 'inherit' })
  } finally {
    rmSync(context, { recursive: true })
  }
  return folder
}

/** Runs the image where it ends by itself. */
export async function refused(folder: string, environment: Record<string, string>) {
  const options = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const container = begin(folder, options, {})
  const [code] = await once(container.child, 'close')
  return { code: code as number, said: container.said() }
}

/** What runs in a container, by this machine's account. */
interface Process {
  name: string
  /** Real, effective, saved and that of files. */
  users: number[]
}

export async function running(folder: string) {
  const token = randomBytes(24).toString('hex')
  const container = begin(folder, ['--env', 'SUREHAND_MCP_TOKEN', '--publish', '0:8808'], { SUREHAND_MCP_TOKEN: token })
  const closed = once(container.child, 'close')
  const end = async () => {
    container.child.kill('SIGTERM')
    const [code] = await closed
    return { code: code as number, said: container.said() }
  }
  const pid = Number(await container.line(/first process is (\d+)/))
  const space = readlinkSync(`/proc/${pid}/ns/pid`)
  const port = Number(await container.line(/port 8808 is 127\.0\.0\.1:(\d+)/))
  // The server prints this line when it takes requests; the container's port is open before.
  await container.line(/(surehand mcp: http)/)
  return {
    token,
    port,
    healthy: () => container.line(/container: (healthy)/),
    processes: () => processesOf(space),
    /** The text of a file in it; empty while there is none. */
    file(path: string) {
      const there = `/proc/${pid}/root${path}`
      return existsSync(there) ? readFileSync(there, 'utf8') : ''
    },
    end,
    /** Ends the script that runs it, and gives it no chance to end anything itself. */
    async kill() {
      container.child.kill('SIGKILL')
      await once(container.child, 'exit')
    },
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}

function begin(folder: string, options: string[], environment: Record<string, string>) {
  const env = { ...process.env, ...environment }
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [script, 'run', folder, ...options],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  const waiting = new Set<() => void>()
  for (const output of [child.stdout, child.stderr])
    output.on('data', (data) => {
      text += data
      for (const look of waiting) look()
    })
  /** The part of a line that it printed, or prints. */
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const part = pattern.exec(text)?.[1]
        if (part === undefined) return
        waiting.delete(look)
        resolve(part)
      }
      waiting.add(look)
      child.once('close', () => reject(new Error(`it ended and did not say ${pattern}:\n${text}`)))
      look()
    })
  return { child, line, said: () => text }
}

function processesOf(space: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/ns/pid`) !== space) return []
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const [, name = ''] = /^Name:\t(.*)$/m.exec(status) ?? []
        const [, users = ''] = /^Uid:\t(.*)$/m.exec(status) ?? []
        return [{ name, users: users.split('\t').map(Number) }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}
