import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { Form } from './support/form.js'
import { headless } from './support/settled.js'

// What test/contract/modality.test.ts has of two windows and one dialog, as far as AT-SPI can play it: a window says that it is modal and
// nothing of what it blocks, so that of a sheet there is none on Linux. GTK 3 keeps all windows of the program from being used.

test('a modal dialog that belongs to one of two windows blocks both, and both are free when it is closed', async () => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'windows_gtk3.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program] })
  await app.window({ title: 'Invoice' })
  await app.locator('role:button|name:Ask').click({ verify: { exists: 'role:dialog|name:Sheet' } })
  const dialog = await app.window({ title: 'Sheet' })
  expect(await dialog.modality()).toBe('application')
  expect(await (await dialog.owner())?.title()).toBe('Letter')
  for (const name of ['Letter button', 'Invoice button']) {
    for (const route of ['auto', 'input'] as const) {
      const button = app.locator(`role:button|name:"${name}"`)
      const error = await failing(1000, (timeout) => button.click({ route, timeout }))
      const message = expect.stringContaining('dialog "Sheet"')
      expect(error, `${name} by ${route}`).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', message })
    }
  }
  await dialog.locator('name:Keep').click({ verify: { notExists: 'role:dialog' } })
  await app.locator('name:"Letter button"').click()
  await app.locator('name:"Invoice button"').click()
  await expect.poll(() => app.program?.stdout()).toBe(['Ask', 'Keep', 'Letter button', 'Invoice button', ''].join('\n'))
})

test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)(
  '%s: what is below a modal dialog is not pressed',
  async (toolkit) => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    await app.locator('role:button|name:Delete').click({ verify: { exists: 'role:button|name:No' } })
    const save = app.locator('role:button|name:Save')
    const error = await failing(1000, (timeout) => save.click({ timeout }))
    const message = expect.stringContaining('is modal')
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', message })
    await app.locator('role:button|name:No').click({ verify: { notExists: 'role:button|name:No' } })
    await app.locator('role:button|name:Save').click()
    await form.received({ event: 'clicked', name: 'Save' })
    expect(form.events.filter(({ name }) => name === 'Save')).toHaveLength(1)
  },
)

test.each(['gtk3', 'qt5', 'qt6'] as const)('%s: a message box is an alert dialog, and a window', async (toolkit) => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'message_box.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, toolkit] })
  const box = app.getByRole('dialog')
  await box.waitFor()
  expect(await box.role()).toBe('alertdialog')
  expect((await box.snapshot()).root.role).toBe('alertdialog')
  expect(await app.locator('role:alert').count()).toBe(1)
  const window = await app.window('role:alertdialog')
  expect(window.role).toBe('alertdialog')
  expect((await window.snapshot()).root.role).toBe('alertdialog')
  const receipt = await box.getByRole('button', { name: 'OK' }).click({ verify: { notExists: 'role:dialog' } })
  expect(receipt).toMatchObject({ effect: 'verified' })
  await expect.poll(() => app.program?.stdout()).toBe('OK\n')
})
