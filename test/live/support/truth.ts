import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { HeadlessSession } from '../../../lib/sdk/headless/index.js'

/**
 * The independent witness: a walk over libatspi, node after node, that shares no line with the backend. It is compared
 * with a snapshot of the same application; what differs must be explained by a rule that has a name.
 */

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** A node as libatspi tells it. */
export interface TruthNode {
  role: string
  /** Its object path. */
  path: string
  name: string
  /** Its text; in a walk without details only where it has no name. */
  text?: string
  /** AT-SPI's state numbers. */
  states: number[]
  bounds?: Rect
  childCount: number
  children?: TruthNode[]
  /** The rest in a walk with details only. */
  description?: string
  id?: string
  attributes?: Record<string, string>
  actions?: string[]
  number?: number
}

/** A node of `snapshot.toJSON()`. */
export interface OurNode {
  role: string
  platformRole?: string
  value?: string
  name?: string
  states?: string[]
  bounds?: Rect
  cut?: { reason: string; detail?: string }
  children?: OurNode[]
}

export interface Difference {
  what: 'role' | 'name' | 'states' | 'bounds' | 'missing' | 'extra'
  /** Where it is, from the application downwards: `application > frame "Orders" > button "Edit"`. */
  path: string
  ours?: OurNode
  truth?: TruthNode
  detail: string
}

/** A kind of difference that has a reason. */
export interface Rule {
  name: string
  because: string
  explains(difference: Difference): boolean
}

const SOURCE = join(import.meta.dirname, '..', '..', 'fixtures', 'truth', 'atspi_walk.c')
const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'build', 'atspi_walk')

function compiled(): string {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > statSync(SOURCE).mtimeMs) return PROGRAM
  const flags = execFileSync('pkg-config', ['--cflags', '--libs', 'atspi-2', 'gobject-2.0'], { encoding: 'utf8' })
  mkdirSync(join(PROGRAM, '..'), { recursive: true })
  execFileSync('gcc', ['-O2', '-o', PROGRAM, SOURCE, ...flags.trim().split(/\s+/)])
  return PROGRAM
}

/** The whole application as libatspi reads it: structure, roles, names, states and extents. */
export async function truthOf(session: HeadlessSession, pid: number): Promise<TruthNode> {
  const { stdout } = await promisify(execFile)(compiled(), ['--pid', `${pid}`, '--dump', '--fields', 'lite'], {
    env: session.environment,
    maxBuffer: 2 ** 29,
  })
  return JSON.parse(stdout) as TruthNode
}

/** Reads one application again and again, with descriptions, attributes, actions, values and texts too. */
export class Walker implements Disposable {
  readonly #process: ChildProcess
  readonly #answers: AsyncIterator<string>

