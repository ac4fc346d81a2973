import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect as vitestExpect } from 'vitest'
import { elementsFileOf, readElements } from '../../../lib/test/elements/element-file.js'
import { type Desk, Desks } from '../../../lib/test/testkit/desk.js'
import { expect, test } from '../../../lib/test/testkit/vitest.js'
import { formWorld } from '../form-world.js'

const desks = new Desks()
let testPath: string
let file: string

beforeEach(async () => {
  testPath = join(await mkdtemp(join(tmpdir(), 'surehand-kit-elements-')), 'orders.test.ts')
  file = elementsFileOf(testPath)
})
afterEach(() => rm(join(testPath, '..'), { recursive: true }))

const opened = () => desks.open({ backend: 'simulated', world: formWorld, heal: 'record', timeout: 2_000 }, 'orders')

async function kept(steps: (desk: Desk) => Promise<unknown>, test = 'orders', update = 'new'): Promise<void> {
  const desk = await opened()
  await steps(desk)
  await desk.keepFound({ testPath, currentTestName: test, snapshotState: { _updateSnapshot: update } })
  await desk.end()
}

const saves = async (desk: Desk) => {
  const app = await desk.desktop.app('order-form')
  await expect(app).toBeVisible()
  await expect(app.getByRole('button', { name: 'Save' })).toBeVisible()
  await app.locator('role:button|name:Save').click()
}

test('what actions and matchers found is written beside the test, an element a line', async () => {
  await kept(saves)
  const found = (await readElements(file)).orders ?? []
  vitestExpect(found).toMatchObject([
    { app: 'Order form', selector: 'role:button|name:Save', record: { role: 'button', name: 'Save' } },
  ])
  const text = await readFile(file, 'utf8')
  vitestExpect(text.split('\n').filter((line) => line.includes('"selector"'))).toHaveLength(1)
  vitestExpect(text).not.toContain('"value"')
})

test('the same again leaves the file alone, and a test does not touch what another found', async () => {
  await kept(saves)
  const before = await stat(file)
  await kept(saves)
  vitestExpect((await stat(file)).mtimeMs).toBe(before.mtimeMs)
  await kept(saves, 'others')
  vitestExpect(Object.keys(await readElements(file))).toEqual(['orders', 'others'])
  // It uses no locator any more.
  await kept(async () => {}, 'orders')
  vitestExpect(Object.keys(await readElements(file))).toEqual(['others'])
})

test('a run that may write no snapshots writes no elements', async () => {
  await kept(saves, 'orders', 'none')
  vitestExpect(await readElements(file)).toEqual({})
  await kept(saves, 'orders', 'all')
  vitestExpect(Object.keys(await readElements(file))).toEqual(['orders'])
})

test('typed texts and protected fields are not in it', async () => {
  const world = {
    applications: [
      {
        name: 'login',
        windows: [
          {
            role: 'window' as const,
            name: 'Welcome, Ada Lovelace',
            children: [
              { role: 'textbox' as const, name: 'User' },
              { role: 'textbox' as const, name: 'Password', protected: true },
              { role: 'text' as const, name: 'Ada Lovelace is not known' },
              { role: 'button' as const, name: 'Log in' },
            ],
          },
        ],
      },
    ],
  }
  const desk = await desks.open({ backend: 'simulated', world, heal: 'record', timeout: 2_000 }, 'login')
  const app = await desk.desktop.app('login')
  await app.getByLabel('User').fill('Ada Lovelace')
  await app.getByLabel('Password').fill('secret of hers')
  await app.getByRole('button', { name: 'Log in' }).click()
  await desk.keepFound({ testPath, currentTestName: 'login', snapshotState: { _updateSnapshot: 'new' } })
  await desk.end()
  const text = await readFile(file, 'utf8')
  vitestExpect(text).not.toMatch(/Lovelace|secret/)
  const found = (await readElements(file)).login ?? []
  vitestExpect(found.map(({ record }) => record.name)).toEqual(['User', 'Log in'])
})
