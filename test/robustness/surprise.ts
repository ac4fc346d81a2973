import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { Form, type FormToolkit } from '../live/support/form.js'
import { count, type Outcome, progress, type Values } from './part.js'

/**
 * Least surprise: `--snapshots` (1,000) of each toolkit move no focus, no selection, no scroll position and no window, and the
 * program receives nothing; by strace, reading opens no file but /proc of the programs that are read, no socket, and starts no process.
 */

export const TOOLKITS: readonly FormToolkit[] = ['gtk3', 'gtk4', 'qt5', 'qt6']
const CHILD = join(import.meta.dirname, 'surprise-child.ts')
const timeout = 30_000

/** What a person sees of a program and the desktop, by the tree, the window system and the program itself. */
async function seen(session: HeadlessSession, app: App): Promise<Record<string, string>> {
  const ask = (command: string, args: string[]) =>
    execFileSync(command, args, { env: { ...process.env, ...session.environment }, encoding: 'utf8' }).trim()
  const root = ['_NET_CLIENT_LIST_STACKING', '_NET_ACTIVE_WINDOW']
  const snapshot = await app.snapshot({ timeout })
  const nodes = Array.from({ length: snapshot.size }, (_, i) => snapshot.at(i))
  const place = ({ bounds }: (typeof nodes)[number]) => (bounds ? Object.values(bounds).join(',') : '')
  const customer = nodes.find(({ name, role }) => name === 'Customer' && role === 'textbox')
  return {
    stacking: root.map((name) => ask('xprop', ['-root', name])).join('\n'),
    focus: ask('xdotool', ['getwindowfocus']),
    pointer: ask('xdotool', ['getmouselocation', '--shell']),
    focused: nodes
      .filter((node) => node.states.includes('focused'))
      .map(({ role, name }) => `${role} ${name}`)
      .join(),
    selected: nodes
      .filter((node) => node.states.includes('selected'))
      .map(({ role, name }) => `${role} ${name}`)
      .join(),
    text: `${customer?.value}`,
    places: nodes.map((node) => `${node.role} ${node.name ?? ''} ${place(node)}`).join('\n'),
  }
}

/** What changed, and what the program received, of so many snapshots. */
export async function moved(toolkit: FormToolkit, snapshots: number): Promise<string[]> {
  await using session = await HeadlessSession.start()
  const [behind, form] = [await Form.start(session, 'gtk3'), await Form.start(session, toolkit)]
  await using desktop = await Desktop.open({ environment: { ...session.environment } })
  const app = await desktop.app({ pid: form.pid }, { timeout })
  // A selection, a focus and a list that is scrolled: what reading might disturb.
  await app.locator('role:TextBox|name:Customer').fill('Ann and Bob', { timeout })
  await app
    .locator('role:TextBox|name:Customer')
    .selectText({ start: 4, end: 7 }, { timeout })
    .catch(() => {})
  await app
    .locator('name:Item 40')
    .scrollIntoView({ timeout })
    .catch(() => {})
  await app.locator('role:TextBox|name:Customer').focus({ timeout })
  await app.snapshot({ timeout })
  const before = await seen(session, app)
  for (const each of [form, behind]) each.forget()
  for (let i = 0; i < snapshots; i++) await app.snapshot({ timeout })
  const after = await seen(session, app)
  const changed = Object.keys(before).filter((key) => before[key] !== after[key])
  const received = [...form.events, ...behind.events].map((event) => JSON.stringify(event))
  await Promise.all([form.end(), behind.end()])
  return [
    ...changed.map((key) => `${toolkit}: ${key} changed`),
    ...received.map((event) => `${toolkit}: received ${event}`),
  ]
}

const CALLS =
  'open,openat,creat,socket,connect,execve,fork,vfork,clone,clone3,unlink,unlinkat,rename,renameat,mkdir,access'

/** What reading opened, connected and started, as strace saw it, without what reads a program's own process. */
export async function traced(snapshots: number): Promise<{ calls: Record<string, number>; surprises: string[] }> {
  await using session = await HeadlessSession.start()
  const forms = await Promise.all(TOOLKITS.map((toolkit) => Form.start(session, toolkit)))
  const folder = mkdtempSync(join(tmpdir(), 'surehand-strace-'))
  try {
    const job = { environment: { ...session.environment }, pids: forms.map(({ pid }) => pid), snapshots }
    const output = join(folder, 'calls')
    const node = [process.execPath, '--import', 'tsx', CHILD, JSON.stringify(job)]
    const run = spawnSync('strace', ['-f', '-qq', '-o', output, '-e', `trace=${CALLS}`, ...node], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`strace: ${run.error ?? run.stderr}`)
    const lines = readFileSync(output, 'utf8').split('\n')
    const begin = lines.findIndex((line) => line.includes('surehand-mark-begin'))
    const end = lines.findIndex((line) => line.includes('surehand-mark-end'))
    if (begin < 0 || end < begin) throw new Error('strace did not see the marks')
    const calls: Record<string, number> = {}
    const surprises: string[] = []
    for (const line of lines.slice(begin + 1, end)) {
      const [, name, rest] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? []
      if (name === undefined || rest === undefined) continue
      // A thread of a lane, no process.
      const isThread = (name === 'clone' || name === 'clone3') && rest.includes('CLONE_THREAD')
      const path = /"([^"]*)"/.exec(rest)?.[1] ?? ''
      const isProcess = /^\/proc\/(self|\d+)\//.test(path) && !rest.includes('O_WRONLY') && !rest.includes('O_RDWR')
      const what = isThread ? 'threads' : isProcess ? '/proc' : name
      calls[what] = (calls[what] ?? 0) + 1
      if (!isThread && !isProcess) surprises.push(`${name}(${rest.slice(0, 120)}`)
    }
    return { calls, surprises }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await Promise.all(forms.map((form) => form.end()))
  }
}

export async function surprise(values: Values): Promise<Outcome> {
  const snapshots = count(values, 'snapshots', 1_000)
  const faults: string[] = []
  for (const toolkit of TOOLKITS) {
    const found = await moved(toolkit, snapshots)
    progress(`${toolkit}: ${snapshots} snapshots, ${found.length} changes`)
    faults.push(...found)
  }
  const { calls, surprises } = await traced(snapshots)
  return { figures: { snapshots, toolkits: TOOLKITS.length, calls }, faults: [...faults, ...surprises] }
}
