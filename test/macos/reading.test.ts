import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import type { AxValue } from '../simulators/ax/simulator.js'
import { ax, macos, messages, windowOf } from './support.js'

// What an element is to us, by what AX says of it, and what is read of a tree that is large, late or closed.

const NO_VALUE: AxValue = { error: -25212 }

/** One element that says this of itself. */
async function read(said: Record<string, AxValue>, role: SimulatedNode['role'] = 'button') {
  await using place = await macos(
    windowOf({ role: 'text', name: 'A label', key: 'label' }, { role, name: 'Plain', key: 'it', id: 'it' }),
  )
  for (const [on, value] of Object.entries(said)) ax.fault({ key: 'it', on, value })
  const app = await place.desktop.app('editor')
  const node = (await app.snapshot()).find('id:it')
  if (node === undefined) throw new Error('it was not read')
  return node
}

test('a name is the title, else what the label says, else the description, else the placeholder, and of a text what it says', async () => {
  const said: Record<string, AxValue> = {
    AXTitle: 'A title',
    AXTitleUIElement: { element: 'label' },
    AXDescription: 'A description',
    AXPlaceholderValue: 'A placeholder',
  }
  const names: (string | undefined)[] = []
  for (const next of ['', ...Object.keys(said)]) {
    if (next !== '') said[next] = NO_VALUE
    names.push((await read(said)).name)
  }
  expect(names).toEqual(['A title', 'A label', 'A description', 'A placeholder', undefined])
  expect((await read({ AXTitle: NO_VALUE, AXDescription: NO_VALUE, AXValue: 'What it says' }, 'text')).name).toBe(
    'What it says',
  )
})

test('an element is what its subrole says before what its role says', async () => {
  const roles: [role: string, subrole: string, ours: string][] = [
    ['AXGroup', 'AXApplicationAlert', 'alert'],
    ['AXGroup', 'AXApplicationAlertDialog', 'alertdialog'],
    ['AXWindow', 'AXSystemDialog', 'dialog'],
    ['AXGroup', 'AXLandmarkSearch', 'search'],
    ['AXRadioButton', 'AXTabButton', 'tab'],
    ['AXCheckBox', 'AXSwitch', 'switch'],
    ['AXTextField', 'AXSearchField', 'searchbox'],
    ['AXButton', 'AXCloseButton', 'button'],
    ['AXUnknown', '', 'generic'],
  ]
  const seen: string[] = []
  for (const [role, subrole] of roles) seen.push((await read({ AXRole: role, AXSubrole: subrole })).role)
  expect(seen).toEqual(roles.map(([, , ours]) => ours))
})

test('a system alert is one, though its role is a window', async () => {
  await using place = await macos(windowOf({ role: 'button', name: 'OK' }))
  ax.fault({ key: 'page', on: 'AXSubrole', value: 'AXSystemAlert' })
  const app = await place.desktop.app('editor')
  expect((await app.snapshot()).findAll('role:alert')).toHaveLength(1)
})

test('whether something is checked is told by 0, 1, 2 and by a Boolean; of a tab it is whether it is selected', async () => {
  const checked = async (value: AxValue) => (await read({ AXValue: value }, 'checkbox')).state('checked')
  expect([await checked(0), await checked(1), await checked(2)]).toEqual([false, true, 'mixed'])
  expect([await checked(false), await checked(true), await checked({ real: 1 })]).toEqual([false, true, true])
  expect(await checked('on')).toBeUndefined()
  const tab = async (value: AxValue) =>
    (await read({ AXSubrole: 'AXTabButton', AXValue: value }, 'radio')).state('selected')
  expect([await tab(0), await tab(1), await tab(true)]).toEqual([false, true, true])
})

test('a heading has its level for a value', async () => {
  const heading = await read({ AXRole: 'AXHeading', AXValue: 3 })
  expect([heading.role, heading.attributes.level, heading.value]).toEqual(['heading', '3', undefined])
})

test('a window that is looked at alone costs what is in it; its menus and the other windows are not asked', async () => {
  const world = windowOf(...Array.from({ length: 20 }, (_, i): SimulatedNode => ({ role: 'button', name: `B${i}` })))
  const [editor] = world.applications ?? []
  const rest = Array.from({ length: 200 }, (_, i): SimulatedNode => ({ role: 'button', name: `Other ${i}` }))
  const menu: SimulatedNode = { role: 'menu', name: 'File', expanded: false, children: entries(100) }
  editor?.windows.push({ role: 'window', name: 'Second', children: [{ role: 'menubar', children: [menu] }, ...rest] })
  await using place = await macos(world)
  const window = await (await place.desktop.app('editor')).window({ title: 'Page' })
  ax.forgetMessages()
  const snapshot = await window.snapshot()
  expect(snapshot.findAll('role:button').length).toBeGreaterThanOrEqual(20)
  expect(messages()).toBeLessThan(60)
})

function entries(count: number): SimulatedNode[] {
  return Array.from({ length: count }, (_, i) => ({ role: 'menuitem', name: `Entry ${i}`, key: `entry ${i}` }))
}

