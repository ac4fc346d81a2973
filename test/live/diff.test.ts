import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type App, diff, type Locator, type Snapshot, type SnapshotNode } from '../../lib/sdk/index.js'
import { board } from '../fixtures/documents.mjs'
import { LONG } from '../long.js'
import { headless, type Place, settled } from './support/settled.js'
import { type TruthNode, Walker } from './support/truth.js'
import { diffChanges, truthChanges } from './support/truth-changes.js'

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')
const ACTIONS = LONG ? 50 : 25

/** The board of `apps/board.md`, whatever it is made with. */
const BOARDS: Record<string, (place: Place) => Promise<App>> = {
  'GTK 3': ({ desktop }) => desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'board_gtk3.py')] }),
  'GTK 4': ({ desktop }) => desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'board_gtk4.py')] }),
  'Qt 6': ({ desktop }) => desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'board_qt.py'), '6'] }),
  Chromium: ({ desktop, session }) => {
    const file = join(session.directory, 'board.html')
    writeFileSync(file, board())
    // As an application: no more than the page, because each node costs the walk a dozen calls.
    const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
    const args = [...quiet, '--disable-component-update', '--disable-sync', '--force-renderer-accessibility']
    const profile = `--user-data-dir=${join(session.directory, 'chromium')}`
    return desktop.launch(
      { command: 'chromium', args: [...args, profile, `--app=file://${file}`] },
      { timeout: 60_000 },
    )
  },
}

/** The same numbers each time (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

interface View {
  snapshot: Snapshot
  truth: TruthNode
}

// The backend keeps object paths without what nearly all begin with.
function pathOf({ snapshot, index }: SnapshotNode): string {
  const identity = snapshot.native.element(index)?.identity ?? 'none'
  return identity.startsWith('/') ? identity : `/org/a11y/atspi/accessible/${identity}`
}

const statusOf = (snapshot: Snapshot): string | undefined => snapshot.find('name:/^\\d+ done$/')?.name
const plain = (snapshot: Snapshot): string => snapshot.toJSONText()

/** The application by both accounts, at one moment: it shows another status than before, and nothing changed in between. */
async function view(app: App, walker: Walker, unlike?: string): Promise<View> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const snapshot = await app.snapshot()
    const status = statusOf(snapshot)
    if (status !== undefined && status !== unlike) {
      const truth = await walker.walk()
      if (plain(await app.snapshot()) === plain(snapshot)) return { snapshot, truth }
    }
    if (Date.now() > deadline) throw new Error(`${app} did not come to rest after "${unlike}"; it shows "${status}"`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

async function act(app: App, random: (below: number) => number): Promise<string> {
  const press = (name: string): Locator => app.locator(`role:button|name:${name}`)
  const cards = app.locator('role:checkbox|name:Card*')
  const note = app.locator('role:textbox|name:Note')
  const kind = random(10)
  if (kind < 6) {
    const name = ['Add', 'Remove', 'Rename', 'Rotate', 'Renew', 'Lock'][kind] as string
    await press(name).click()
    return name
  }
  const count = await cards.count()
  if (kind < 9 && count > 0) {
    const at = random(count)
    await cards.nth(at).toggle()
    return `toggle ${at}`
  }
  if ((await note.isEnabled()) && kind === 9) {
    const text = `note 🙂 ${random(1000)}`
    await note.fill(text)
    return `fill ${text}`
  }
  await press('Add').click()
  return 'Add'
}

test.each(Object.keys(BOARDS))(
  'random actions in %s: what the diff says changed is what two walks of libatspi differ in',
  async (toolkit) => {
    await using place = await headless()
    const app = await (BOARDS[toolkit] as (place: Place) => Promise<App>)(place)
    const random = seeded(2024)
    await settled(app, 15)
    using walker = new Walker(place.session, app.pid)
    let before = await view(app, walker)
    const wrong: string[] = []
    let reported = 0
    let anew = 0
    for (let i = 0; i < ACTIONS; i++) {
      const action = await act(app, random)
      const after = await view(app, walker, statusOf(before.snapshot))
      const changes = await diff(before.snapshot, after.snapshot, { include: 'all' })
      const ours = diffChanges(changes, pathOf)
      const { facts: truth, renewed } = truthChanges(before.truth, after.truth)
      const note = (what: string) => (fact: string) => wrong.push(`${i} ${action}: ${what}: ${fact}`)
      for (const fact of truth) if (!ours.has(fact)) note('not in the diff')(fact)
      for (const fact of ours) if (!truth.has(fact)) note('in the diff only')(fact)
      if (!changes.empty) reported++
      anew += renewed
      before = after
    }
    expect(wrong).toEqual([])
    expect(reported).toBe(ACTIONS)
    expect(anew).toBeGreaterThan(0)
  },
  240_000,
)
