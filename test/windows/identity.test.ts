import { expect, test } from 'vitest'
import type { NativeDesktop, NativeElement, NativeTarget } from '../../lib/sdk/native/binding.js'
import { failure } from '../contract/program.js'
import { button, LIST, LIST_ITEM, Virtual, type VirtualNode, world } from './support/virtual.js'

// A ref means one element. RuntimeIds are given again: to what comes in an element's place, to another row in the same container.

const SAME = [7, 4711, 0x2e60cb4]
const short = { timeout: 1500 }

const refOf = async (shown: Virtual, selector: string) => {
  const ref = (await shown.app.snapshot()).find(selector)?.ref
  return shown.app.locator(`ref:${ref}`)
}
const row = (Name: string, more: VirtualNode = {}): VirtualNode => ({
  Name,
  ControlType: LIST_ITEM,
  Patterns: ['SelectionItemPattern', 'InvokePattern'],
  key: Name,
  ...more,
})

test('a ref does not lead to what was given the RuntimeId of its element', async () => {
  await using shown = await Virtual.show(world([button('Cancel', { RuntimeId: SAME }), button('Other')]))
  const cancel = await refOf(shown, 'role:button|name:Cancel')
  await shown.apply({ remove: 'Cancel' })
  await shown.apply({ add: button('Delete', { RuntimeId: SAME }), to: 'main' })
  expect(await shown.app.locator('role:button|name:Delete').isVisible()).toBe(true)

  expect(await failure(cancel.click(short))).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(shown.did('Invoke.Invoke')).toEqual([])
  await shown.app.locator('role:button|name:Delete').click()
  expect(shown.did('Invoke.Invoke').map(({ name }) => name)).toEqual(['Delete'])
})

test('a ref to a row does not lead to the row that its container took in', async () => {
  await using shown = await Virtual.show(
    world([{ ControlType: LIST, Name: 'Rows', children: [row('Row 5', { AutomationId: 'row' }), row('Row 6')] }]),
  )
  const five = await refOf(shown, 'name:"Row 5"')
  await shown.apply({ set: 'Row 5', Name: 'Row 25' })
  expect(await failure(five.click(short))).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(shown.did('Invoke.Invoke')).toEqual([])
})

test('a row that became another is not pressed, however little is looked at before', async () => {
  await using shown = await Virtual.show(
    world([{ ControlType: LIST, Name: 'Rows', children: [row('Row 5'), row('Row 6')] }]),
  )
  const five = await refOf(shown, 'name:"Row 5"')
  await shown.apply({ set: 'Row 5', Name: 'Row 25' })
  expect(await failure(five.invoke('Invoke', { ...short, force: true }))).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(shown.did('Invoke.Invoke')).toEqual([])
})

test('what changes its name and has an id is what it was', async () => {
  await using shown = await Virtual.show(world([button('Play', { AutomationId: 'play', key: 'play' })]))
  const play = await refOf(shown, 'role:button|name:Play')
  await shown.apply({ set: 'play', Name: 'Pause' })
  await play.click()
  expect(shown.did('Invoke.Invoke').map(({ name }) => name)).toEqual(['Pause'])
})

test('an element that is held and became another is not acted on, though nobody looked since', async () => {
  await using shown = await Virtual.show(
    world([{ ControlType: LIST, Name: 'Rows', children: [row('Row 5'), row('Row 6')] }]),
  )
  const { native, target } = (shown.app as unknown as { scope: { native: NativeDesktop; target: NativeTarget } }).scope
  const seen = await native.snapshot(target, {}, short)
  const node = Array.from({ length: seen.size }, (_, index) => index).find((index) => seen.name(index) === 'Row 5')
  const five = seen.element(node as number) as NativeElement
  await shown.apply({ set: 'Row 5', Name: 'Row 25' })
  expect(await failure(native.invoke(five, { kind: 'press' }, short))).toMatchObject({ code: 'STALE' })
  expect(shown.did('Invoke.Invoke')).toEqual([])
})
