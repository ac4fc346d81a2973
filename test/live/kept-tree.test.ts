import { expect, test } from 'vitest'
import type { App, Desktop, Locator, Receipt } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'
import { LoggingPage, openPage } from './support/web.js'

// Of Chromium a tree is kept, and read again only where something was announced (src-native/core/mirror). What is pressed is judged by the page's
// own log, and what changes without a word is what has to be told all the same: an order, a name that is no longer another's.

interface Opened {
  desktop: Desktop
  app: App
  page: LoggingPage
  ship: (order: number | string) => Locator
  /** Has the page change something while nobody asks for it. */
  later: (what: string) => Promise<void>
}

async function withPage(work: (opened: Opened) => Promise<void>): Promise<void> {
  await using page = await LoggingPage.serve('web-kept.html')
  await using place = await headless()
  const app = await openPage(place.desktop, `${place.session.directory}/chromium`, page.url, [
    '--force-renderer-accessibility',
  ])
  const ship = (order: number | string) => app.getByRole('button', { name: `Ship ${order}` })
  await ship(150).waitFor({ timeout: 60_000 })
  const later = async (what: string) => {
    await app.getByRole('button', { name: `${what} later` }).click()
    expect(await page.said('later')).toBe(what.toLowerCase())
    page.forget()
  }
  await work({ desktop: place.desktop, app, page, ship, later })
  expect((await place.desktop.stats()).keptTrees.filter(({ wrong }) => wrong > 0)).toEqual([])
}

const wasKept = ({ after }: Receipt) => after?.native.mirrored === true

async function pressed({ page, ship }: Opened, order: number): Promise<Receipt> {
  page.forget()
  const receipt = await ship(order).click()
  expect(receipt.effect).toBe('changed')
  expect(receipt.diff?.toString()).toContain(`shipped ${order}`)
  expect(await page.said('ship')).toBe(String(order))
  return receipt
}

test('actions one after the other: the right one is pressed, and the diff has what it did', async () => {
  await withPage(async (opened) => {
    const { app, page, ship } = opened
    const receipts: Receipt[] = []
    for (const order of [3, 99, 150, 42, 7]) receipts.push(await pressed(opened, order))
    // A busy machine has read the tree later.
    for (let order = 20; order < 60 && receipts.filter(wasKept).length <= 2; order++)
      receipts.push(await pressed(opened, order))
    expect(receipts.filter(wasKept).length).toBeGreaterThan(2)

    const verified = await ship(8).click({ verify: { exists: 'name:"shipped 8"' } })
    expect(verified.effect).toBe('verified')
    expect((await app.getByLabel('Name').fill('Ada')).effect).toBe('verified')
    expect((await app.getByLabel('Agreed').check()).effect).toBe('verified')
    page.forget()
    expect((await ship(9).click({ diff: false })).effect).toBe('unknown')
    expect(await page.said('ship')).toBe('9')
    // By the pointer, at the place that it has now.
    page.forget()
    await ship(120).click({ route: 'input' })
    expect(await page.said('ship')).toBe('120')
  })
})

test('what came and went in between is as it is now', async () => {
  await withPage(async (opened) => {
    const { ship, later, page } = opened
    await pressed(opened, 5)
    await later('Remove')
    await expect(ship(10).click({ timeout: 10_000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await pressed(opened, 11)
    await later('Double')
    await expect(ship(12).click({ timeout: 10_000 })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await pressed(opened, 13)
    expect(page.heard('ship')).toEqual(['13'])
  })
})

test('what changes without a word does not get a wrong element pressed', async () => {
  await withPage(async (opened) => {
    const { app, ship, later, page } = opened
    await pressed(opened, 5)
    await later('Swap')
    const first = app.getByRole('table').getByRole('button').first()
    await first.click()
    expect(await page.said('ship')).toBe('2')

    await pressed(opened, 6)
    await later('Unlabel')
    await expect(app.getByRole('button', { name: 'Fine label' }).click({ timeout: 10_000 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await app.getByRole('button', { name: 'Plain label' }).click()
    expect(await page.said('labelled')).toBe(true)

    await pressed(opened, 7)
    await later('Scroll')
    const inner = app.getByRole('button', { name: 'Inner 14' })
    page.forget()
    await inner.click({ route: 'input' })
    expect(await page.said('ship')).toBe('inner 14')
    expect(page.heard('ship')).toEqual(['inner 14'])
    await ship(1).waitFor()
  })
})

test('while nothing is asked it is compared with one that is read as a whole, and it is true', async () => {
  await withPage(async (opened) => {
    const { app, desktop, later } = opened
    const kept = async () => (await desktop.stats()).keptTrees.find(({ pid }) => pid === app.pid)
    let [checks, order] = [0, 20]
    // It is read as a whole some time after an action; where the page changes meanwhile, that is no comparison.
    const compared = async () => {
      const { checks: now = 0 } = (await kept()) ?? {}
      if (now === checks) await pressed(opened, order++)
      return now > checks
    }
    for (const what of ['Restyle', 'Unlabel', 'Remove', 'Require']) {
      await later(what)
      await expect.poll(compared, { interval: 3_000 }).toBe(true)
      checks = (await kept())?.checks ?? 0
    }
    expect(await kept()).toMatchObject({ wrong: 0, trusted: true, differences: {} })
  })
})

test('a press that does nothing is not said to have changed what had changed before', async () => {
  await withPage(async (opened) => {
    const { app, later } = opened
    await pressed(opened, 5)
    const nothing = app.getByRole('button', { name: 'Do nothing' })
    await nothing.focus()
    await pressed(opened, 6)
    await later('Require')
    await nothing.focus()
    for (let click = 0; click < 2; click++) {
      const { effect, diff } = await nothing.click()
      // Some seconds after it was opened, Chromium adds to the name of a tab how much memory it takes.
      const isOfTab = diff?.modified.length === 1 && diff.modified[0]?.role === 'tab'
      if (!isOfTab) expect(['unchanged', 'unknown']).toContain(effect)
    }
  })
})
