import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desktop } from '../../../lib/sdk/index.js'
import { type Entry, readTrace, type StepEntry, Trees } from '../../../lib/test/trace/index.js'
import { signInForm } from './world.js'

let folder: string
let desktop: Desktop

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-trace-'))
  desktop = await Desktop.open({ world: signInForm(SECRET), defaultTimeout: 3_000 })
})

afterEach(async () => {
  await desktop.dispose()
  await rm(folder, { recursive: true })
})

const file = () => join(folder, 'test.trace')

async function traced(work: () => Promise<unknown>, options?: Parameters<Desktop['tracing']['start']>[0]) {
  await desktop.tracing.start(options)
  await work()
  await desktop.tracing.stop({ path: file() })
  return readTrace(file())
}

function of<T extends Entry['type']>(entries: Entry[], type: T): Extract<Entry, { type: T }>[] {
  return entries.filter((entry): entry is Extract<Entry, { type: T }> => entry.type === type)
}

function treesOf(entries: Entry[]): Trees {
  const trees = new Trees()
  for (const entry of of(entries, 'tree')) trees.add(entry)
  return trees
}

const stepOf = (entries: Entry[], verb: string) => of(entries, 'step').find((step) => step.verb === verb) as StepEntry

test('a step has its receipt, both trees, its picture, the line that asked for it and what was announced', async () => {
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await app.locator('role:button|name:Sign in').click()
  })
  const [header] = of(entries, 'trace')
  expect(header).toMatchObject({ version: 1, backend: 'simulated' })
  expect(of(entries, 'step').map(({ verb }) => verb)).toEqual(['launch', 'click'])

  const click = stepOf(entries, 'click')
  expect(click).toMatchObject({
    kind: 'action',
    selector: 'role:button|name:Sign in',
    element: { role: 'button', name: 'Sign in', bounds: { x: expect.any(Number) } },
    sent: [{ part: 'acts', what: 'action press' }],
    receipt: { effect: 'changed', changes: { summary: '1 modified' } },
  })
  expect(click.ended).toBeGreaterThan(click.began)
  const source = await readFile(click.place?.file as string, 'utf8')
  expect(source.split('\n')[(click.place?.line as number) - 1]).toContain("locator('role:button|name:Sign in').click()")
  expect(of(entries, 'source')).toEqual([{ type: 'source', file: click.place?.file, text: expect.any(String) }])

  const trees = treesOf(entries)
  const [before, after] = [click.before, click.after].map((number) => JSON.stringify(trees.tree(number as number)))
  expect(before).toContain('"Signed out"')
  expect(after).toContain('"Signed in"')
  expect(after).not.toContain('"Signed out"')

  expect(of(entries, 'events').flatMap(({ events }) => events.map(({ detail }) => detail))).toContain(
    'PropertyChange:accessible-name',
  )
  expect(of(entries, 'output')).toMatchObject([{ stream: 'stderr', text: 'hello\n' }])
  expect(of(entries, 'app')).toMatchObject([{ name: 'Mail' }])
  expect(of(entries, 'picture').some(({ picture }) => picture === click.picture)).toBe(true)
  expect(entries.at(-1)).toMatchObject({ type: 'end', leftOut: 0 })
})

test('an action that failed has the error, and the tree and the picture of then', async () => {
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await app
      .locator('role:button|name:Log in')
      .click({ timeout: 200 })
      .catch(() => undefined)
  })
  const click = stepOf(entries, 'click')
  expect(click).toMatchObject({ error: { code: 'NOT_FOUND', message: expect.stringContaining('Log in') }, sent: [] })
  expect(JSON.stringify(treesOf(entries).tree(click.after as number))).toContain('"Sign in"')
  expect(click.picture).toBeTypeOf('number')
})

test('waits are steps, too', async () => {
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await app.locator('name:Signed out').waitFor()
    await app
      .locator('name:Signed in')
      .waitFor({ timeout: 50 })
      .catch(() => undefined)
  })
  expect(of(entries, 'step').slice(1)).toMatchObject([
    { kind: 'expect', verb: 'waitFor visible', selector: 'name:Signed out' },
    { kind: 'expect', selector: 'name:Signed in', error: { code: 'TIMEOUT' }, after: expect.any(Number) },
  ])
})

test('a trace of what was done by a copy of the desktop with other defaults is the same', async () => {
  const entries = await traced(async () => {
    await desktop.launch('mail')
    const app = await desktop.with({ diff: false }).app('mail')
    await app.locator('name:Show').click()
  })
  expect(of(entries, 'step').map(({ verb }) => verb)).toEqual(['launch', 'click'])
})

