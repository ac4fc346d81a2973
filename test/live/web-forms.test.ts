import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { headless } from './support/settled.js'
import { BROWSERS, browse, LoggingPage } from './support/web.js'

test.each(BROWSERS)('%s: every field of a form is filled, and the page has what the receipts say', async (browser) => {
  await using page = await LoggingPage.serve('web-forms.html')
  await using place = await headless()
  const app = await browse(place, browser, page.url)
  const report = app.locator('role:button|name:Report')
  await report.waitFor({ timeout: 60_000 })
  const field = (name: string) =>
    app.locator(`name:${name}|(role:textbox || role:group || role:spinbutton || role:slider)`)

  // An editor's paragraphs are lines, not objects.
  expect(await field('Rich').inputValue()).toBe('Hello bold\n• one\n• two link')
  expect((await field('Rich').fill('first line')).effect).toBe('verified')
  expect(await field('Rich').inputValue()).toBe('first line')
  expect(['verified', 'changed']).toContain((await field('Rich').fill('a\nb')).effect)

  // A mask that adds nothing but signs has taken the text; one that drops letters has not.
  expect((await field('Phone').fill('123456789')).effect).toBe('verified')
  expect((await field('Phone').fill('123-456-788')).effect).toBe('verified')
  await expect(field('Capitals').fill('abcdef', { timeout: 3000 })).rejects.toMatchObject({ code: 'VERIFY_FAILED' })

  const parts = { Born: '2025-12-24', At: '17:45', Starts: '2024-02-29T06:05' }
  for (const [name, text] of Object.entries(parts)) {
    expect([name, (await field(name).fill(text)).effect]).toEqual([name, 'verified'])
  }
  expect((await field('Born').fill('2025-12-24')).effect).toBe('verified')
  await expect(field('Born').fill('2025-02-30')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
  await expect(field('Born').fill('tomorrow')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
  expect((await field('Count').fill('42')).effect).toBe('verified')
  expect((await field('Level').setValue(70)).effect).toBe('verified')

  // Firefox takes the others out when one is added.
  const several = browser === 'chromium' ? ['green', 'blue'] : ['blue']
  const colour = (name: string) => app.locator(`role:listitem|name:${name}`)
  expect((await colour('blue').select()).effect).toBe('verified')
  expect(await page.said('colours')).toEqual(several)
  if (several.includes('green')) {
    page.forget()
    expect((await colour('green').deselect()).effect).toBe('verified')
    expect(await page.said('colours')).toEqual(['blue'])
  }

  await report.click()
  expect(await page.said('report')).toMatchObject({
    rich: 'a\nb',
    phone: '123-456-788',
    born: '2025-12-24',
    at: '17:45',
    starts: '2024-02-29T06:05',
    count: '42',
    level: '70',
    colours: ['blue'],
  })
})

test('chromium: a date in a frame is filled after a second of rest, as between the calls of a model', async () => {
  await using page = await LoggingPage.serve('web-frame.html')
  await using place = await headless()
  const app = await browse(place, 'chromium', page.url)
  const registry = createRegistry(place.desktop)
  const process = app.pid
  const type = async (name: string, text: string) => {
    await app.waitForIdle({ quiet: 1_200, timeout: 60_000 })
    return registry.tool('type').run({ process, selector: `role:textbox|name:"${name}"`, text })
  }
  expect((await type('Name', 'Ada')).structuredContent).toMatchObject({ effect: 'verified' })
  for (const date of ['24.12.2026', '2026-12-24', '2026-11-25']) {
    const { structuredContent } = await type('Date of travel', date)
    if (date.includes('.')) expect(structuredContent.error).toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
    else expect(structuredContent).toMatchObject({ effect: 'verified' })
  }
})
