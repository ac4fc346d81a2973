import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { diff, type SimulatedNode, Snapshot, type TreeNode } from '../../lib/sdk/index.js'
import { program } from './program.js'

// What the first lines of a diff say: what the action was about.

const item = (index: number, more: Partial<SimulatedNode> = {}): SimulatedNode => ({
  role: 'listitem',
  name: `Row ${index}`,
  key: `row ${index}`,
  bounds: { x: 0, y: 40 * index, width: 500, height: 30 },
  ...more,
})
const many = (count: number, each: (index: number) => SimulatedNode) => Array.from({ length: count }, (_, i) => each(i))
const lines = (text: string) => text.split('\n').slice(1)

test('what only scrolled out of view is counted, and the value that changed is the first line', async () => {
  const flips = many(40, (index) => item(index)).map(({ key }) => ({ set: key as string, offscreen: true }))
  const says = { set: 'says', name: 'Ready' }
  const field: SimulatedNode = { role: 'textbox', name: 'Date', key: 'date', on: { change: [...flips, says] } }
  const rows = many(40, (index) => item(index, { offscreen: false }))
  await using stage = await program([{ role: 'text', name: 'Busy', key: 'says' }, ...rows, field])
  const { diff: changes, ...receipt } = await stage.app.locator('name:Date').fill('2025-12-24')
  expect(receipt.effect).toBe('verified')
  const shown = lines(String(changes))
  expect(shown[0]).toMatch(/^~ textbox "Date" e\d+: value .* "2025-12-24"/)
  expect(shown[1]).toMatch(/^~ text "Ready" e\d+: name "Busy" → "Ready"$/)
  expect(String(changes)).not.toContain('offscreen')
  expect(changes?.suppressed.geometry).toBe(40)
})

test('a receipt begins with the element that was acted on, though a window came', async () => {
  const dialog: SimulatedNode = { role: 'dialog', name: 'Files', children: many(30, (index) => item(index)) }
  const on = { change: [{ openWindow: dialog }, { set: 'other', value: '7' }] }
  await using stage = await program([
    { role: 'spinbutton', name: 'Other', key: 'other', value: '1' },
    { role: 'checkbox', name: 'Own', on },
  ])
  const receipt = await stage.app.locator('name:Own').check()
  const [own, window, value, ...rest] = receipt
    .toString({ maxLines: 12 })
    .split('\n')
    .slice(3)
    .map((line) => line.trim())
  expect(own).toMatch(/^~ checkbox "Own" e\d+: checked false → true$/)
  expect(window).toMatch(/^\+ dialog "Files" e\d+ \(31 elements\)$/)
  expect(value).toMatch(/^~ spinbutton "Other" e\d+: value "1" → "7"$/)
  expect(rest.filter((line) => line.includes('Row'))).toEqual([])
})

test('a small dialog is one line with what is in it', async () => {
  const dialog: SimulatedNode = {
    role: 'dialog',
    name: 'Delete?',
    children: [
      { role: 'text', name: 'This cannot be undone.' },
      { role: 'button', name: 'Yes' },
    ],
  }
  await using stage = await program([{ role: 'button', name: 'Delete', on: { press: [{ openWindow: dialog }] } }])
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const { content } = await registry.tool('click_element').run({ process: 'Program', selector: 'name:Delete' })
  const text = content.map((part) => ('text' in part ? part.text : '')).join('\n')
  const came = text.split('\n').filter((line) => line.trim().startsWith('+'))
  expect(came).toHaveLength(1)
  expect(came[0]).toMatch(
    /\+ dialog "Delete\?" e\d+ \(3 elements: text "This cannot be undone\." e\d+, button "Yes" e\d+\)/,
  )
})

test('a model reads in one line what happened to several, a name once, and nothing that follows', async () => {
  const off = (name: string): SimulatedNode => ({ role: 'button', name, key: name, enabled: false })
  const on = (name: string) => ({ set: name, enabled: true }) as const
  const press = [
    on('Undo'),
    on('Redo'),
    { set: 'main', name: '*Main' },
    { set: 'status', name: 'Edited' },
    { set: 'zoom', value: '2' },
  ]
  await using stage = await program([
    off('Undo'),
    off('Redo'),
    { role: 'text', name: 'Ready', key: 'status' },
    { role: 'slider', name: 'Zoom: all', key: 'zoom', value: '1' },
    { role: 'button', name: 'Edit', on: { press } },
  ])
  const registry = createRegistry(stage.desktop)
  const given = { verb: 'click', process: 'Program', selector: 'name:Edit' }
  const { content } = await registry.tool('act').run(given)
  const lines = content.flatMap((part) => ('text' in part ? part.text.split('\n') : []))
  const changed = lines.filter((line) => line.startsWith('~')).map((line) => line.replaceAll(/ e\d+/g, ''))
  expect(changed).toEqual([
    '~ window: name "Main" → "*Main"',
    '~ slider "Zoom: all": value "1" → "2"',
    '~ text: name "Ready" → "Edited"',
    '~ button "Undo", "Redo": enabled',
  ])
})

const place = (y: number) => ({ bounds: { x: 10, y, width: 50, height: 20 }, states: ['visible'] })
const inWindow = (...children: TreeNode[]): TreeNode => ({
  role: 'window',
  name: 'Main',
  bounds: { x: 0, y: 0, width: 200, height: 200 },
  states: ['visible'],
  children,
})

test('what is out of view is counted and not listed', async () => {
  const text = (name: string, y: number): TreeNode => ({ role: 'text', id: `${y}`, name, ...place(y) })
  const below = (what: string) => Array.from({ length: 20 }, (_, i) => text(`${what} ${i}`, 1000 + 30 * i))
  const before = await Snapshot.from(inWindow(text('Old', 20), ...below('old')))
  const after = await Snapshot.from(inWindow(text('New', 20), ...below('new')))
  const changes = await diff(before, after)
  expect(changes.modified).toHaveLength(21)
  expect(lines(changes.toString())).toEqual([
    expect.stringMatching(/^~ text "New" .*name "Old" → "New"$/),
    '… and 20 out of view',
  ])
})

test('where there is no place for all, data has what says most', async () => {
  const button = (index: number): TreeNode => ({ role: 'button', name: `B${index}`, ...place(20) })
  const buttons = (states: string[]) => Array.from({ length: 30 }, (_, i) => ({ ...button(i), states }))
  const field = (value: string): TreeNode => ({ role: 'textbox', name: 'Field', value, ...place(40) })
  const before = await Snapshot.from(inWindow(...buttons(['visible']), field('a')))
  const after = await Snapshot.from(inWindow(...buttons(['visible', 'focused']), field('b')))
  const { modified, leftOut } = (await diff(before, after)).toJSON({ maxEntries: 3 })
  expect(modified.map(({ name }) => name)).toEqual(['B0', 'B1', 'Field'])
  expect(leftOut).toEqual({ modified: 28 })
})
