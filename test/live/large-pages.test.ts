import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { formsPage } from '../fixtures/documents.mjs'
import { headless, type Place } from './support/settled.js'

// A page of 25,000 elements: no action waits for its whole tree. That is read after the first one, and kept from then on.

const LAST = 999

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--force-renderer-accessibility'],
]

/** Chromium with a page of many elements; `start`: with another page, which has a link to it. */
async function openOrders({ session, desktop }: Place, start?: string): Promise<App> {
  const file = join(session.directory, 'orders.html')
  writeFileSync(file, formsPage(LAST + 1))
  const first = join(session.directory, 'start.html')
  if (start !== undefined) writeFileSync(first, start)
  const shown = `file://${start === undefined ? file : first}`
  const args = [...ARGUMENTS, `--user-data-dir=${join(session.directory, 'chromium')}`, shown]
  return desktop.launch({ command: 'chromium', args }, { timeout: 90_000 })
}

test('Chromium with a page of 25,000 nodes: actions look at what is near their element, or at a tree that is kept', async () => {
  await using place = await headless()
  const app = await openOrders(place)
  await app.locator(`role:button|name:Ship ${LAST}`).waitFor({ timeout: 90_000 })
  const title = (text: string) => app.waitForWindow({ title: new RegExp(`^${text}`) }, { timeout: 30_000 })

  // From here on no whole tree is asked for.
  const paid = await app.locator('role:checkbox|name:Paid 7').check()
  expect(paid.effect).toBe('verified')
  await title('Paid 7: true')

  const sized = await app.locator('role:combobox|name:Size 500').selectOption('Large')
  expect(sized.effect).toBe('verified')
  await title('Size 500: Large')

  const noted = await app.locator(`role:textbox|name:Note ${LAST}`).fill('hello')
  expect(noted.effect).toBe('verified')

  // A label says no role, so the application cannot search for it.
  const labelled = await app.getByLabel('Note 3').fill('here')
  expect(labelled.effect).toBe('verified')

  const ship = app.locator(`role:button|name:Ship ${LAST}`)
  const shipped = await ship.click({ verify: { exists: `role:window|name:/^Ship ${LAST}: pressed/` } })
  expect(shipped.effect).toBe('verified')

  expect(paid.after?.size).toBeLessThan(1_000)
  expect(paid.after?.cuts.map(({ reason }) => reason)).toContain('budget')
  for (const { after, diff, attempts } of [sized, noted, labelled, shipped]) {
    const isNear = after !== undefined && after.size < 1_000
    expect(isNear || after?.native.mirrored).toBe(true)
    expect(attempts).toHaveLength(1)
    expect(diff?.empty).toBe(false)
  }
  // The status line at the top of the page is near enough to every control.
  expect(shipped.diff?.toString()).toContain(`Ship ${LAST}: pressed`)

  // Nothing that could be seen changed, and not everything could be.
  const again = await ship.click()
  expect(['changed', 'unknown']).toContain(again.effect)

  const several = app.locator('role:button|name:/^Ship 9[0-4]$/')
  await expect(several.click()).rejects.toMatchObject({ code: 'AMBIGUOUS', details: { count: 5 } })
}, 300_000)

test('Chromium, a page of 25,000 nodes that was gone to: an action does without its tree, which is kept once nothing is asked', async () => {
  await using place = await headless()
  const app = await openOrders(place, '<title>Start</title><a href="orders.html">Orders</a>')
  const settings = { timeout: 90_000 }
  await app.getByRole('link', { name: 'Orders' }).click(settings)
  await app.locator(`role:button|name:Ship ${LAST}`).waitFor(settings)

  // Of such a page Chromium answers nothing in bulk: its whole tree takes three questions for each element.
  const paid = app.getByRole('checkbox', { name: 'Paid 7', exact: true })
  const checked = await paid.check(settings)
  expect(checked.effect).toBe('verified')
  // Where the page took longer to come than its tree to be read, that is kept by now.
  const isCut = checked.after?.cuts.some(({ reason }) => reason === 'budget')
  const isNear = isCut && (checked.after?.size ?? 0) < 1_000
  expect(isNear || checked.after?.native.mirrored).toBe(true)

  let times = 0
  const wasKept = async () => {
    const noted = await app.locator(`role:textbox|name:Note ${LAST}`).fill(`hello ${++times}`, settings)
    expect(noted.effect).toBe('verified')
    return noted.after?.native.mirrored
  }
  // Whoever asks again too soon has it begin anew.
  await expect.poll(wasKept, { timeout: 120_000, interval: 10_000 }).toBe(true)
}, 300_000)
