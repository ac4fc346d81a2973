import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NativeDesktop, NativeSnapshot, NativeTarget } from '../../lib/sdk/native/binding.js'
import { quote } from '../../lib/sdk/selector/index.js'
import { queryOf } from '../../lib/sdk/tree/query.js'
import { PATIENCE } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, CHECK_BOX, EDIT, GROUP, LIST_ITEM, text, Virtual, type VirtualNode, world } from './support/virtual.js'

// What an application finds itself is what a look at its whole tree finds.

const limits = { timeout: PATIENCE }
const within = ({ app }: Virtual) =>
  (app as unknown as { scope: { native: NativeDesktop; target: NativeTarget } }).scope

/** What an answer says of an element, and of what that is in. */
function told(snapshot: NativeSnapshot, node: number): unknown {
  const { role, name, states } = snapshot.node(node)
  const above: unknown[] = []
  for (let at = snapshot.parent(node); at >= 0; at = snapshot.parent(at))
    above.push([snapshot.role(at), snapshot.name(at)])
  const { identity } = snapshot.element(node) ?? {}
  return { identity, role, name, states, hidden: snapshot.hidden(node), above }
}

async function bothWays(shown: Virtual, selector: string) {
  const { native, target } = within(shown)
  const query = queryOf('test', selector).compiled
  const whole = await native.snapshot(target, {}, limits)
  const found = await native.find(target, query, {}, limits)
  return {
    partial: found.partial,
    whole: whole.match(query, {}).map((node) => told(whole, node)),
    found: found.nodes.map((node) => told(found.snapshot, node)),
  }
}

/** So many rows that a search is worth it. */
const MANY = { repeat: 1500, node: text('Row {i}', { key: 'row {i}' }) }
const crowd = (children: VirtualNode[]) => world([MANY, ...children])

const check = (Name: string, more: VirtualNode = {}): VirtualNode => ({
  Name,
  ControlType: CHECK_BOX,
  Patterns: ['TogglePattern'],
  'Toggle.ToggleState': 0,
  ...more,
})
const mixed = crowd([
  button('Save'),
  button('  Padded  '),
  button('Same'),
  { Name: 'Off', ControlType: GROUP, IsEnabled: false, children: [button('Same'), button('Inside')] },
  { Name: 'Away', ControlType: GROUP, IsOffscreen: true, BoundingRectangle: null, children: [check('Unseen')] },
  { Name: 'Said', ControlType: GROUP, AriaRole: 'button' },
  { Name: 'Written', ControlType: LIST_ITEM, AriaRole: 'checkbox presentation' },
  { Name: '', HelpText: 'Helped', FrameworkId: 'JavaFX', ControlType: 50000, Patterns: ['InvokePattern'] },
  { Name: 'Field', ControlType: EDIT, Patterns: ['ValuePattern'], 'Value.IsReadOnly': false, HasKeyboardFocus: true },
  { Name: 'Nobody', ControlType: 50000, IsControlElement: false },
  { Name: 'Opens', ControlType: 50031, Patterns: ['ExpandCollapsePattern'], 'ExpandCollapse.State': 0 },
])

const PUSHED = [
  'role:button|name:Save',
  'role:button|name:Padded',
  'role:button|name:Same',
  'role:button|name:Same|enabled:true',
  'role:button|name:Same|enabled:false',
  'role:button|name:Inside',
  'role:button|name:Said',
  'role:button|name:Helped',
  // Beside check boxes there are switches, which ARIA alone knows; so it is with texts and searches.
  'role:checkbox|name:Unseen',
  'role:checkbox',
  'role:textbox',
  'focused:true',
  'role:textbox|focused:true',
  'role:button|name:Opens',
  'role:button|name:Sav*',
]
const SNAPSHOT = [
  'name:Save',
  'role:button',
  'role:button|name:Nobody',
  'role:button|name:Missing',
  'role:group|name:Off >> role:button',
  'role:button|name:Same|nth:1',
  'role:group|has:(role:button|name:Inside)',
  'role:text|name:"Row 7"',
  'focused:false|role:textbox|name:Missing',
]

