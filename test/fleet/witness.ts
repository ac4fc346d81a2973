import { PNG } from 'pngjs'
import type { App, Desktop, Rect, Snapshot, SnapshotNode } from 'surehand'
import { plain, reads, tokensOf, within } from './likeness.js'
import { isBlank, linesOf, type Word, widened, wordsOf } from './ocr.js'

/** What shows, by the tree and by the picture. */
export interface Sight {
  what: string
  /** Of the outline, four bytes each. */
  tokens: number
  /**
   * Named elements that claim to show and draw their name: how many were judged, and whose name is not there. Those that draw a
   * picture instead are counted apart: nobody can read whether it is theirs.
   */
  claims: { judged: number; seen: number; pictures: number; misses: string[] }
  /** Words of the picture: how many there are, and which belong to no element. */
  words: { judged: number; known: number; misses: string[] }
  /** Other words of the picture, that stand in elements of which the program publishes nothing but their place. */
  unpublished: { words: number; where: string[] }
  /** What it was judged by. */
  evidence?: { screenshot: Buffer; outline: string }
}

/** Those that draw their own name. A text field is named by a label beside it, a tool bar by nobody on the screen. */
const DRAWN = new Set(
  'button menu menuitem menuitemcheckbox menuitemradio tab checkbox radio switch text link cell gridcell listitem option treeitem columnheader rowheader heading row paragraph label'.split(
    ' ',
  ),
)
/** Those of them that may draw a picture instead. */
const PICTURED = new Set(
  'button checkbox tab link menuitem menu radio listitem cell gridcell switch treeitem row option'.split(' '),
)
/** What cuts off the parts of its children that are outside of it. */
const VIEWS = new Set('window dialog alert scrollarea list listbox table grid treegrid tree document'.split(' '))
const SURE = 80
const SLACK = 5

/** Asks the picture about the tree, and the tree about the picture. */
export async function sightOf(what: string, app: App, desktop: Desktop): Promise<Sight> {
  const { snapshot, png, bounds } = await atRest(app, desktop)
  const windows = await windowsOf(app)
  const picture = PNG.sync.read(png)
  const words = (await wordsOf(picture)).map((word) => ({ ...word, bounds: moved(word.bounds, bounds.x, bounds.y) }))
  const showing = [...showingOf(snapshot, bounds)]
  const outline = snapshot.toString()
  return {
    what,
    tokens: Math.ceil(Buffer.byteLength(outline) / 4),
    claims: await claimsOf(showing, windows, words, picture),
    ...(await knownOf(words, windows, showing, picture)),
    evidence: { screenshot: png, outline },
  }
}

/** A tree and a picture of the same moment: the tree is the same before and after the picture, if that can be had. */
async function atRest(app: App, desktop: Desktop): Promise<{ snapshot: Snapshot; png: Buffer; bounds: Rect }> {
  for (let tries = 1; ; tries++) {
    const before = (await app.snapshot()).toString()
    const { png, bounds } = await desktop.picture()
    const snapshot = await app.snapshot()
    if (snapshot.toString() === before || tries === 5) return { snapshot, png, bounds }
  }
}

/** The elements that claim to show, and the part of each that is in view. */
function* showingOf(snapshot: Snapshot, screen: Rect): Generator<{ node: SnapshotNode; area: Rect }> {
  const views: Rect[] = []
  for (let index = 0; index < snapshot.size; index++) {
    const node = snapshot.at(index)
    const view = node.parent === undefined ? screen : (views[node.parent.index] ?? screen)
    const { bounds } = node
    const area = bounds === undefined ? undefined : common(withLabel(node, bounds), view)
    // Not every parent is around its children: a tab's place is its label, its page is elsewhere.
    views[index] = VIEWS.has(node.role) && bounds !== undefined && bounds.height > 1 ? (area ?? EMPTY) : view
    if (area !== undefined && node.state('visible') === true && node.state('offscreen') !== true) yield { node, area }
  }
}

/** A page's check box is the box alone; its name stands right of it. */
function withLabel(node: SnapshotNode, bounds: Rect): Rect {
  const boxed = (node.role === 'checkbox' || node.role === 'radio') && bounds.width <= 24
  return boxed ? { ...bounds, width: bounds.width + 10 * (node.name ?? '').length } : bounds
}

/** What an element draws of itself. A cell of a sheet is called by its address, which is drawn nowhere: it draws what it holds. */
function drawnBy(node: SnapshotNode): string {
  const { role, name = '', value = '' } = node
  return role === 'cell' && /^[A-Z]{1,3}\d+$/.test(name) ? value : name
}

