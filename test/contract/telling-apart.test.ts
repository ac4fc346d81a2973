import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure, program } from './program.js'

const edit = (key: string): SimulatedNode => ({ role: 'button', name: 'Edit', key })
const row = (name: string): SimulatedNode => ({
  role: 'row',
  children: [{ role: 'cell', name }, edit(`edit ${name}`)],
})

test('AMBIGUOUS says what tells the candidates apart: row, label, focus, place', async () => {
  const table: SimulatedNode = { role: 'table', name: 'People', children: [row('Alice'), row('Bob')] }
  const label: SimulatedNode = { role: 'text', name: 'Address' }
  await using stage = await program([table, { role: 'group', children: [label, edit('last')] }])
  await stage.app.locator('name:Edit').last().focus()
  const error = await failure(stage.app.locator('name:Edit').click())
  const candidates = error.details.candidates as { differs: string }[]
  expect(candidates.map(({ differs }) => differs)).toEqual([
    expect.stringMatching(/^row 1 "Alice", in table "People", at \d+,\d+$/),
    expect.stringMatching(/^row 2 "Bob", in table "People", at \d+,\d+$/),
    expect.stringMatching(/^has the focus, after "Address", at \d+,\d+$/),
  ])
  expect(error.message).toContain('(row 2 "Bob", ')
})

test('a tool lists the candidates once', async () => {
  await using stage = await program([edit('one'), edit('two')])
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const { content, structuredContent } = await registry
    .tool('click_element')
    .run({ process: 'Program', selector: 'name:Edit' })
  const text = content.map((part) => ('text' in part ? part.text : '')).join('\n')
  const { candidates, message } = structuredContent.error as { candidates: { ref: string }[]; message: string }
  for (const { ref } of candidates) {
    expect(text.match(new RegExp(`\\b${ref}\\b`, 'g'))).toHaveLength(1)
    expect(message).not.toContain(ref)
  }
})

test('so it does with near misses', async () => {
  await using stage = await program([{ role: 'button', name: 'Save as' }])
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: 300 })
  const { content } = await registry
    .tool('click_element')
    .run({ process: 'Program', selector: 'role:button|name:Save' })
  const text = content.map((part) => ('text' in part ? part.text : '')).join('\n')
  expect(text.match(/Save as/g)).toHaveLength(1)
  expect(text).toMatch(/button "Save as" e\d+/)
})
