import { expect, test } from 'vitest'
import { headless } from './support/settled.js'
import { BROWSERS, browse, LoggingPage } from './support/web.js'

// Two presses with one time stamp are one to Chromium: of double clicks without a pause the page got one in ten.
const TIMES = 6

test.each(BROWSERS)('%s: each double click is one, and a word is where its bounds say', async (browser) => {
  await using page = await LoggingPage.serve('web-clicks.html')
  await using place = await headless()
  const app = await browse(place, browser, page.url)
  const button = app.getByRole('button', { name: 'Twice' })
  await button.waitFor({ timeout: 60_000 })
  // Nor are two clicks a double click.
  for (let times = 0; times < TIMES; times++) await button.click({ route: 'input' })
  await expect.poll(() => page.heard('clicked').length).toBe(TIMES)
  expect(page.heard('twice')).toEqual([])
  for (let times = 1; times <= TIMES; times++) {
    await button.dblclick()
    await expect.poll(() => page.heard('twice').length).toBe(times)
  }

  const words = app.getByLabel('Words')
  const range = { start: 28, end: 33 }
  const bounds = await words.boundingBox({ range })
  if (bounds === undefined) throw new Error('The word has no bounds.')
  await place.desktop.point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2).dblclick()
  await expect.poll(() => words.selectedRange()).toEqual(range)
})
