import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { headless } from './support/settled.js'

test('what GTK 3 says of an element besides is under its prefix; the orientation is everybody’s', async () => {
  await using place = await headless()
  const form = await Form.start(place.session, 'gtk3')
  const app = await place.desktop.app({ pid: form.pid })
  await app.locator('role:slider|attr:orientation=horizontal').waitFor()
  expect(await app.locator('role:button|name:Save|attr:atspi:toolkit=gtk').count()).toBe(1)
  expect(await app.locator('attr:toolkit').count()).toBe(0)
})

test.each([
  ['gtk3', { min: '0', max: '100', step: '1' }],
  ['gtk4', { min: '0', max: '100' }],
  ['qt6', { min: '0', max: '100', step: '1' }],
] as const)('%s: what takes a number says from which to which, and by how much', async (toolkit, range) => {
  await using place = await headless()
  const form = await Form.start(place.session, toolkit)
  const app = await place.desktop.app({ pid: form.pid })
  const volume = (await app.snapshot()).find('role:slider|name:Volume')
  expect(volume?.attributes).toMatchObject(range)
  expect(await app.locator('attr:min').count()).toBeGreaterThan(1)
  expect((await app.snapshot()).find('role:button|name:Save')?.attributes).not.toHaveProperty('min')
})
