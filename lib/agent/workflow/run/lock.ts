import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SurehandError } from '../../../sdk/errors.js'
import { PRIVATE } from './durable.js'

/** Who writes a workflow's state. A number of a process is used again: with its start it names one. */
interface Owner {
  pid: number
  started: string | undefined
  host: string
  token: string
}

/** Makes this run the one writer of a folder. REFUSED, naming who is, while another one lives; a dead one's lock is taken over. Gives what releases it. */
export async function lock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const me: Owner = { pid: process.pid, started: startOf(process.pid), host: hostname(), token: randomUUID() }
  const mine = join(folder, `lock.${me.token}`)
  await writeFile(mine, JSON.stringify(me), { mode: PRIVATE, flag: 'wx' })
  try {
    // Another process that takes over a dead one's lock may win.
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await linked(mine, path)) return () => release(path, me.token)
      const text = await readFile(path, 'utf8').catch(() => undefined)
      if (text === undefined) continue
      const owner = read(text)
      if (owner === undefined || isAlive(owner)) throw refused(path, owner)
      await takeAway(path, join(folder, `lock.${me.token}.dead`), text)
    }
    throw refused(path, undefined)
  } finally {
    await rm(mine, { force: true })
  }
}

/** With its content at once: a reader never sees half of it. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // A file system without second names.
    return writeFile(to, await readFile(from), { mode: PRIVATE, flag: 'wx' }).then(
      () => true,
      (again: NodeJS.ErrnoException) => {
        if (again.code === 'EEXIST') return false
        throw again
      },
    )
  }
}

/** Of two that take it away, one gets the dead one's, and the other may get the first one's new lock: that is given back. */
async function takeAway(path: string, aside: string, text: string): Promise<void> {
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

async function release(path: string, token: string): Promise<void> {
  const owner = await readFile(path, 'utf8').then(read, () => undefined)
  if (owner?.token === token) await rm(path, { force: true })
}

function read(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner
    return typeof owner.pid === 'number' ? owner : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, started, host }: Owner): boolean {
  // Of another machine nothing is known.
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startOf(pid)
  return started === undefined || now === undefined || started === now
}

/** When a process began, as a text that is the same each time. `undefined`: not known. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name before it may have blanks and parentheses in it.
      return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

function refused(path: string, owner: Owner | undefined): SurehandError {
  const who =
    owner === undefined
      ? `The holder of ${path} cannot be read`
      : `Process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`} runs this workflow (${path})`
  const todo = 'Let it end, or stop it; if there is certainly none, remove that file.'
  return new SurehandError('REFUSED', `${who}, and two would write over each other. ${todo}`, { path, owner })
}