test('in a large tree, what is asked of the application and what is read of all of it come to the same', async () => {
  await using shown = await Virtual.show(mixed)
  for (const [selectors, partial] of [
    [PUSHED, true],
    [SNAPSHOT, false],
  ] as const) {
    for (const selector of selectors) {
      const ways = await bothWays(shown, selector)
      expect(ways.found, selector).toEqual(ways.whole)
      expect(ways.whole.length > 0, selector).toBe(!/Nobody|Missing/.test(selector))
      expect(ways.partial, selector).toBe(partial)
    }
  }
})

const RECORDED = join(import.meta.dirname, '..', 'simulators', 'uia', 'worlds', 'recorded')
const recorded = readdirSync(RECORDED).map((file) => file.replace('.json', ''))

test.each(recorded)('%s: both ways come to the same of every role in it', async (name) => {
  const { windows, ...more } = JSON.parse(readFileSync(join(RECORDED, `${name}.json`), 'utf8'))
  const [first, ...others] = windows as VirtualNode[]
  const large = { ...first, children: [...(first?.children ?? []), MANY] }
  await using shown = await Virtual.show({ ...more, windows: [large, ...others] })
  const { native, target } = within(shown)
  const tree = await native.snapshot(target, {}, limits)
  const named = new Map<string, string>()
  for (let index = 0; index < tree.size; index++) {
    const { role, name = '' } = tree.node(index)
    if (name !== '' && !name.startsWith('Row ') && !named.has(role)) named.set(role, name)
  }
  const selectors = [...named].flatMap(([role, name]) => [`role:${role}`, `role:${role}|name:${quote(name)}`])
  for (const selector of [...selectors, 'focused:true']) {
    const ways = await bothWays(shown, selector)
    expect(ways.found, selector).toEqual(ways.whole)
  }
})

test('elements of one runtime id are told apart as in the whole tree', async () => {
  const twins = [button('Left', { RuntimeId: [7, 1, 1] }), button('Right', { RuntimeId: [7, 1, 1] })]
  await using shown = await Virtual.show(crowd(twins))
  for (const selector of ['role:button|name:Left', 'role:button|name:Right']) {
    const ways = await bothWays(shown, selector)
    expect(ways.found, selector).toEqual(ways.whole)
    expect(ways.found, selector).toHaveLength(1)
  }
})

test('what was searched for in vain is looked for in the whole tree', async () => {
  await using shown = await Virtual.show(crowd([button('Save')]))
  expect(await shown.app.locator('role:button|name:Missing').count()).toBe(0)
  await shown.apply({ add: button('Missing'), to: 'main' })
  expect(await shown.app.locator('role:button|name:Missing').count()).toBe(1)
})

/** SUREHAND_MEASURE=9: that often each way, at several sizes; milliseconds of the simulator. */
const times = Number(process.env.SUREHAND_MEASURE ?? 0)
if (times > 0)
  test('how long both ways take', async () => {
    for (const rows of [50, 100, 200, 400, 800, 1600, 3200]) {
      const deep = [1, 2, 3].reduce<VirtualNode>(
        (node, i) => ({ Name: `Level ${i}`, ControlType: GROUP, children: [node] }),
        button('Save'),
      )
      await using shown = await Virtual.show(world([{ repeat: rows, node: text('Row {i}') }, deep]))
      const { native, target } = within(shown)
      await native.snapshot(target, {}, limits)
      const took = async (selector: string) => {
        const query = queryOf('test', selector).compiled
        const all: number[] = []
        let partial = false
        simulator.forgetTrips()
        for (let i = 0; i < times; i++) {
          const began = performance.now()
          partial = (await native.find(target, query, {}, limits)).partial
          all.push(performance.now() - began)
        }
        const median = all.sort((a, b) => a - b)[Math.floor(times / 2)] as number
        return { partial, ms: Number(median.toFixed(1)), trips: simulator.trips() / times }
      }
      console.log(rows, { searched: await took('role:button|name:Save'), whole: await took('name:Save') })
    }
  })