/** A menu bar of two menus, of which the first is large. */
const menus = (): SimulatedNode => ({
  role: 'menubar',
  children: [
    { role: 'menu', name: 'Many', expanded: false, children: entries(1000) },
    { role: 'menu', name: 'Help', expanded: false, children: [{ role: 'menuitem', name: 'About' }] },
  ],
})

test('of menus that are closed a bound is read, and the tree says what it left', async () => {
  await using place = await macos(windowOf(menus(), { role: 'button', name: 'OK' }))
  const app = await place.desktop.app('editor')
  ax.forgetMessages()
  const snapshot = await app.snapshot()
  expect(messages()).toBeLessThan(340)
  expect(snapshot.find('role:menuitem|name:"Entry 100"')).toBeDefined()
  expect(snapshot.find('role:menuitem|name:"Entry 900"')).toBeUndefined()
  expect(snapshot.cuts.map(({ reason, detail }) => `${reason}: ${detail}`)).toEqual([
    'closed: 700 entries were not read; open it to see them',
    'closed: 1 entries were not read; open it to see them',
  ])
})

test('what a closed menu may hold proves nothing of entries, and hides nothing else', async () => {
  await using place = await macos(windowOf(menus(), { role: 'button', name: 'OK' }))
  const app = await place.desktop.app('editor')
  await app.locator('role:button|name:Nothing').waitFor({ state: 'hidden' })
  await expect(
    app.locator('role:menuitem|name:"Entry 5000"').waitFor({ state: 'hidden', timeout: 1000 }),
  ).rejects.toMatchObject({
    code: 'INCOMPLETE_TREE',
  })
})

test('an entry that was not read is pressed by its path', async () => {
  await using place = await macos(windowOf(menus(), { role: 'button', name: 'OK' }))
  const app = await place.desktop.app('editor')
  await app.menu('Many', 'Entry 900').click()
  expect(ax.received()).toContainEqual(expect.objectContaining({ what: 'press', key: 'entry 900' }))
})

const scrolled = (): SimulatedNode => ({
  role: 'scrollarea',
  children: [
    {
      role: 'tree',
      name: 'Big',
      key: 'big',
      attributes: { rowCount: '100000' },
      bounds: { x: 60, y: 60, width: 400, height: 300 },
    },
  ],
})

test('of an outline of 100,000 rows that is scrolled no more are handed over than are read, nor when it is read alone', async () => {
  await using place = await macos(windowOf(scrolled()))
  const app = await place.desktop.app('editor')
  ax.forgetMessages()
  const snapshot = await app.snapshot()
  expect(snapshot.toString()).toContain('cut=virtual')
  expect(snapshot.cuts[0]?.detail).toContain('100000 children')
  expect(ax.messages().elements).toBeLessThan(500)
  ax.forgetMessages()
  const alone = await app.locator('role:tree').snapshot()
  expect(alone.size).toBeLessThan(60)
  expect(ax.messages().elements).toBeLessThan(1000)
})

test('a table that has no answer for a part of its children is read all the same', async () => {
  const rows = ['A', 'B'].map((name): SimulatedNode => ({ role: 'row', children: [{ role: 'cell', name }] }))
  await using place = await macos(
    windowOf({ role: 'scrollarea', children: [{ role: 'table', name: 'Grid', children: rows }] }),
  )
  ax.fault({ call: 'AXUIElementCopyAttributeValues', error: -25208 })
  const app = await place.desktop.app('editor')
  expect((await app.snapshot()).findAll('role:row')).toHaveLength(2)
})

test('a list with very many items is cut to those that show, too', async () => {
  const items = Array.from({ length: 400 }, (_, i): SimulatedNode => ({ role: 'listitem', name: `Item ${i}` }))
  await using place = await macos(
    windowOf({ role: 'list', name: 'Long', bounds: { x: 60, y: 60, width: 200, height: 200 }, children: items }),
  )
  const app = await place.desktop.app('editor')
  const snapshot = await app.snapshot()
  expect(snapshot.cuts).toMatchObject([{ reason: 'virtual' }])
  expect(snapshot.findAll('role:option').length).toBeLessThan(400)
})

test('a tree that there was no time for is the part that was read, with the reason, and never none', async () => {
  await using place = await macos(
    windowOf(
      { role: 'button', name: 'First' },
      { role: 'button', name: 'Slow', key: 'slow' },
      { role: 'button', name: 'Last' },
    ),
  )
  const app = await place.desktop.app('editor')
  ax.fault({ key: 'slow', call: 'AXUIElementCopyMultipleAttributeValues', delay: 20_000 })
  const snapshot = await app.snapshot({ timeout: 600 })
  expect(snapshot.find('role:button|name:First')).toBeDefined()
  expect(snapshot.find('role:button|name:Last')).toBeUndefined()
  expect(snapshot.cuts.map(({ reason }) => reason)).toContain('unresponsive')
})
