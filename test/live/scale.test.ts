import { expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/headless/index.js'
import { FORM_TOOLKITS, Form, type FormToolkit } from './support/form.js'

// Programs that draw twice as large, as they do on a display of high density.

const SCALES: [FormToolkit, number][] = [
  ...FORM_TOOLKITS.map((toolkit) => [toolkit, 2] as [FormToolkit, number]),
  ['qt6', 1.5],
]

test.each(SCALES)('%s: what is drawn %s times as large is where it is said to be', async (toolkit, scale) => {
  const usual = await sizeOfSave(toolkit, 1)
  const large = await sizeOfSave(toolkit, scale)
  expect(Math.abs(large.width - scale * usual.width)).toBeLessThanOrEqual(scale)
  expect(Math.abs(large.height - scale * usual.height)).toBeLessThanOrEqual(scale)
})

/** That of a button which a click by the pointer has pressed. */
async function sizeOfSave(toolkit: FormToolkit, scale: number) {
  await using session = await HeadlessSession.start({
    width: 2400,
    height: 1900,
    environment: { GDK_SCALE: String(scale), QT_SCALE_FACTOR: String(scale) },
  })
  const form = await Form.start(session, toolkit)
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const app = await desktop.app({ pid: form.pid })
  const button = app.locator('role:button|name:Save')
  await button.click({ route: 'input' })
  await form.received({ event: 'clicked', name: 'Save' })
  const bounds = await button.bounds()
  if (bounds === undefined) throw new Error('it is not said where the button is')
  return bounds
}
