import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure, program } from './program.js'

const PEOPLE = [
  ['Ann', '31', 'Rome'],
  ['Bob', '22', 'Paris'],
]
const cell = (name: string): SimulatedNode => ({ role: 'cell', name })
const header = (name: string): SimulatedNode => ({ role: 'columnheader', name })

/** As GTK 3 and Qt have it: headers and cells, one after the other. */
const flat = (headers: string[], cells: string[], more: Partial<SimulatedNode> = {}): SimulatedNode => ({
  role: 'table',
  name: 'People',
  children: [...headers.map(header), ...cells.map(cell)],
  ...more,
})

/** As browsers have it. */
const ofRows: SimulatedNode = {
  role: 'table',
  name: 'People',
  children: [
    { role: 'row', children: ['Name', 'Age', 'City'].map(header) },
    ...PEOPLE.map((row): SimulatedNode => ({ role: 'row', children: row.map(cell) })),
  ],
}

/** As Windows has its lists with columns: a header that is no row, above rows of texts. */
const belowHeader: SimulatedNode = {
  role: 'grid',
  name: 'People',
  children: [
    { role: 'header', children: ['Name', 'Age', 'City'].map(header) },
    ...PEOPLE.map((row): SimulatedNode => ({ role: 'row', children: row.map((name) => ({ role: 'text', name })) })),
  ],
}

/** As GTK 4 has it: headers without a role, cells without a name, and a list around the rows. */
const inList: SimulatedNode = {
  role: 'treegrid',
  name: 'People',
  children: [
    {
      role: 'row',
      children: ['Name', 'Age', 'City'].map((name) => ({ role: 'generic', children: [{ role: 'text', name }] })),
    },
    {
      role: 'list',
      children: PEOPLE.map((row) => ({
        role: 'row',
        children: row.map((name) => ({ role: 'cell', children: [{ role: 'text', name }] })),
      })),
    },
  ],
}

const KINDS: [string, SimulatedNode][] = [
  ['flat cells', flat(['Name', 'Age', 'City'], PEOPLE.flat())],
  ['rows of cells', ofRows],
  ['rows below a header', belowHeader],
  ['rows in a list', inList],
]

test.each(KINDS)('a table of %s is read by rows, columns and headers', async (_, node) => {
  await using place = await program([node])
  const table = place.app.locator('name:People').table()
  expect(await table.headers()).toEqual(['Name', 'Age', 'City'])
  expect(await table.toArray()).toEqual([
    { Name: 'Ann', Age: '31', City: 'Rome' },
    { Name: 'Bob', Age: '22', City: 'Paris' },
  ])
  expect(await table.toArray({ headers: false })).toEqual(PEOPLE)
  const rows = await table.rows()
  expect(rows.map(({ index, texts }) => [index, ...texts])).toEqual([
    [0, 'Ann', '31', 'Rome'],
    [1, 'Bob', '22', 'Paris'],
  ])
  const city = await table.cell(1, 'city')
  expect(await city.textContent()).toBe('Paris')
  expect(await (await table.cell(0, 1)).textContent()).toBe('31')
  expect(await rows[1]?.cells[2]?.textContent()).toBe('Paris')
})

test('a cell that a table gives is acted on, and is that one and no other', async () => {
  await using place = await program([flat(['Name', 'Age'], ['Ann', '31', 'Ann', '22'])])
  const second = await place.app.locator('role:table').table().cell(1, 'Name')
  await second.click()
  expect(place.received('press').length + place.received('click').length + place.received('select').length).toBe(1)
})

test('a cell, row or column that is not there is NOT_FOUND with what is', async () => {
  await using place = await program([KINDS[0]?.[1] as SimulatedNode])
  const table = place.app.locator('role:table').table()
  expect(await failure(table.cell(2, 0))).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('2 rows'),
  })
  const column = await failure(table.cell(0, 'Street'))
  expect(column).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('"Name", "Age", "City"') })
  expect(await failure(table.cell(0, 3))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await failure(table.cell(-1, 0))).toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('two columns of one name are AMBIGUOUS; by index each is there', async () => {
  await using place = await program([flat(['Sum', 'Sum'], ['1', '2'])])
  const table = place.app.locator('role:table').table()
  expect(await failure(table.cell(0, 'Sum'))).toMatchObject({ code: 'AMBIGUOUS', details: { columns: [0, 1] } })
  expect(await failure(table.toArray())).toMatchObject({ code: 'AMBIGUOUS' })
  expect(await table.toArray({ headers: false })).toEqual([['1', '2']])
  expect(await (await table.cell(0, 1)).name()).toBe('2')
})

