import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { Desktop } from '../../lib/sdk/index.js'
import { type Entry, readTrace, type StepEntry, Trees } from '../../lib/test/trace/index.js'

/** Traces of programs as they are. */

const FORM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'form_gtk3.py')

let folder: string
let session: HeadlessSession

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-live-trace-'))
  session = await HeadlessSession.start()
})

afterAll(async () => {
  await session.stop()
  await rm(folder, { recursive: true })
})

async function traced(work: (desktop: Desktop) => Promise<void>): Promise<{ entries: Entry[]; text: string }> {
  await using desktop = await session.desktop()
  await desktop.tracing.start()
  await work(desktop)
  const path = join(folder, 'live.trace')
  await desktop.tracing.stop({ path })
  return { entries: await readTrace(path), text: gunzipSync(await readFile(path)).toString('utf8') }
}

test('Mousepad: each action with what it changed, the trees around it and a picture', async () => {
  const { entries } = await traced(async (desktop) => {
    const app = await desktop.launch('mousepad')
    await app.locator('role:textbox|first').fill('What is written stays.')
    await app.quit({ force: true })
  })
  const steps = entries.filter((entry): entry is StepEntry => entry.type === 'step')
  expect(steps.map(({ verb }) => verb)).toEqual(['launch', 'fill', 'quit'])
  const fill = steps[1] as StepEntry
  expect(fill).toMatchObject({
    element: { role: 'textbox' },
    receipt: { confirmed: true },
    picture: expect.any(Number),
  })
  const trees = new Trees()
  for (const entry of entries) if (entry.type === 'tree') trees.add(entry)
  const [before, after] = [fill.before, fill.after].map((tree) => JSON.stringify(trees.tree(tree as number)))
  expect(before).not.toContain('What is written stays.')
  expect(after).toContain('What is written stays.')
  expect(entries.some((entry) => entry.type === 'events')).toBe(true)
})

test('GTK 3: a password stands nowhere in the file, though the program writes it to its output', async () => {
  // Of two halves, because this file is in the trace, too.
  const password = ['corr3ct', 'h0rse'].join('-')
  const { entries, text } = await traced(async (desktop) => {
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [FORM] })
    await app.locator('name:Password|role:textbox').fill(password)
    await app.locator('role:button|name:Save').click()
    await app.quit({ force: true })
  })
  expect(entries.filter(({ type }) => type === 'output').map((entry) => JSON.stringify(entry))).toContainEqual(
    expect.stringContaining('●●●●●'),
  )
  expect(text).not.toContain(password)
})
