/**
 * npm run fleet:selectors -- [--only NAME,…] [--most N]
 *
 * What the inspector's first selector is worth, over the first windows of the fleet's programs: whether it matches the picked element
 * alone, and whether it finds the same element when the program is started afresh. Prints the table of docs/inspect/selectors.md;
 * what failed is in .cache/fleet-selectors.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isSurehandError, type Snapshot, type SnapshotNode } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { proposalsFor } from '../../lib/sdk/locator/proposals.js'
import { Home } from './home.js'
import { install, versionOf } from './packages.js'
import type { FleetProgram, Toolkit } from './program.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const cache = join(root, '.cache', 'fleet-selectors')
const { values } = parseArgs({ options: { only: { type: 'string' }, most: { type: 'string', default: '40' } } })
const most = Number(values.most)

/** One element that was picked in the first session. */
interface Picked {
  what: string
  path: string
  selector: string
  rule: string
  unique: boolean
  /** `gone`: the second start shows no element of this role and name at its place, so there is nothing to find. */
  again?: 'same' | 'gone' | 'none' | 'several' | 'another'
}

interface Judged {
  name: string
  toolkit: Toolkit
  version: string
  picked: Picked[]
}

/** Where an element is in its application: the roles and numbers from the window down. */
function pathOf(node: SnapshotNode): string {
  const steps: string[] = []
  for (let at: SnapshotNode | undefined = node; at?.parent !== undefined; at = at.parent) {
    steps.unshift(`${at.role}[${at.parent.children.indexOf(at)}]`)
  }
  return steps.join('/')
}

/** What shows in it, evenly over the whole tree. */
function sampleOf(snapshot: Snapshot): SnapshotNode[] {
  const shown = snapshot.findAll('visible:true').filter((node) => {
    const { bounds } = node
    return node.parent !== undefined && bounds !== undefined && bounds.width > 0 && bounds.height > 0
  })
  if (shown.length <= most) return shown
  return Array.from({ length: most }, (_, index) => shown[Math.floor((index * shown.length) / most)] as SnapshotNode)
}

/** Starts the program in a session of its own and looks at what it shows once it is still. */
async function started<T>(program: FleetProgram, work: (snapshot: Snapshot) => T): Promise<T> {
  const { environment } = program
  await using session = await HeadlessSession.start({ width: 1280, height: 900, ...(environment && { environment }) })
  const home = new Home(session.environment.HOME as string)
  try {
    const desktop = await session.desktop({ defaultTimeout: 30_000, signal: AbortSignal.timeout(180_000) })
    await program.prepare?.(home)
    const wanted = program.launch(home)
    const command = typeof wanted === 'string' ? { command: wanted } : wanted
    const app = await desktop.launch({ cwd: home.directory, ...command })
    await app.waitForIdle({ quiet: 1_500, timeout: 20_000 }).catch((error: unknown) => {
      // Some never rest.
      if (!isSurehandError(error, 'TIMEOUT')) throw error
    })
    return work(await app.snapshot())
  } finally {
    await home.close()
  }
}

function pick(node: SnapshotNode): Picked {
  const [first] = proposalsFor(node)
  if (first === undefined) throw new Error(`no selector for ${node.role} ${node.name ?? ''}`)
  const matches = node.snapshot.findAll(first.selector)
  const unique = matches.length === 1 && matches[0] === node
  const what = `${node.role} ${JSON.stringify(node.name ?? '')}`
  return { what, path: pathOf(node), selector: first.selector, rule: first.rule, unique }
}

function findAgain(picked: Picked, snapshot: Snapshot): Picked['again'] {
  const there = snapshot
    .findAll('visible:true')
    .filter((node) => `${node.role} ${JSON.stringify(node.name ?? '')}` === picked.what)
  const same = there.filter((node) => pathOf(node) === picked.path)
  const matches = snapshot.findAll(picked.selector)
  const [match] = matches
  if (matches.length === 1 && match !== undefined) {
    if (same.includes(match)) return 'same'
    // Its place has another number: it is the same where nothing else there is called so.
    if (same.length === 0 && there.length === 1 && there[0] === match) return 'same'
  }
  if (there.length === 0) return 'gone'
  if (matches.length === 0) return 'none'
  return matches.length > 1 ? 'several' : 'another'
}

async function judge(name: string): Promise<Judged | undefined> {
  const { program } = (await import(join(here, 'programs', `${name}.ts`))) as { program: FleetProgram }
  if (program.toolkit === 'no tree') return
  install(program.packages)
  const version = versionOf(program.packages[0]) ?? ''
  const picked = await started(program, (snapshot) => sampleOf(snapshot).map(pick))
  await started(program, (snapshot) => {
    for (const one of picked) one.again = findAgain(one, snapshot)
  })
  return { name, toolkit: program.toolkit, version, picked }
}

const share = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)

function rowOf(label: string, judged: readonly Judged[]): string {
  const picked = judged.flatMap((one) => one.picked)
  const unique = picked.filter((one) => one.unique).length
  const there = picked.filter(({ again }) => again !== 'gone')
  const same = there.filter(({ again }) => again === 'same').length
  const byNumber = picked.filter(({ rule }) => rule === 'nth').length
  const cells = [label, judged.length, picked.length, share(unique, picked.length)]
  const rest = [picked.length - there.length, share(same, there.length), share(byNumber, picked.length)]
  return `| ${[...cells, ...rest].join(' | ')} |`
}

const all = readdirSync(join(here, 'programs'), { encoding: 'utf8' })
const names = values.only?.split(',') ?? all.map((file) => file.replace(/\.ts$/, '')).sort()
mkdirSync(cache, { recursive: true })
const judged: Judged[] = []
for (const name of names) {
  try {
    const one = await judge(name)
    if (one === undefined) continue
    judged.push(one)
    const failed = one.picked.filter(({ unique, again }) => !unique || again !== 'same')
    writeFileSync(join(cache, `${name}.json`), JSON.stringify({ ...one, picked: undefined, failed }, undefined, 1))
    console.error(`${name}: ${one.picked.length} elements, ${failed.length} of them not unique or not the same again`)
  } catch (error) {
    console.error(`${name}: not judged: ${error instanceof Error ? error.message : String(error)}`)
  }
}
const toolkits = [...new Set(judged.map(({ toolkit }) => toolkit))].sort()
console.log(`| toolkit | programs | elements | unique | gone | found again | by number |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${toolkits
  .map((toolkit) =>
    rowOf(
      toolkit,
      judged.filter((one) => one.toolkit === toolkit),
    ),
  )
  .join('\n')}
${rowOf('all', judged)}`)
process.exit()