// Made of two halves, because this file is in the trace, too.
const HALF = ['<hor', 'se>'].join('')
const SECRET = `corr"ect-${HALF}`

test('a password that was typed stands nowhere in the file, though the application told it', async () => {
  const script = join(folder, 'script.mjs')
  await writeFile(script, `export const signIn = (app) => app.locator('name:Password').fill(${JSON.stringify(SECRET)})`)
  const { signIn } = (await import(/* @vite-ignore */ script)) as { signIn: (app: unknown) => Promise<void> }
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await signIn(app)
    await app.locator('name:Show').click()
    await app
      .locator(`name:${SECRET.slice(0, 4)}`)
      .click({ timeout: 50 })
      .catch(() => undefined)
  })
  const text = gunzipSync(await readFile(file())).toString('utf8')
  expect(text).toContain('It is ●●●●●!')
  expect(of(entries, 'source').map((source) => source.text)).toContainEqual(expect.stringContaining('fill("●●●●●")'))
  for (const spelled of [SECRET, JSON.stringify(SECRET).slice(1, -1)]) expect(text).not.toContain(spelled)
  expect(text).not.toContain(HALF)
})

test('what is typed wherever the focus is may be a password', async () => {
  await traced(async () => {
    const app = await desktop.launch('mail')
    await app.locator('name:Password').focus()
    await desktop.type(SECRET)
    await app.locator('name:Show').click()
  })
  const text = gunzipSync(await readFile(file())).toString('utf8')
  expect(text).toContain('It is ●●●●●!')
  expect(text).not.toContain(HALF)
})

test('what is typed into other fields is not logged: it stands where the application shows it', async () => {
  const words = ['two', 'words'].join(' ')
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await app.locator('name:User').fill(words)
  })
  const fill = stepOf(entries, 'fill')
  const { changes, ...receipt } = fill.receipt as NonNullable<StepEntry['receipt']>
  expect(JSON.stringify({ ...fill, receipt })).not.toContain(words)
  expect(JSON.stringify(changes)).toContain(words)
})

test('a protected field is black in the pictures, and what is around it is not', async () => {
  const entries = await traced(async () => {
    const app = await desktop.launch('mail')
    await app.locator('name:Sign in|role:button').click()
  })
  const click = stepOf(entries, 'click')
  const tree = treesOf(entries).tree(click.before as number)
  const field = JSON.stringify(tree).match(/"Password".*?"bounds":(\{.*?\})/)?.[1]
  const { x, y, width, height } = JSON.parse(field as string) as Record<'x' | 'y' | 'width' | 'height', number>
  const [picture] = of(entries, 'picture')
  const { data, ...size } = PNG.sync.read(Buffer.from(picture?.png as string, 'base64'))
  const at = (column: number, row: number) => [...data.subarray((row * size.width + column) * 4).subarray(0, 3)]
  for (const [column, row] of [
    [x, y],
    [x + width - 1, y + height - 1],
    [x + 9, y + 9],
  ] as const)
    expect(at(column, row)).toEqual([0, 0, 0])
  expect(at(x - 1, y - 1)).not.toEqual([0, 0, 0])
})

test('a trace stays within what it may take: its beginning has no trees and pictures then, its end has them', async () => {
  const entries = await traced(
    async () => {
      const app = await desktop.launch('mail')
      for (let round = 0; round < 60; round++) await app.locator('name:User').fill(`round ${round} ${'x'.repeat(200)}`)
    },
    { maxBytes: 200_000 },
  )
  const steps = of(entries, 'step')
  expect(steps.length).toBe(61)
  expect(of(entries, 'end')[0]?.leftOut).toBeGreaterThan(20)
  expect(JSON.stringify(entries).length).toBeLessThan(400_000)
  const trees = treesOf(entries)
  expect(trees.tree(steps[1]?.after as number)).toBeUndefined()
  for (const { after } of steps.slice(-3)) expect(trees.tree(after as number)).toMatchObject({ role: 'application' })
})

test('starting twice, stopping what was not started, reading what is no trace: each says so', async () => {
  await expect(desktop.tracing.stop()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await desktop.tracing.start()
  await expect(desktop.tracing.start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await desktop.tracing.stop()
  await writeFile(file(), 'no trace')
  await expect(readTrace(file())).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
