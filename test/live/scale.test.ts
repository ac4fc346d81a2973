import { expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { FORM_TOOLKITS, Form, type FormToolkit } from './support/form.js'
import { headless } from './support/settled.js'
import { browse, LoggingPage } from './support/web.js'

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

test('chromium: its tool bar and its page are clicked where they are when both are drawn larger', async () => {
  await using page = await LoggingPage.serve('web-forms.html')
  await using place = await headless()
  const app = await browse(place, 'chromium', page.url, ['--force-device-scale-factor=1.5'])
  const report = app.locator('role:button|name:Report')
  await report.waitFor({ timeout: 60_000 })
  const before = page.loads
  await app.locator('role:button|name:Reload').click({ route: 'input' })
  await expect.poll(() => page.loads, { timeout: 20_000 }).toBeGreaterThan(before)
  await report.waitFor({ timeout: 60_000 })
  await report.click({ route: 'input' })
  await page.said('report')
  // Both lie in the window, as the display has it.
  const [window] = await app.windows()
  const outer = await window?.boundingBox()
  for (const name of ['Report', 'Reload']) {
    const inner = await app.locator(`role:button|name:${name}`).boundingBox()
    expect(inner && outer && inner.x + inner.width <= outer.x + outer.width && inner.x >= outer.x).toBe(true)
  }
}, 240_000)

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
  const bounds = await button.boundingBox()
  if (bounds === undefined) throw new Error('it is not said where the button is')
  return bounds
}