  constructor(session: HeadlessSession, pid: number) {
    this.#process = spawn(compiled(), ['--pid', `${pid}`, '--dump', '--fields', 'full', '--each-line'], {
      env: session.environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#answers = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  /** Nothing that it remembers from the walk before is in it. */
  async walk(): Promise<TruthNode> {
    this.#process.stdin?.write('\n')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('the walk ended; is the application still there?')
    return JSON.parse(value) as TruthNode
  }

  [Symbol.dispose](): void {
    this.#process.kill()
  }
}

const TOGGLES = new Set(['toggle button'])
const CHECKED = new Set(['check box', 'check menu item', 'radio button', 'radio menu item', 'switch'])
const FLAGS: Record<string, number[]> = {
  visible: [25],
  enabled: [8, 24],
  focused: [12],
  focusable: [11],
  editable: [7],
  readonly: [43],
  required: [33],
  modal: [16],
  busy: [3],
  active: [1],
  multiline: [17],
  multiselectable: [18],
  invalid: [36],
  default: [39],
  haspopup: [42],
}

/** The state texts that a node with these AT-SPI states should have, sorted. Made from the documentation, not from the backend. */
export function statesOf(node: TruthNode): string[] {
  const has = (...numbers: number[]) => numbers.some((number) => node.states.includes(number))
  const texts = Object.entries(FLAGS)
    .filter(([, numbers]) => has(...numbers))
    .map(([name]) => name)
  const three = (name: string, applies: boolean, on: boolean, mixed = false) => {
    if (applies) texts.push(mixed ? `${name}=mixed` : on ? name : `${name}=false`)
  }
  if (node.role === 'password text') texts.push('protected')
  three('selected', has(22, 23), has(23))
  three('expanded', has(5, 9, 10), has(10))
  if (TOGGLES.has(node.role)) three('pressed', true, has(4, 20), has(32))
  else three('checked', CHECKED.has(node.role) || has(4, 41), has(4), has(32))
  return texts.sort()
}

/** Every difference between a snapshot and the truth, in document order. */
export function differences(ours: OurNode, truth: TruthNode): Difference[] {
  const found: Difference[] = []
  compare(ours, truth, label(truth), found)
  return found
}

/** The differences that no rule explains, as lines to read. */
export function unexplained(all: Difference[], rules: Rule[]): string[] {
  return all
    .filter((difference) => !rules.some((rule) => rule.explains(difference)))
    .map(({ what, path, detail }) => `${what} at ${path}: ${detail}`)
}

/** AT-SPI's SHOWING is what is visible and not off screen; which of the two is missing, libatspi does not say. */
function asShowing(states: readonly string[]): string[] {
  const out = states.includes('offscreen') ? ['visible', 'offscreen'] : []
  return states.filter((state) => !out.includes(state)).sort()
}

function compare(ours: OurNode, truth: TruthNode, path: string, found: Difference[]): void {
  const differs = (what: Difference['what'], detail: string) => found.push({ what, path, ours, truth, detail })
  if (ours.platformRole !== truth.role) differs('role', `${ours.platformRole} instead of ${truth.role}`)
  if ((ours.name ?? '') !== truth.name)
    differs('name', `${JSON.stringify(ours.name)} instead of ${JSON.stringify(truth.name)}`)
  const [mine, theirs] = [asShowing(ours.states ?? []), statesOf(truth)]
  if (mine.join() !== theirs.join()) {
    const more = mine.filter((state) => !theirs.includes(state)).map((state) => `+${state}`)
    const less = theirs.filter((state) => !mine.includes(state)).map((state) => `-${state}`)
    differs('states', [...more, ...less].join(' '))
  }
  if (ours.bounds && truth.bounds && !same(ours.bounds, truth.bounds))
    differs('bounds', `${JSON.stringify(ours.bounds)} instead of ${JSON.stringify(truth.bounds)}`)

  for (const [mineBelow, theirsBelow] of pairs(ours.children ?? [], truth.children ?? [])) {
    if (mineBelow && theirsBelow) compare(mineBelow, theirsBelow, `${path} > ${label(theirsBelow)}`, found)
    else if (theirsBelow)
      found.push({
        what: 'missing',
        path: `${path} > ${label(theirsBelow)}`,
        truth: theirsBelow,
        detail: `${count(theirsBelow)} nodes`,
      })
    else if (mineBelow)
      found.push({
        what: 'extra',
        path: `${path} > ${labelOfOurs(mineBelow)}`,
        ours: mineBelow,
        detail: `${count(mineBelow)} nodes`,
      })
  }
}

/** Children side by side: the longest common sequence of role and name, so that one missing child does not shift the rest. */
function pairs(ours: OurNode[], truth: TruthNode[]): [OurNode | undefined, TruthNode | undefined][] {
  const mine = ours.map(labelOfOurs)
  const theirs = truth.map(label)
  if (mine.length === theirs.length && mine.every((text, i) => text === theirs[i] || mine.length === 1)) {
    return ours.map((node, i) => [node, truth[i]])
  }
  const width = theirs.length + 1
  const lengths = new Uint32Array((mine.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] as number
  for (let i = mine.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--)
      lengths[i * width + j] = mine[i] === theirs[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const result: [OurNode | undefined, TruthNode | undefined][] = []
  let [i, j] = [0, 0]
  while (i < mine.length || j < theirs.length) {
    if (i < mine.length && j < theirs.length && mine[i] === theirs[j]) result.push([ours[i++], truth[j++]])
    // Both are left over here: the same element under another name, most likely.
    else if (i < mine.length && j < theirs.length && at(i + 1, j + 1) === at(i, j)) result.push([ours[i++], truth[j++]])
    else if (j >= theirs.length || (i < mine.length && at(i + 1, j) >= at(i, j + 1)))
      result.push([ours[i++], undefined])
    else result.push([undefined, truth[j++]])
  }
  return result
}

const label = (node: TruthNode): string => `${node.role}${node.name && ` ${JSON.stringify(node.name.slice(0, 60))}`}`
const labelOfOurs = (node: OurNode): string =>
  `${node.platformRole ?? node.role}${node.name ? ` ${JSON.stringify(node.name.slice(0, 60))}` : ''}`
const same = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
const count = (node: { children?: { children?: unknown[] }[] }): number =>
  1 + (node.children ?? []).reduce((sum, child) => sum + count(child as typeof node), 0)
