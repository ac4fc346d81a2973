import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from 'surehand/headless'
import { changedFields, type FlatNode, type FlatTree } from './flat.js'

/** A signal of the accessibility bus. */
export interface Signal {
  /** ms since the epoch. */
  at: number
  /** The object that it is about; of the cache, the parent of what came. */
  source: string
  interface: string
  member: string
  detail?: string
  /** 1 or 0 of a state. */
  first?: number
  child?: string
}

const quietMs = 300

/** Everything that one application announces. */
export class Listener implements Disposable {
  readonly signals: Signal[] = []
  private last = Date.now()
  private readonly process: ChildProcess
  private readonly ready: Promise<void>

  constructor(session: HeadlessSession, busName: string) {
    const script = join(import.meta.dirname, 'listener.py')
    this.process = spawn('/usr/bin/python3', [script, session.accessibilityBus, busName], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.ready = new Promise((resolve) => {
      createInterface({ input: this.process.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        const said = JSON.parse(line) as Signal & { ready?: boolean }
        if (said.ready) resolve()
        else this.signals.push(said)
        this.last = Date.now()
      })
    })
  }

  async start(): Promise<void> {
    await this.ready
    await this.quiet()
  }

  /** Nothing was announced for a while; at most three seconds, for what never rests. */
  async quiet(): Promise<void> {
    this.last = Date.now()
    const deadline = Date.now() + 3_000
    while (Date.now() - this.last < quietMs && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  [Symbol.dispose](): void {
    this.process.kill()
  }
}

/** How something changed, and what announced it: `state checked` → `StateChanged:checked on the node` → how many nodes. */
export type Announcements = Map<string, Map<string, number>>

export const nameOf = ({ interface: of, member, detail }: Signal): string =>
  `${of === 'Object' ? '' : `${of}:`}${member}${detail ? `:${detail}` : ''}`

function parents(tree: FlatTree): Map<string, string> {
  const parent = new Map<string, string>()
  for (const node of tree.values()) for (const child of node.children) parent.set(child, node.identity)
  return parent
}

/** What of two trees differs, each with the signals about the node itself or, where there are none, about its nearest ancestor. */
export function announcements(before: FlatTree, after: FlatTree, signals: readonly Signal[]): Announcements {
  const table: Announcements = new Map()
  const up = { before: parents(before), after: parents(after) }
  const bySource = new Map<string, Set<string>>()
  const byChild = new Map<string, Set<string>>()
  for (const signal of signals) {
    const add = (map: Map<string, Set<string>>, key: string) =>
      map.set(key, (map.get(key) ?? new Set()).add(nameOf(signal)))
    add(bySource, signal.source)
    if (signal.child) add(byChild, signal.child)
  }
  const count = (what: string, how: string) => {
    const row = table.get(what) ?? new Map<string, number>()
    table.set(what, row.set(how, (row.get(how) ?? 0) + 1))
  }
  const nearest = (identity: string): string => {
    const own = bySource.get(identity)
    if (own) return `node: ${[...own].sort().join(', ')}`
    const child = byChild.get(identity)
    if (child) return `named as child: ${[...child].sort().join(', ')}`
    let steps = 0
    for (let at: string | undefined = identity; at !== undefined; at = up.after.get(at) ?? up.before.get(at)) {
      const said = bySource.get(at)
      if (said) return `${steps === 1 ? 'parent' : `ancestor`}: ${[...said].sort().join(', ')}`
      if (++steps > 100) break
    }
    return 'NOTHING'
  }
  for (const [identity, node] of after) {
    const old = before.get(identity)
    if (old === undefined) {
      const parent = up.after.get(identity)
      // Of a subtree that came only its top has to be announced.
      if (parent === undefined || before.has(parent))
        count(`added ${node.fields.role}`, nearestOfNew(identity, parent, bySource, byChild, nearest))
      continue
    }
    for (const field of changedFields(old, node)) {
      const said = nearest(identity)
      if (GEOMETRY.includes(field)) count(field, said)
      else count(`${field} of ${node.fields.role}`, said === 'NOTHING' ? `NOTHING, ${example(old, node, field)}` : said)
    }
    const [then, now] = [up.before.get(identity), up.after.get(identity)]
    if (then !== now)
      count('parent', `${nearest(identity)}; old parent ${then && nearest(then)}; new parent ${now && nearest(now)}`)
    const stayed = node.children.filter((child) => old.children.includes(child))
    const order = old.children.filter((child) => node.children.includes(child))
    if (stayed.join() !== order.join()) count('order of children', nearest(identity))
  }
  for (const [identity, node] of before) {
    if (after.has(identity)) continue
    const parent = up.before.get(identity)
    if (parent === undefined || after.has(parent))
      count(`removed ${node.fields.role}`, nearestOfNew(identity, parent, bySource, byChild, nearest))
  }
  return table
}

const GEOMETRY = ['bounds', 'shows', 'state offscreen']

const example = (old: FlatNode, now: FlatNode, field: string): string =>
  `such as ${now.label.slice(0, 50)}: ${JSON.stringify(old.fields[field])} to ${JSON.stringify(now.fields[field])}`.slice(
    0,
    160,
  )

function nearestOfNew(
  identity: string,
  parent: string | undefined,
  bySource: ReadonlyMap<string, ReadonlySet<string>>,
  byChild: ReadonlyMap<string, ReadonlySet<string>>,
  nearest: (identity: string) => string,
): string {
  const named = byChild.get(identity)
  const ofParent = parent === undefined ? undefined : bySource.get(parent)
  const said = [...(named ? [`named as child: ${[...named].sort().join(', ')}`] : [])]
  if (!named && ofParent) said.push(`parent: ${[...ofParent].sort().join(', ')}`)
  if (said.length === 0) said.push(nearest(identity))
  return said.join('; ')
}

/** One line a field and announcement, most frequent first. */
export function tableText(title: string, table: Announcements): string {
  const lines = [...table]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([what, how]) =>
      [...how].sort(([, a], [, b]) => b - a).map(([said, times]) => `  ${what}: ${said} ×${times}`),
    )
  return [title, ...lines].join('\n')
}

export function merge(into: Announcements, from: Announcements): void {
  for (const [what, how] of from) {
    const row = into.get(what) ?? new Map<string, number>()
    for (const [said, times] of how) row.set(said, (row.get(said) ?? 0) + times)
    into.set(what, row)
  }
}
