import { expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { LIST, LIST_ITEM, Virtual, world } from './support/virtual.js'

// What a list has without having made it is found by its name, made, and pressed.

const row = (virtual: boolean) => ({
  Name: 'Row {i}',
  key: 'row {i}',
  ControlType: LIST_ITEM,
  Patterns: ['SelectionItemPattern', 'VirtualizedItemPattern', 'InvokePattern'],
  virtual,
})
const rows = world([
  {
    ControlType: LIST,
    Name: 'Rows',
    Patterns: ['ItemContainerPattern', 'SelectionPattern'],
    children: [
      { repeat: 10, node: row(false) },
      { repeat: 90, first: 10, node: row(true) },
    ],
  },
])

test('a row that is not there yet is made and pressed', async () => {
  await using shown = await Virtual.show(rows)
  expect((await shown.app.snapshot()).find('name:"Row 50"')).toBeUndefined()
  await shown.app.locator('name:"Row 50"').click()
  expect(shown.did('Invoke.Invoke').map(({ name }) => name)).toEqual(['Row 50'])
  expect(shown.did('VirtualizedItem.Realize').map(({ name }) => name)).toEqual(['Row 50'])
})

test('a row that the list does not have is not there, and none is made', async () => {
  await using shown = await Virtual.show(rows)
  const error = await failure(shown.app.locator('name:"Row 500"').click({ timeout: 2000 }))
  expect(error).toMatchObject({ sent: 'no' })
  expect(['NOT_FOUND', 'INCOMPLETE_TREE']).toContain((error as { code?: string }).code)
  expect(shown.did('VirtualizedItem.Realize')).toEqual([])
})
