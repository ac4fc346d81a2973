import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { startSession } from './support/session.js'

const program = fileURLToPath(new URL('../fixtures/apps/tables.py', import.meta.url))
const launching = (kind: string, rows: number) => ({ command: '/usr/bin/python3', args: [program, kind, String(rows)] })
const people = 'role:table || role:treegrid || role:tree'

test.each(['gtk3', 'gtk4', 'qt5', 'qt6', 'qt6-tree'])(
  'a table of %s is read by rows, columns and headers',
  async (kind) => {
    await using session = await startSession()
    const desktop = await session.desktop({ defaultTimeout: 20_000 })
    const app = await desktop.launch(launching(kind, 40))
    const table = app.locator(people).table()
    expect(await table.headers()).toEqual(['Name', 'Age', 'City'])
    const all = Array.from({ length: 40 }, (_, i) => ({ Name: `Name ${i}`, Age: String(20 + i), City: `City ${i}` }))
    expect(await table.toArray()).toEqual(all)
    expect(await (await table.cell(35, 'City')).textContent()).toBe('City 35')
    expect(await (await table.cell(3, 0)).textContent()).toBe('Name 3')
  },
)

test('a column view of GTK 4 with more rows than GTK makes is INCOMPLETE_TREE', async () => {
  await using session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const app = await desktop.launch(launching('gtk4', 300))
  const table = app.locator(people).table()
  expect(await failure(table.rows())).toMatchObject({ code: 'INCOMPLETE_TREE' })
  const some = await table.rows({ atLeast: true })
  expect(some[0]?.texts).toEqual(['Name 0', '20', 'City 0'])
  expect(some.length).toBeLessThan(300)
})
