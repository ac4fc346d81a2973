import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { page } from '../fixtures/documents.mjs'
import { FIREFOX_PREFERENCES } from './support/firefox.js'
import { expectTruth, headless, type Place } from './support/settled.js'

function pageFile({ session }: Place, rows: number): string {
  const file = join(session.directory, `orders-${rows}.html`)
  writeFileSync(file, page(rows))
  return `file://${file}`
}

function firefox({ session, desktop }: Place, url: string): Promise<App> {
  const profile = join(session.directory, 'firefox')
  mkdirSync(profile)
  writeFileSync(join(profile, 'user.js'), FIREFOX_PREFERENCES)
  const args = ['--no-remote', '--profile', profile, url]
  return desktop.launch({ command: 'firefox-esr', args }, { timeout: 120_000 })
}

function chromium(place: Place, rows: number, ...flags: string[]): Promise<App> {
  const profile = join(place.session.directory, 'chromium')
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const args = [...quiet, ...flags, `--user-data-dir=${profile}`, pageFile(place, rows)]
  return place.desktop.launch({ command: 'chromium', args }, { timeout: 90_000 })
}

test('Chromium with --force-renderer-accessibility and a page of 10,000 nodes: what libatspi reads', async () => {
  await using place = await headless()
  const app = await chromium(place, 1250, '--force-renderer-accessibility')
  const { snapshot } = await expectTruth(place.session, app, { atLeast: 10_000 })
  expect(snapshot.find('role:button|name:Edit 1249')).toBeDefined()
  expect(snapshot.find('id:refresh')?.name).toBe('Refresh')
  expect(snapshot.toJSONText()).not.toContain('hunter2')

  // Found by the names of what has the role, without reading the page.
  for (const selector of [
    'role:button|name:Edit 1249',
    'role:button|name:Edit 9*',
    'role:button|name:/^(Refresh|Edit 7)$/',
  ]) {
    const names = snapshot.findAll(selector).map((node) => node.name)
    expect(names.length).toBeGreaterThan(0)
    expect(await app.locator(selector).count()).toBe(names.length)
    expect(await app.locator(`${selector}|last`).name()).toBe(names.at(-1))
    expect(await app.locator(`${selector}|first`).name()).toBe(names[0])
  }
  expect(await app.locator('role:button|name:no such button').count()).toBe(0)
}, 240_000)

test('Chromium without any flag, which shows five nodes until somebody asks the right question, is woken', async () => {
  await using place = await headless()
  const app = await chromium(place, 100)
  const { snapshot } = await expectTruth(place.session, app, { atLeast: 800 })
  expect(snapshot.find('role:button|name:Edit 99')).toBeDefined()
}, 240_000)

test('Firefox with a page of 10,000 nodes: what libatspi reads', async () => {
  await using place = await headless()
  const app = await firefox(place, pageFile(place, 1700))
  const { snapshot } = await expectTruth(place.session, app, { atLeast: 10_000 })
  expect(snapshot.find('role:button|name:Edit 1699')).toBeDefined()
  expect(snapshot.find('id:refresh')?.name).toBe('Refresh')
  expect(snapshot.toJSONText()).not.toContain('hunter2')
}, 300_000)

test('Firefox: a text with characters outside the BMP is what the page has, and places in it are where they are', async () => {
  await using place = await headless()
  const file = join(place.session.directory, 'names.html')
  writeFileSync(
    file,
    '<!doctype html><meta charset="utf-8"><title>Names</title><input aria-label="Customer"><p>Ada 😀 and Bob',
  )
  const app = await firefox(place, `file://${file}`)
  const customer = app.locator('role:textbox|name:Customer')
  await customer.waitFor({ timeout: 60_000 })
  expect(await customer.fill('Ada 😀 Lovelace')).toMatchObject({ effect: 'verified' })
  expect(await customer.inputValue()).toBe('Ada 😀 Lovelace')
  await customer.setCaret('Ada 😀'.length)
  await customer.pressSequentially('!')
  expect(await customer.inputValue()).toBe('Ada 😀! Lovelace')
  expect(await app.tree()).toContain('"Ada 😀 and Bob"')
}, 180_000)

test('Firefox: an option is chosen in the list that is opened, which is another than the one in the page', async () => {
  await using place = await headless()
  const file = join(place.session.directory, 'colours.html')
  const options = ['Red', 'Green', 'Blue'].map((name) => `<option>${name}</option>`).join('')
  writeFileSync(
    file,
    `<!doctype html><title>Colours</title><select aria-label="Colour" onchange="said.textContent = 'It is ' + value">${options}</select><p id="said">Not said`,
  )
  const app = await firefox(place, `file://${file}`)
  const colour = app.locator('role:combobox|name:Colour')
  await colour.waitFor({ timeout: 60_000 })
  await colour.selectOption('Green', { verify: { exists: 'name:"It is Green"' } })
}, 180_000)
