import { SurehandError } from '../../../sdk/errors.js'
import type { Rect } from '../../../sdk/tree/node.js'
import { quoted } from '../../../sdk/tree/quoted.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { Call } from '../../call.js'
import { overlap } from '../../capture/rect.js'
import type { Deadline } from '../../deadline.js'
import type { FoundSpot } from '../spot.js'
import type { SpotPlace } from '../spots.js'
import { stale } from '../stale.js'
import type { Browser, Page } from './browser.js'
import { describeElement, hitsElement, INTERACTIVE, viewportOf } from './page-scripts.js'

// A model does not use more; what is left out is further down the page.
const SPOTS = 300
// Screen units by which a document and its viewport may differ: rounding at fractional scales.
const ROUNDING = 3

/** The elements of the page that a window shows. Each is asked for its box and what it is before anything is done there. */
export async function readDom(
  browser: Browser,
  place: SpotPlace,
  deadline: Deadline,
  call: Call,
): Promise<FoundSpot[]> {
  const { page, document } = await shownPage(browser, place, deadline, call)
  const where = () => onScreenOf(page, document, place, deadline, call)
  const { toScreen, area } = await where()
  const spots: FoundSpot[] = []
  for (const frame of page.frames()) {
    for (const handle of await frame.$$(INTERACTIVE).catch(() => [])) {
      if (spots.length === SPOTS) break
      const box = await handle.boundingBox().catch(() => null)
      if (box === null) continue
      const bounds = overlap(toScreen(box), area)
      const was = bounds && (await handle.evaluate(describeElement).catch(() => undefined))
      if (bounds === undefined || was === undefined) continue
      const spot = { role: was.role, name: was.name, bounds }
      const again: FoundSpot['again'] = async (later, laterCall) => {
        const is = await handle.evaluate(describeElement).catch(() => undefined)
        const now = await handle.boundingBox().catch(() => null)
        if (is === undefined || now === null || !is.connected) throw stale(spot, 'it is not in the page any more')
        if (JSON.stringify(is) !== JSON.stringify(was)) throw stale(spot, `it is ${is.role} ${quoted(is.name)} by now`)
        const over = await handle.evaluate(hitsElement)
        if (over !== undefined) {
          throw new SurehandError(
            'NOT_ACTIONABLE',
            `${is.role} ${quoted(is.name)} is covered by ${over}. Nothing was sent.`,
            {
              check: 'covered',
            },
          )
        }
        const shown = await onScreenOf(page, document, place, later, laterCall)
        const there = overlap(shown.toScreen(now), shown.area)
        if (there === undefined) throw stale(spot, 'it is scrolled out of view')
        return there
      }
      spots.push({ ...spot, again })
    }
  }
  return spots
}

/** The one page that shows in a window, by its title. */
async function shownPage(
  browser: Browser,
  { app, window }: SpotPlace,
  deadline: Deadline,
  { signal }: Call,
): Promise<{ page: Page; document: SnapshotNode }> {
  const pages = await browser.pages(deadline.remaining)
  const snapshot = await (window ?? app).snapshot({ timeout: deadline.remaining, signal, actions: false })
  const documents = snapshot.findAll('role:document').filter((node) => node.state('visible') !== false)
  const titled = await Promise.all(
    pages.map(async (page) => ({ page, title: await page.title().catch(() => undefined) })),
  )
  const pairs = titled.flatMap(({ page, title }) =>
    documents.filter(({ name }) => name !== undefined && name === title).map((document) => ({ page, document })),
  )
  const [pair, ...more] = pairs
  if (pair !== undefined && more.length === 0) return pair
  const titles = titled.map(({ title }) => quoted(title ?? '')).join(', ')
  const shown = documents.map(({ name }) => quoted(name ?? '')).join(', ')
  throw new SurehandError(
    pair === undefined ? 'NOT_FOUND' : 'AMBIGUOUS',
    `${window ?? app} shows ${shown || 'no document'}, and the browser has the pages ${titles || '(none)'}: ` +
      `${pairs.length} of them are the same. Is it the browser of the endpoint? Or say which window by window_selector.`,
    { titles: titled.map(({ title }) => title), count: pairs.length },
  )
}

interface Shown {
  /** What of the document shows, in screen units. */
  area: Rect
  /** From CSS pixels of the viewport to the screen. */
  toScreen(box: Rect): Rect
}

/** Where the viewport is by what accessibility says of the document, checked against what the page says of itself. */
async function onScreenOf(
  page: Page,
  document: SnapshotNode,
  { app }: SpotPlace,
  deadline: Deadline,
  { signal }: Call,
): Promise<Shown> {
  const area = await app.locator(`ref:${document.ref}`).boundingBox({ timeout: deadline.remaining, signal })
  const { ratio, widths, zoom, hidden } = await page.evaluate(viewportOf)
  if (hidden) throw new SurehandError('STALE', 'The page does not show any more. Read the window again.', {})
  const fits = area !== undefined && widths.some((width) => Math.abs(width * ratio - area.width) <= ROUNDING)
  if (area === undefined || !fits || zoom !== 1) {
    throw new SurehandError(
      'UNSUPPORTED',
      `The position of the page on the screen is not known: its viewport is ${widths[0]} px at ${ratio} × ${zoom}, and its document ` +
        `${area === undefined ? 'reports no position' : `${area.width} wide`}. Use the tree, or OCR.`,
      {},
    )
  }
  const toScreen = ({ x, y, width, height }: Rect): Rect => ({
    x: area.x + x * ratio,
    y: area.y + y * ratio,
    width: width * ratio,
    height: height * ratio,
  })
  return { area, toScreen }
}
