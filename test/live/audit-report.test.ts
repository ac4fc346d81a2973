import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reportPage } from '../../lib/cli/audit/report-page.js'
import { pictureOf } from '../../lib/cli/inspect/picture-of.js'
import { Desktop, type World } from '../../lib/sdk/index.js'
import { audit } from '../../lib/test/audit/audit.js'
import { summaryLines } from '../../lib/test/audit/report-text.js'
import { buildViewer } from '../../scripts/build-viewer.mjs'
import { PATIENCE } from '../patience.js'

/** The page of `surehand audit --html` in a real browser, opened from its file. */

const SECRET = 'correct horse'
const PASSWORD = { x: 40, y: 90, width: 200, height: 30 }
const world: World = {
  applications: [
    {
      name: 'Orders </script><b>',
      toolkit: 'Qt 6.4',
      windows: [
        {
          role: 'window',
          name: 'Order 17',
          active: true,
          bounds: { x: 20, y: 10, width: 500, height: 300 },
          children: [
            { role: 'button', name: 'Save', bounds: { x: 40, y: 40, width: 80, height: 30 } },
            { role: 'button', bounds: { x: 140, y: 40, width: 80, height: 30 } },
            { role: 'button', description: 'Print', bounds: { x: 240, y: 40, width: 80, height: 30 } },
            { role: 'textbox', name: 'Password', protected: true, value: SECRET, bounds: PASSWORD },
            { role: 'textbox', value: '17', bounds: { x: 40, y: 140, width: 200, height: 30 } },
          ],
        },
      ],
    },
  ],
}

let folder: string
let html: string
let axe: string
let browser: Browser
/** What the browser says of the page: errors, and what its policy refused. */
let said: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-audit-'))
  await buildViewer(folder)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const viewer = { script: await read('audit-page.js'), style: await read('audit-page.css') }
  await using desktop = await Desktop.open({ world })
  const app = (await desktop.apps())[0]
  if (app === undefined) throw new Error('There is no application.')
  const snapshot = await app.snapshot()
  const picture = await pictureOf(desktop, app, PATIENCE)
  const report = audit(snapshot)
  const about = { program: app.name, toolkit: 'Qt 6.4', summary: summaryLines(report), snapshot }
  html = await reportPage(report, { ...about, picture, noPicture: undefined }, viewer)
  await writeFile(join(folder, 'report.html'), html)
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})

afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

afterEach(() => {
  expect(said).toEqual([])
})

async function opened(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  // axe is put into the page, which its policy would refuse; that policy is tried by the page's own script.
  const context = await browser.newContext({ colorScheme, viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  said = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) said.push(`asked for ${request.url()}`)
  })
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  await page.waitForFunction(() => performance.getEntriesByName('report-shown').length > 0)
  return page
}

const selected = (page: Page) => page.getByRole('option', { selected: true })
const finding = (page: Page) => page.getByRole('region', { name: 'Finding', exact: true })
const row = (page: Page) => page.getByRole('treeitem', { selected: true })

test('the first finding is selected, with its element in the picture and in the tree, and how to mend it', async () => {
  const page = await opened()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Orders </script><b>')
  await expect.poll(() => page.getByRole('option').count()).toBe(3)
  await expect.poll(() => selected(page).textContent()).toMatch(/^error button .*neither a name/)
  await expect.poll(() => finding(page).textContent()).toContain('setAccessibleName()')
  await expect.poll(() => row(page).getAttribute('aria-label')).toMatch(/^finding, button/)
  expect(await page.locator('.outline.error').count()).toBe(2)
  expect(await page.locator('.outline.warning').count()).toBe(1)
  const canvas = await page.locator('canvas').boundingBox()
  const picked = await page.locator('.outline.picked').boundingBox()
  if (canvas === null || picked === null) throw new Error('There is no picture.')
  expect(picked.x - canvas.x).toBeCloseTo((120 * canvas.width) / 500, 0)
})

test('the keyboard leads through the findings, and from the tree to the finding of a row', async () => {
  const page = await opened()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^warning button .*Print/)
  await page.keyboard.press('End')
  await expect.poll(() => finding(page).textContent()).toContain('field-label')
  await page.getByRole('tree').focus()
  await page.keyboard.press('Home')
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown')
  await expect.poll(() => finding(page).textContent()).toContain('control-name')
})

test('a press on the picture selects the finding of the element there', async () => {
  const page = await opened()
  const canvas = await page.locator('canvas').boundingBox()
  if (canvas === null) throw new Error('There is no picture.')
  const scale = canvas.width / 500
  await page.mouse.click(canvas.x + (100 - 20) * scale, canvas.y + (155 - 10) * scale)
  await expect.poll(() => row(page).getAttribute('aria-label')).toMatch(/textbox/)
  await expect.poll(() => selected(page).textContent()).toMatch(/^error textbox/)
})

test('a protected field is black in the picture, and its text is nowhere in the file', async () => {
  const page = await opened()
  const { x, y, width, height } = PASSWORD
  const area = [x - 20, y - 10, width, height].join()
  const colours = await page.evaluate(`(() => {
    const { data } = document.querySelector('canvas').getContext('2d').getImageData(${area})
    return [...new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join()))]
  })()`)
  expect(colours).toEqual(['0,0,0'])
  expect(html).not.toContain(SECRET)
})

test.each(['light', 'dark'] as const)('axe finds nothing in the page, %s', async (colorScheme) => {
  const page = await opened(colorScheme)
  const violations = async () => {
    await page.evaluate(axe)
    return page.evaluate(async () => {
      const { violations } = await (
        Reflect.get(globalThis, 'axe') as { run(): Promise<{ violations: object[] }> }
      ).run()
      return violations.map((each) => JSON.stringify(each).slice(0, 1400))
    })
  }
  expect(await violations()).toEqual([])
  await page.getByRole('option').last().click()
  await page.getByRole('option').nth(1).hover()
  expect(await violations()).toEqual([])
})
