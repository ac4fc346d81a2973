import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HealOptions, heal } from '../../lib/cli/heal/heal.js'
import type { App, SimulatedNode } from '../../lib/sdk/index.js'
import { Desks } from '../../lib/test/testkit/desk.js'
import { resultsOf } from '../../lib/test/testkit/results.js'
import { brief } from '../patience.js'

// A test that passed on one version of a program fails on the next: its locator is healed from the trace.

const desks = new Desks()
const started = process.cwd()
let folder: string
let number = 0

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'surehand-heal-')))
  process.chdir(folder)
})
afterEach(async () => {
  process.chdir(started)
  await rm(folder, { recursive: true })
})

const button = (name: string, more: Partial<SimulatedNode> = {}): SimulatedNode => ({ role: 'button', name, ...more })
const group = (name: string, ...children: SimulatedNode[]): SimulatedNode => ({ role: 'group', name, children })
const worldOf = (...children: SimulatedNode[]) => ({
  applications: [
    {
      name: 'orders',
      windows: [{ role: 'window' as const, name: 'Orders', bounds: { x: 0, y: 0, width: 600, height: 400 }, children }],
    },
  ],
})

const OLD = worldOf(
  group('Tools', button('New'), button('Save'), button('Print')),
  group('Customer', { role: 'textbox', name: 'Street' }, button('Edit')),
  group('Billing', button('Edit'), button('Discount')),
)
const RENAMED = worldOf(
  group('Tools', button('New'), button('Store'), button('Print')),
  group('Customer', { role: 'textbox', name: 'Street' }, button('Edit')),
  group('Invoice', button('Edit'), button('Discount')),
)

interface Run {
  testPath: string
  trace: string
  run(app: App): Promise<unknown>
}

/** A file with a test that does this with `app`; `test` is what it is called. */
async function written(body: string, test = 'saves'): Promise<Run> {
  const testPath = join(folder, `orders-${number++}.test.mjs`)
  await writeFile(testPath, `// A test.\nexport async function run(app) {\n${body}\n}\n\n// The end.\n`)
  const { run } = (await import(/* @vite-ignore */ testPath)) as { run: Run['run'] }
  return { testPath, trace: join(resultsOf(testPath, test), 'test.trace'), run }
}

async function passes({ testPath, run }: Run, world = OLD, test = 'saves'): Promise<void> {
  const desk = await desks.open({ backend: 'simulated', world, heal: 'record', timeout: 5_000 }, test)
  await run(await desk.desktop.app('orders'))
  await desk.keepFound({ testPath, currentTestName: test, snapshotState: { _updateSnapshot: 'new' } })
  await desk.end()
}

async function fails({ trace, run }: Run, world = RENAMED, test = 'saves'): Promise<void> {
  const desk = await desks.open({ backend: 'simulated', world, trace: 'on', timeout: brief(400) }, test)
  await expect(run(await desk.desktop.app('orders'))).rejects.toThrow()
  await mkdir(dirname(trace), { recursive: true })
  await desk.keepRecords(dirname(trace), 'it failed')
  await desk.end()
}

/** What the command prints, and whether it healed. */
async function healing(path: string, options: HealOptions = {}): Promise<{ text: string; healed: boolean }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const healed = await heal(path, options)
    return { text: log.mock.calls.flat().join('\n'), healed }
  } finally {
    log.mockRestore()
  }
}

const broken = async (body: string, world = RENAMED): Promise<Run> => {
  const run = await written(body)
  await passes(run)
  await fails(run, world)
  return run
}

test('a renamed button is healed in the style of the line, as a patch that git can apply', async () => {
  const { trace, testPath } = await broken(
    "  const secret = 'x'\n  await app.getByRole('button', { name: 'Save' }).click()",
  )
  const { text, healed } = await healing(trace)
  expect(healed).toBe(true)
  expect(text).toContain('It was: button "Save" in group "Tools"')
  expect(text).toContain('renamed from "Save"')
  expect(text).toMatch(/^\d\d% .*button "Store"/m)
  expect(text).toContain(
    [
      " export async function run(app) {\n   const secret = 'x'",
      "-  await app.getByRole('button', { name: 'Save' }).click()",
      "+  await app.getByRole('button', { name: 'Store' }).click()",
      ' }\n ',
    ].join('\n'),
  )
  expect(await readFile(testPath, 'utf8')).toContain("'Save'")
  await writeFile('heal.patch', `${text.slice(text.indexOf('--- a/'))}\n`)
  await promisify(execFile)('git', ['apply', 'heal.patch'])
  expect(await readFile(testPath, 'utf8')).toContain("'Store'")
})

test('--apply writes the patch, and the test passes', async () => {
  const { trace, testPath } = await broken("  await app.getByRole('button', { name: 'Save' }).click()")
  expect(await healing(trace, { apply: true })).toMatchObject({ healed: true })
  expect(await readFile(testPath, 'utf8')).toContain("app.getByRole('button', { name: 'Store' }).click()")
  const again = join(folder, 'again.mjs')
  await copyFile(testPath, again)
  const { run } = (await import(/* @vite-ignore */ again)) as { run: Run['run'] }
  const desk = await desks.open({ backend: 'simulated', world: RENAMED, timeout: 5_000 }, 'again')
  await run(await desk.desktop.app('orders'))
  await desk.end()
})

