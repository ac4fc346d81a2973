/**
 * npm run bench:inspect
 *
 * What the page of `surehand inspect` costs a program at rest, how soon a change shows on it, and whether a large tree scrolls on it.
 * Prints the table of docs/inspect.md.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { Desktop } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { builtPage, Inspected } from '../../test/live/support/inspected.ts'
import { machine, today } from '../machine.mjs'
import { median } from './measure.mjs'

const REST = 8_000
const CHANGES = 12
// ms between two changes: the picture is taken a few times after each.
const BETWEEN = 1_500

const files = await builtPage()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })

/** Of one core, in percent, while nothing is done. */
async function atRest({ pid }) {
  // user and system time, in ticks of 10 ms
  const ticks = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return user + system
  }
  const before = ticks()
  await pause(REST)
  return ((ticks() - before) * 10 * 100) / REST
}

/** When the page drew its last picture, in ms of this machine's clock. */
function lastPicture(page) {
  return page.evaluate('performance.timeOrigin + performance.getEntriesByName("picture-shown").at(-1).startTime')
}

async function changes(app, page, change) {
  const delays = []
  const stop = new AbortController()
  let first
  const heard = (async () => {
    for await (const _ of app.events({ signal: stop.signal })) first ??= performance.timeOrigin + performance.now()
  })().catch(() => {})
  for (let index = 0; index < CHANGES; index++) {
    await pause(BETWEEN)
    const before = await lastPicture(page)
    first = undefined
    await change(index)
    let shown = before
    while (shown === before) {
      await pause(10)
      shown = await lastPicture(page)
    }
    if (first !== undefined) delays.push(shown - first)
  }
  stop.abort()
  await heard
  return delays
}

async function program(command, args, change) {
  const session = await HeadlessSession.start()
  const desktop = await session.desktop({ defaultTimeout: 30_000 })
  const app = await desktop.launch({ command, args })
  await app.waitForIdle({ quiet: 1_000 })
  const alone = await atRest(app)
  const inspected = await Inspected.open(browser, desktop, app, files)
  await pause(2_000)
  const looked = await atRest(app)
  const delays = await changes(app, inspected.page, change(app))
  await inspected[Symbol.asyncDispose]()
  await session.stop()
  return { command, alone, looked, delays }
}

/** Turns a wheel over the tree for three seconds; how long the frames took, in ms. */
async function scrolled() {
  const row = (index) => ({ role: 'row', children: [{ role: 'cell', name: `Row ${index}` }] })
  const children = [{ role: 'table', name: 'Rows', children: Array.from({ length: 9_000 }, (_, index) => row(index)) }]
  const world = { applications: [{ name: 'Large', windows: [{ role: 'window', name: 'Large', children }] }] }
  const desktop = await Desktop.open({ world })
  const inspected = await Inspected.open(browser, desktop, await desktop.app('Large'), files)
  const { page } = inspected
  const tree = await page.getByRole('tree').boundingBox()
  if (tree === null) throw new Error('there is no tree')
  await page.mouse.move(tree.x + 50, tree.y + 50)
  await page.evaluate(`window.frames_ = []; let last = performance.now(); let run = (now) => {
    frames_.push(now - last); last = now; requestAnimationFrame(run) }; requestAnimationFrame(run)`)
  const end = performance.now() + 3_000
  while (performance.now() < end) await page.mouse.wheel(0, 200)
  return page.evaluate('frames_.slice(1)')
}

const programs = [
  await program(
    'gnome-calculator',
    [],
    (app) => (index) => app.getByRole('button', { name: String(1 + (index % 9)), exact: true }).click(),
  ),
  await program(
    'mousepad',
    ['--disable-server'],
    (app) => (index) => app.locator('role:textbox|focused:true').fill(`text ${index}`),
  ),
]
const frames = await scrolled()
await browser.close()

const ms = (value) => `${value.toFixed(0)} ms`
const percent = (value) => `${value.toFixed(1)} %`
const ordered = [...frames].sort((a, b) => a - b)
console.log(`\`npm run bench:inspect\`, ${today()}, ${machine}:

| | ${programs.map(({ command }) => command).join(' | ')} |
| --- | --- | --- |
| from the program's first event to the new picture on the page, median and worst of ${CHANGES} | ${programs.map(({ delays }) => `${ms(median(delays))}, ${ms(Math.max(...delays))}`).join(' | ')} |
| the program at rest, without a page and with one, over ${REST / 1000} s | ${programs.map(({ alone, looked }) => `${percent(alone)}, ${percent(looked)} of a core`).join(' | ')} |

A tree of 18,003 elements, a wheel turned over it for 3 s: ${frames.length} frames, ${(frames.length / 3).toFixed(0)} a second; a frame took ${ms(median(frames))} (95th percentile ${ms(ordered[Math.floor(0.95 * ordered.length)] ?? Number.NaN)}).`)
process.exit()
