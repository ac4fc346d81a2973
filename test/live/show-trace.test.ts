import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageOf } from '../../lib/test/trace/page.js'
import type { Viewer } from '../../lib/test/trace/standalone-page.js'
import { buildViewer } from '../../scripts/build-viewer.mjs'
import { writeLongTrace } from './support/long-trace.js'

/** The page of a trace in a real browser, opened from its file. */

let folder: string
let viewer: Viewer
let browser: Browser
let page: Page
/** What the browser says of the page: errors, and what its policy refused. */
let said: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-page-'))
  await buildViewer(folder)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  viewer = { script: await read('trace-viewer.js'), style: await read('trace-viewer.css') }
  await writeLongTrace(join(folder, 'long.trace'), 500, 10_000)
  await writeFile(join(folder, 'long.html'), await pageOf(join(folder, 'long.trace'), viewer))
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})

afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  said = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) said.push(`asked for ${request.url()}`)
  })
  await page.goto(pathToFileURL(join(folder, 'long.html')).href)
})

afterEach(async () => {
  await page.close()
  expect(said).toEqual([])
})

const selected = () => page.getByRole('option', { selected: true })
const tab = (name: string) => page.getByRole('tab', { name })

test('500 steps over 10,000 nodes open at the step that failed', async ({ annotate }) => {
  await expect.poll(() => selected().getAttribute('aria-label')).toContain('click name:Row none, failed, 15 ms')
  // ms from the beginning of the navigation until it shows, picture included.
  const shown = () => page.evaluate(() => performance.getEntriesByName('trace-shown')[0]?.startTime)
  await expect.poll(shown).toBeGreaterThan(0)
  await annotate(`it shows after ${Math.round((await shown()) ?? Number.NaN)} ms`)
  await expect.poll(() => page.getByRole('option').count()).toBe(500)
  await expect
    .poll(() => page.getByRole('tabpanel').textContent())
    .toContain('NOT_FOUND: name:Row none matches nothing')
})

test('a screen reader is told of the steps, the tabs, the picture and the tree', async () => {
  await tab('Tree').click()
  await expect.poll(() => page.getByRole('treeitem').count()).toBeGreaterThan(1)
  const tree = await page.locator('body').ariaSnapshot()
  expect(tree).toContain('heading "A long test" [level=1]')
  expect(tree).toContain('navigation "Timeline"')
  expect(tree).toContain('listbox "Steps"')
  expect(tree).toContain('option "500: click name:Row none, failed, 15 ms" [selected]')
  expect(tree).toContain('img "Step 500, when it failed"')
  expect(tree).toContain('tab "Tree" [selected]')
  expect(tree).toContain('tabpanel "Tree"')
  expect(tree).toContain('tree "Elements after the step"')
  expect(tree).toMatch(/treeitem "row, Row 3, quiet" \[level=3\]/)
})

test('the keyboard leads through the steps, the tabs and the tree, of which only what shows is there', async () => {
  await selected().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => selected().getAttribute('aria-label')).toContain('3: click name:Row 2, ')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Receipt')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tab('Tree').getAttribute('aria-selected')).toBe('true')
  await page.getByRole('tree').focus()
  const row = async () => {
    const id = await page.getByRole('tree').getAttribute('aria-activedescendant')
    return page.locator(`#${id}`).getAttribute('aria-label')
  }
  // It is at the element that was acted on.
  await expect.poll(row).toContain('row, Row 2')
  await page.keyboard.press('End')
  await expect.poll(row).toContain('row, Row 9997')
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(row).toContain('window, Ledger')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(row).toContain('row, Row 0')
})

test('no step moves when others are drawn for the first time: a press reaches the one that was aimed at', async () => {
  const places = () => page.getByRole('option').evaluateAll((all) => all.map((each) => Reflect.get(each, 'offsetTop')))
  await expect.poll(async () => (await places()).length).toBe(500)
  const before = await places()
  await page.getByRole('option').nth(5).click()
  await expect.poll(() => selected().getAttribute('aria-label')).toContain('6: click name:Row 5, ')
  expect(await places()).toEqual(before)
})

test('what the pointer is on in the picture is named, and pressing it selects it in the tree', async () => {
  await page.getByRole('option').nth(5).click()
  const canvas = page.locator('canvas')
  await expect
    .poll(() => canvas.getAttribute('aria-label'))
    .toContain('Step 6, when it was sent; outlined: row “Row 5”')
  const area = await canvas.boundingBox()
  if (area === null) throw new Error('There is no picture.')
  const scale = area.width / 1280
  const position = { x: 100 * scale, y: (40 + 7 * 22 + 11) * scale }
  await canvas.hover({ position, force: true })
  await expect.poll(() => page.locator('.pointed').getAttribute('data-label')).toBe('row “Row 7”')
  const acted = await page.locator('.acted').boundingBox()
  expect(acted?.y).toBeCloseTo(area.y + (40 + 5 * 22) * scale, 0)
  await canvas.click({ position, force: true })
  await expect.poll(() => page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toContain('Row 7')
})

test('what changed, what the program wrote and the line of the test are there', async () => {
  await page.getByRole('option').nth(5).click()
  await tab('Changes').click()
  await expect
    .poll(() => page.getByRole('tabpanel').textContent())
    .toContain('~ changed: row “Row 5”: value "quiet" → "pressed in step 5"')
  await tab('Output').click()
  await expect.poll(() => page.getByRole('tabpanel').textContent()).toContain('Ledger: no such row')
  await tab('Source').click()
  await expect
    .poll(() => page.locator('.line.here').textContent())
    .toContain("6await app.locator('name:Row 5').click()")
})