async function claimsOf(
  showing: { node: SnapshotNode; area: Rect }[],
  windows: Front[],
  words: Word[],
  picture: PNG,
): Promise<Sight['claims']> {
  const claims = showing.filter(
    ({ node, area }) =>
      DRAWN.has(node.role) &&
      // One letter or sign is read as anything.
      tokensOf(drawnBy(node)).some((token) => token.length >= 3) &&
      inView(node, area) &&
      !isCovered(area, node, windows),
  )
  const unseen = claims.filter(({ node, area }) => !reads(textsIn(words, area), drawnBy(node)))
  const lines = await linesOf(
    picture,
    unseen.map(({ area }) => area),
  )
  let pictures = 0
  const misses: string[] = []
  unseen.forEach(({ node, area }, index) => {
    const read = (lines[index] ?? []).filter((word) => word.confidence >= 30).map((word) => word.text)
    if (reads(read, drawnBy(node))) return
    const others = (lines[index] ?? [])
      .filter((word) => word.confidence >= SURE && plain(word.text).length >= 3)
      .map((word) => word.text)
    // Something is drawn and it is no text: an icon, which the witness cannot read.
    if (others.length === 0 && PICTURED.has(node.role) && !isBlank(picture, area)) pictures++
    else
      misses.push(
        `${node} at ${area.x},${area.y} ${area.width}×${area.height}: ${others.length > 0 ? `there is "${others.join(' ')}"` : isBlank(picture, area) ? 'nothing is drawn there' : 'no text can be read there'}`,
      )
  })
  const judged = claims.length - pictures
  return { judged, seen: judged - misses.length, pictures, misses }
}

async function knownOf(
  words: Word[],
  windows: Front[],
  showing: { node: SnapshotNode; area: Rect }[],
  picture: PNG,
): Promise<Pick<Sight, 'words' | 'unpublished'>> {
  const sure = words.filter(
    ({ text, bounds, confidence }) =>
      confidence >= SURE &&
      /^\p{L}{3,}$/u.test(plain(text)) &&
      windows.some((window) => isIn(middleOf(bounds), window.bounds)),
  )
  const unknown = sure.filter(({ text, bounds }) => {
    const middle = middleOf(bounds)
    return !showing.some(
      ({ node, area }) =>
        isIn(middle, widened(area, SLACK)) &&
        [node.name, node.value, node.placeholder].some((said) => said !== undefined && within(plain(text), said)),
    )
  })
  // What is read once and not again was no word.
  const again = await linesOf(
    picture,
    unknown.map(({ bounds }) => bounds),
  )
  const missing = unknown
    .filter(({ text }, index) =>
      reads(
        (again[index] ?? []).map((word) => word.text),
        text,
      ),
    )
    .map((word) => ({ word, drawn: unpublishedAt(middleOf(word.bounds), showing) }))
  const misses = missing.filter(({ drawn }) => drawn === undefined)
  const unpublished = missing.flatMap(({ drawn }) => drawn ?? [])
  const known = sure.length - unknown.length
  return {
    words: {
      judged: known + misses.length,
      known,
      misses: misses.map(
        ({ word: { text, bounds } }) => `"${text}" at ${Math.round(bounds.x)},${Math.round(bounds.y)}`,
      ),
    },
    unpublished: { words: unpublished.length, where: [...new Set(unpublished)] },
  }
}

/** Those that programs draw themselves, and that say nothing when nobody has given them a text. */
const CANVASES = new Set('group generic status img scrollarea'.split(' '))

/**
 * The element at a point that the program publishes without a text and without anything below it, hidden or not: a canvas. There is
 * nothing there to be read, by whatever reads it.
 */
function unpublishedAt(point: { x: number; y: number }, showing: { node: SnapshotNode; area: Rect }[]) {
  const there = showing.filter(({ area }) => isIn(point, area))
  const { node, area } = there.at(-1) ?? {}
  if (node === undefined || area === undefined || !CANVASES.has(node.role)) return undefined
  const silent = node.children.length === 0 && node.cut === undefined && !node.name && !node.value
  return silent ? `${node} at ${area.x},${area.y} ${area.width}×${area.height}` : undefined
}

interface Front {
  bounds: Rect
  active: boolean
}

async function windowsOf(app: App): Promise<Front[]> {
  const windows = await app.windows()
  const fronts = await Promise.all(
    windows.map(async (window) => {
      const [bounds, active, minimized] = await Promise.all([
        window.boundingBox(),
        window.isActive(),
        window.isMinimized(),
      ])
      return bounds === undefined || minimized ? [] : [{ bounds, active }]
    }),
  )
  return fronts.flat()
}

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** Whether enough of it is in view for its name to be read. */
function inView(node: SnapshotNode, area: Rect): boolean {
  const { bounds } = node
  return bounds !== undefined && area.width >= bounds.width * 0.9 && area.height >= bounds.height * 0.9
}

/** Whether another window of the application may lie over it: only of the active one is it known that it is in front. */
function isCovered(area: Rect, node: SnapshotNode, windows: Front[]): boolean {
  const own = windowOf(node)?.bounds
  const itself = own && windows.find(({ bounds }) => same(own, bounds))
  if (itself === undefined || itself.active) return false
  return windows.some((window) => window !== itself && common(area, window.bounds) !== undefined)
}

function windowOf(node: SnapshotNode): SnapshotNode | undefined {
  for (let above: SnapshotNode | undefined = node; above !== undefined; above = above.parent) {
    if (above.parent?.index === 0) return above
  }
  return undefined
}

function textsIn(words: Word[], area: Rect): string[] {
  const there = widened(area, SLACK)
  return words.filter(({ bounds }) => isIn(middleOf(bounds), there)).map(({ text }) => text)
}

function same(a: Rect, b: Rect): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width) + Math.abs(a.height - b.height) < 100
}

function common(a: Rect, b: Rect): Rect | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

function middleOf({ x, y, width, height }: Rect): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

function isIn(point: { x: number; y: number }, { x, y, width, height }: Rect): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
}

function moved({ x, y, width, height }: Rect, dx: number, dy: number): Rect {
  return { x: x + dx, y: y + dy, width, height }
}