test('cells that fit no columns, and rows of other lengths, are refused rather than shifted', async () => {
  const merged: SimulatedNode = {
    role: 'table',
    name: 'Merged',
    children: [
      { role: 'row', children: ['Name', 'Age'].map(header) },
      { role: 'row', children: [cell('nothing known')] },
    ],
  }
  await using place = await program([flat(['Name', 'Age'], ['Ann', '31', 'Bob']), merged])
  const odd = await failure(place.app.locator('name:People').table().rows())
  expect(odd).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'suitable' } })
  const table = place.app.locator('name:Merged').table()
  expect(await failure(table.toArray())).toMatchObject({ code: 'NOT_ACTIONABLE' })
  expect(await failure(table.cell(0, 'Name'))).toMatchObject({ code: 'NOT_ACTIONABLE' })
  expect(await table.toArray({ headers: false })).toEqual([['nothing known']])
})

test('rows that exist only when they are scrolled to are INCOMPLETE_TREE, and with `atLeast` those that are there', async () => {
  await using place = await program([flat(['Name'], ['Ann', 'Bob'], { cut: { reason: 'virtual' } })])
  const table = place.app.locator('role:table').table()
  const error = await failure(table.rows())
  expect(error).toMatchObject({ code: 'INCOMPLETE_TREE', details: { atLeast: 2 } })
  expect(await failure(table.cell(0, 'Name'))).toMatchObject({ code: 'INCOMPLETE_TREE' })
  expect(await failure(table.toArray())).toMatchObject({ code: 'INCOMPLETE_TREE' })
  expect(await table.toArray({ atLeast: true })).toEqual([{ Name: 'Ann' }, { Name: 'Bob' }])
})

test('two hundred rows in a list may be all that GTK 4 made: INCOMPLETE_TREE', async () => {
  const row = (...names: string[]): SimulatedNode => ({ role: 'row', children: names.map(cell) })
  const rows = Array.from({ length: 200 }, (_, index) => row(`Row ${index}`))
  const headers: SimulatedNode = { role: 'row', children: [{ role: 'generic', name: 'Name' }] }
  await using place = await program([{ role: 'treegrid', children: [headers, { role: 'list', children: rows }] }])
  const table = place.app.locator('role:treegrid').table()
  expect(await failure(table.rows())).toMatchObject({ code: 'INCOMPLETE_TREE', details: { atLeast: 200 } })
  expect(await table.rows({ atLeast: true })).toHaveLength(200)
})

test('a sheet is read by the names of its cells, also where it is scrolled', async () => {
  const names = ['B7', 'C7', 'B8', 'C8']
  const children = names.map(
    (name): SimulatedNode => ({ role: 'cell', name, value: name === 'C8' ? '' : `in ${name}` }),
  )
  await using place = await program([{ role: 'table', name: 'Sheet', children, cut: { reason: 'virtual' } }])
  const table = place.app.locator('role:table').table()
  expect(await failure(table.rows())).toMatchObject({ code: 'INCOMPLETE_TREE' })
  const rows = await table.rows({ atLeast: true })
  expect(rows.map(({ index, texts }) => [index, texts])).toEqual([
    [6, ['in B7', 'in C7']],
    [7, ['in B8', '']],
  ])
  expect(await table.toArray({ atLeast: true })).toEqual([
    { B: 'in B7', C: 'in C7' },
    { B: 'in B8', C: '' },
  ])
  expect(await (await table.cell(6, 'C')).inputValue()).toBe('in C7')
  expect(await (await table.cell(7, 1)).inputValue()).toBe('in B8')
})

test('what is no table is refused', async () => {
  await using place = await program([{ role: 'group', name: 'People' }])
  const error = await failure(place.app.locator('name:People').table().rows())
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', message: expect.stringContaining('not a table') })
})