test.each([
  ['a selector', "app.locator('role:button|name:Save')", "app.locator('role:button|name:Store')"],
  [
    'other quotes',
    'app.getByRole("button", { name: "Save", exact: true })',
    'app.getByRole("button", { name: "Store", exact: true })',
  ],
  [
    'a regular expression that fits no more',
    "app.getByRole('button', { name: /^save$/i })",
    "app.getByRole('button', { name: 'Store' })",
  ],
  [
    'a regular expression that still fits',
    "app.getByRole('group', { name: 'Billing' }).getByRole('button', { name: /^edit/i })",
    "app.getByRole('group', { name: 'Invoice' }).getByRole('button', { name: /^edit/i })",
  ],
  [
    'a number',
    "app.getByRole('button', { name: 'Save' }).first()",
    "app.getByRole('button', { name: 'Store' }).first()",
  ],
  ['a template', 'app.getByRole(`button`, { name: `Save` })', 'app.getByRole(`button`, { name: `Store` })'],
  ['a label', "app.getByLabel('Save')", "app.getByLabel('Store')"],
  [
    'what it lies in',
    "app.getByRole('group', { name: 'Billing' }).getByRole('button', { name: 'Edit' })",
    "app.getByRole('group', { name: 'Invoice' }).getByRole('button', { name: 'Edit' })",
  ],
  [
    'what it lies in, in a selector',
    "app.locator('role:group|name:Billing >> role:button|name:Edit')",
    "app.locator('role:group|name:Invoice >> role:button|name:Edit')",
  ],
])('%s: what is written keeps its form', async (_, before, after) => {
  const { trace } = await broken(`  await ${before}.click()`)
  const { text, healed } = await healing(trace)
  expect(healed, text).toBe(true)
  expect(text).toContain(`+  await ${after}.click()`)
})

test('a locator that stands in another line than its step is patched there', async () => {
  const { trace } = await broken(
    "  const tools = app.getByRole('group', { name: 'Tools' })\n  const save = tools.getByRole('button', { name: 'Save' })\n  await save.click()",
  )
  const { text } = await healing(trace)
  expect(text).toContain("+  const save = tools.getByRole('button', { name: 'Store' })")
})

test('of two that are equally like it none is taken, and no patch is made', async () => {
  const twins = worldOf(group('Tools', button('New'), button('Save'), button('Save')))
  const { trace } = await broken("  await app.getByRole('button', { name: 'Save' }).click()", twins)
  const { text, healed } = await healing(trace, { apply: true })
  expect(healed).toBe(false)
  expect(text).toContain('equally like it')
  expect(text).not.toContain('@@')
})

test('what is gone is not healed', async () => {
  const gone = worldOf(group('Tools', button('New'), button('Print')))
  const { trace } = await broken("  await app.getByRole('button', { name: 'Save' }).click()", gone)
  const { text, healed } = await healing(trace)
  expect(healed).toBe(false)
  expect(text).toContain('nothing in the tree is like it')
})

test('a failure for another reason is said to be one', async () => {
  const run = await written("  await app.getByRole('button', { name: 'Save' }).click()")
  await passes(run)
  await fails(run, worldOf(group('Tools', button('New'), button('Save', { enabled: false }), button('Print'))))
  const { text, healed } = await healing(run.trace)
  expect(healed).toBe(false)
  expect(text).toContain('the locator matches one element')
})

test('a file that has changed since is refused', async () => {
  const { trace, testPath } = await broken("  await app.getByRole('button', { name: 'Save' }).click()")
  const source = await readFile(testPath, 'utf8')
  const other = source.replace(
    "  await app.getByRole('button', { name: 'Save' })",
    "  await (0, app.getByRole('button', { name: 'Save' }))",
  )
  await writeFile(testPath, other)
  const { text } = await healing(trace, { apply: true })
  expect(text).toContain('is not as the trace has it')
  expect(await readFile(testPath, 'utf8')).toBe(other)
})

test('a typed text, which the trace masks, stays in the file', async () => {
  const { trace, testPath } = await broken(
    "  await app.getByLabel('Street').fill('Elm Street'); await app.getByLabel('Save').click()",
  )
  expect(await healing(trace, { apply: true })).toMatchObject({ healed: true })
  expect(await readFile(testPath, 'utf8')).toContain(".fill('Elm Street'); await app.getByLabel('Store')")
})

test('without elements beside the test it says how to get them; a trace of a good run has them, too', async () => {
  const run = await written("  await app.getByRole('button', { name: 'Save' }).click()")
  await fails(run)
  expect(await healing(run.trace)).toMatchObject({ healed: false, text: expect.stringContaining("heal: 'record'") })
  const desk = await desks.open({ backend: 'simulated', world: OLD, trace: 'on', timeout: 5_000 }, 'good')
  await run.run(await desk.desktop.app('orders'))
  const [good] = await desk.keepRecords(folder, undefined)
  await desk.end()
  expect(await healing(run.trace, { good: good as string })).toMatchObject({ healed: true })
})

test('a folder is every trace in it; --json is the outcomes as data', async () => {
  await broken("  await app.getByRole('button', { name: 'Save' }).click()")
  const { text } = await healing(folder, { json: true })
  expect(JSON.parse(text)).toMatchObject([
    {
      status: 'healed',
      was: { role: 'button', name: 'Save' },
      proposals: [{ name: 'Store', why: ['renamed from "Save"'] }],
      patch: { line: 3, after: "app.getByRole('button', { name: 'Store' })" },
    },
  ])
  await rm(join(folder, '__results__'), { recursive: true, force: true })
  await expect(heal(folder, {})).rejects.toThrow('There is no trace in')
})
