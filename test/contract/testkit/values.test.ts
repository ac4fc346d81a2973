import { afterEach, test } from 'vitest'
import { Desktop, type SimulatedNode } from '../../../lib/sdk/index.js'
import { expect } from '../../../lib/test/testkit/vitest.js'

let desktop: Desktop | undefined
afterEach(() => desktop?.dispose())

async function shown(node: SimulatedNode) {
  desktop = await Desktop.open({
    world: { applications: [{ name: 'Form', windows: [{ role: 'window', name: 'Form', children: [node] }] }] },
  })
  return (await desktop.app('Form')).locator('name:City')
}

test('a combo box without a value has that of the item that is selected in it, as browsers have it', async () => {
  const item = (name: string, selected: boolean): SimulatedNode => ({ role: 'menuitem', name, selected })
  const city = await shown({
    role: 'combobox',
    name: 'City',
    states: ['enabled', 'visible', 'expanded=false'],
    children: [{ role: 'menu', children: [item('Rome', false), item('Paris', true)] }],
  })
  await expect(city).toHaveValue('Paris')
  await expect(city).toHaveText('Paris')
  await expect(city).not.toHaveValue('Rome')
})

test('a combo box that says its value has that', async () => {
  const city = await shown({
    role: 'combobox',
    name: 'City',
    value: 'Oslo',
    children: [{ role: 'option', name: 'Paris', selected: true }],
  })
  await expect(city).toHaveValue('Oslo')
})
