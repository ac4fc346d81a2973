import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { App } from '../../lib/sdk/index.js'
import { pageOf } from '../../lib/test/trace/page.js'
import type { Viewer } from '../../lib/test/trace/standalone-page.js'
import { buildViewer } from '../../scripts/build-viewer.mjs'

/**
 * Tests of a real program that fail, the first after fifty steps, and what their traces tell. With `SUREHAND_PICTURES=<folder>` the pictures of
 * docs/traces.md are written there.
 */

const FORM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'form_gtk3.py')

let folder: string
let viewer: Viewer
let session: HeadlessSession
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-failures-'))
  await buildViewer(folder)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  viewer = { script: await read('trace-viewer.js'), style: await read('trace-viewer.css') }
  session = await HeadlessSession.start()
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})

afterAll(async () => {
  await browser.close()
  await session.stop()
  await rm(folder, { recursive: true })
})

interface Failing {
  name: string
  /** How often two things are done before. */
  rounds: number
  last: (app: App) => Promise<unknown>
  program?: string
}

/** Launches the form, does so much and then what fails; gives the page of the trace. */
async function failing({ name, rounds, last, program = FORM }: Failing): Promise<string> {
  await using desktop = await session.desktop({ defaultTimeout: 2_000 })
  await desktop.tracing.start({ title: name })
  const env = { PYTHONPATH: dirname(FORM) }
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program], env })
  const count = app.locator('role:button|name:Count|first')
  for (let round = 0; round < rounds; round++) {
    await count.click()
    await app.locator('role:textbox|name:Customer').fill(`Customer ${round}`)
  }
  const error: unknown = await last(app).catch((thrown: unknown) => thrown)
  const trace = join(folder, `${name}.trace`)
  await desktop.tracing.stop({ path: trace, status: 'failed', error: String(error) })
  process.kill(app.pid, 'SIGCONT')
  await app.quit({ force: true })
  const page = join(folder, `${name}.html`)
  await writeFile(page, await pageOf(trace, viewer))
  return page
}

/** Opens it, tells how many ms it took until it showed, and keeps pictures of it. */
async function opened(file: string, tab: string, { annotate }: TestContext): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  const shown = () => page.evaluate(() => performance.getEntriesByName('trace-shown')[0]?.startTime)
  await expect.poll(shown).toBeGreaterThan(0)
  const took = Math.round((await shown()) as number)
  await annotate(`it shows after ${took} ms`)
  await page.getByRole('tab', { name: tab }).click()
  const pictures = process.env.SUREHAND_PICTURES
  if (pictures !== undefined) {
    await mkdir(pictures, { recursive: true })
    const name = file.replace(/.*[\\/]|\.html$/g, '').replaceAll(' ', '-')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
    }
    console.log(`${name}: ${took} ms, ${Math.round((await stat(file)).size / 1024)} KiB`)
  }
  return page
}

const chosen = (page: Page) => page.getByRole('option', { selected: true }).getAttribute('aria-label')
const panel = (page: Page) => page.getByRole('tabpanel').textContent()

test('a button that was renamed: the picture and the nearest elements say what it is called now', async (context) => {
  const renamed = join(folder, 'renamed.py')
  await writeFile(renamed, (await readFile(FORM, 'utf8')).replace('button("Save"', 'button("Store"'))
  const file = await failing({
    name: 'renamed button',
    rounds: 24,
    last: (app) => app.locator('role:button|name:Save').click(),
    program: renamed,
  })
  const page = await opened(file, 'Receipt', context)
  await expect.poll(() => chosen(page)).toMatch(/^50: click role:button\|name:Save, failed/)
  await expect.poll(() => panel(page)).toMatch(/NOT_FOUND: role:button\|name:Save matches nothing/)
  await page.getByRole('tab', { name: 'Tree' }).click()
  await expect.poll(() => page.getByRole('treeitem', { name: /button, Store/ }).count()).toBe(1)
  await page.close()
})

test('a dialog that covers the window: the failure names it, and the picture shows it', async (context) => {
  const file = await failing({
    name: 'covering dialog',
    rounds: 2,
    last: async (app) => {
      await app.locator('role:button|name:Delete').click()
      await app.locator('role:button|name:Save').click()
    },
  })
  const page = await opened(file, 'Receipt', context)
  await expect.poll(() => chosen(page)).toMatch(/^7: click role:button\|name:Save, failed/)
  await expect.poll(() => panel(page)).toContain('Really delete?')
  await expect.poll(() => page.getByRole('img').getAttribute('aria-label')).toContain('outlined: button “Save”')
  await page.getByRole('option').nth(5).click()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect.poll(() => panel(page)).toMatch(/\+ came: dialog “Really delete\?”/)
  await page.close()
})

test('a program that hangs: it says that there is no answer, and there is a picture all the same', async (context) => {
  const file = await failing({
    name: 'hung program',
    rounds: 2,
    last: async (app) => {
      process.kill(app.pid, 'SIGSTOP')
      await app.locator('role:button|name:Save').click()
    },
  })
  const page = await opened(file, 'Receipt', context)
  await expect.poll(() => chosen(page)).toMatch(/^6: click role:button\|name:Save, failed/)
  await expect.poll(() => panel(page)).toMatch(/APP_UNRESPONSIVE: form_gtk3\.py did not answer/)
  await expect.poll(() => page.getByRole('img').getAttribute('aria-label')).toContain('when it failed')
  await page.close()
})
