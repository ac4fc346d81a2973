import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { readTrace } from '../../lib/test/trace/index.js'
import { pageOf } from '../../lib/test/trace/page.js'
import type { Viewer } from '../../lib/test/trace/standalone-page.js'
import { buildViewer } from '../../scripts/build-viewer.mjs'
import { type Colour, placeOf, shown } from './support/watched.js'

/** The page of a trace with the video of the same time. */

/** ms. What the screen shows is in the video with the next picture, and at a moment the video shows the picture before it. */
const SOME_FRAMES = 500

const COLOURS = join(import.meta.dirname, '..', 'fixtures', 'apps', 'colours_gtk3.py')

let folder: string
let viewer: Viewer
let browser: Browser
let place: { x: number; y: number }

const trace = () => join(folder, 'colours.trace')

/** Turns the window lime; then, in the trace, blue, lime and blue, by three presses each. Leaves the trace and a video beside it. */
async function recorded(): Promise<void> {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [COLOURS] })
  place = await placeOf(app)
  const turn = async (colour: 'lime' | 'blue') => {
    const press = () => app.locator(`role:button|name:${colour}`).click()
    await press()
    await shown(desktop, place, colour)
    await pause(SOME_FRAMES)
    await press()
    await press()
  }
  await session.video.start({ path: join(folder, 'colours.webm') })
  await turn('lime')
  await desktop.tracing.start({ title: 'Colours' })
  for (const colour of ['blue', 'lime', 'blue'] as const) await turn(colour)
  const video = await session.video.stop()
  await desktop.tracing.stop({ path: trace(), video })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-trace-video-'))
  await buildViewer(folder)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  viewer = { script: await read('trace-viewer.js'), style: await read('trace-viewer.css') }
  await recorded()
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})

afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** The page, at the tab of the video, and what the browser says of it. */
async function opened(file: string): Promise<{ page: Page; said: string[] }> {
  await writeFile(`${file}.html`, await pageOf(file, viewer))
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(pathToFileURL(`${file}.html`).href)
  await page.getByRole('tab', { name: 'Video' }).click()
  return { page, said }
}

/** A copy of the trace in a folder of its own, whose video entry names that file. */
async function copied(name: string, file: string): Promise<string> {
  const copy = join(folder, name, 'colours.trace')
  await mkdir(dirname(copy))
  const lines = gunzipSync(await readFile(trace())).toString('utf8')
  await writeFile(copy, gzipSync(lines.replace('"file":"colours.webm"', `"file":${JSON.stringify(file)}`)))
  return copy
}

/** What the video shows at the place, once it is where it was set. Text, because the tests are compiled without the types of pages. */
function colourNow(page: Page): Promise<Colour> {
  return page.evaluate(`(() => {
    const video = document.querySelector('video')
    const context = document.createElement('canvas').getContext('2d')
    if (video === null || video.seeking || video.readyState < 2) return 'other'
    context.drawImage(video, ${place.x}, ${place.y}, 1, 1, 0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    if (Math.max(red, green, blue) < 170) return 'other'
    return red > green && red > blue ? 'red' : green > blue ? 'lime' : 'blue'
  })()`)
}

test('the trace knows when its video began', async () => {
  const entries = await readTrace(trace())
  expect(entries.filter(({ type }) => type === 'video')).toEqual([
    { type: 'video', file: 'colours.webm', at: expect.any(Number) },
  ])
  const video = entries.find((entry) => entry.type === 'video')
  expect(video?.type === 'video' && video.at).toBeLessThan(0)
})

test('choosing a step seeks the video to the moment the step was sent', async () => {
  const { page, said } = await opened(trace())
  // When the first press of three is sent, the window still has the colour that it had; at the third it has the new one.
  for (const [step, colour] of [
    [8, 'blue'],
    [0, 'lime'],
    [2, 'blue'],
    [3, 'blue'],
    [5, 'lime'],
    [6, 'lime'],
  ] as const) {
    await page.getByRole('option').nth(step).click()
    await expect.poll(() => page.locator('.video .caption').textContent()).toMatch(`Step ${step + 1} is at `)
    await expect.poll(() => colourNow(page), { message: `step ${step}` }).toBe(colour)
  }
  await page.getByRole('option').nth(6).click()
  await page.evaluate("document.querySelector('video').currentTime = 1e6")
  await expect.poll(() => colourNow(page)).toBe('blue')
  expect(said).toEqual([])
  await page.close()
})

test('a video that is too large for the page is linked, at the moment of the step', async () => {
  const copy = await copied('large', 'a video.webm')
  await copyFile(join(folder, 'colours.webm'), join(dirname(copy), 'a video.webm'))
  await truncate(join(dirname(copy), 'a video.webm'), 33 * 1024 * 1024)
  const { page, said } = await opened(copy)
  const link = page.getByRole('link', { name: 'Open a video.webm there' })
  await expect.poll(() => link.getAttribute('href')).toMatch(/^a%20video\.webm#t=\d+\.\d\d$/)
  expect(await page.locator('video').count()).toBe(0)
  expect(said).toEqual([])
  // Written elsewhere, it leads there all the same.
  expect(await pageOf(copy, viewer, join(folder, 'page.html'))).toContain('data-href="large/a%20video.webm"')
  await page.close()
})

test.each([
  ['gone', 'gone.webm'],
  ['elsewhere', '../colours.webm'],
  ['other', 'colours.trace'],
  ['pretended', 'pretended.webm'],
])('no file is shown that is not a video beside the trace: %s', async (name, file) => {
  const copy = await copied(name, file)
  if (name === 'pretended') await writeFile(join(dirname(copy), file), 'a secret')
  const html = await pageOf(copy, viewer)
  expect(html).not.toContain('id="video"')
  expect(html).not.toContain('media-src')
  const { page } = await opened(copy)
  const caption = () => page.locator('.video .caption').textContent()
  await expect.poll(caption).toContain(`The file ${file} was not beside the trace when this page was made.`)
  await page.close()
})
