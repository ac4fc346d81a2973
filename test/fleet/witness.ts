import { PNG } from 'pngjs'
import type { App, Desktop, Rect, Snapshot, SnapshotNode } from 'surehand'
import { plain, reads, tokensOf, within } from './likeness.js'
import { isBlank, linesOf, type Word, widened, wordsOf } from './ocr.js'

/** What shows, by the tree and by the picture. */
export interface Sight {
  what: string
  /** Of the outline, four bytes each. */
  tokens: number
  /** Named elements that claim to show and draw their name: how many were judged, and whose name is not there. */
  claims: { judged: number; seen: number; misses: string[] }
  /** Words of the picture: how many there are, and which belong to no element. */
  words: { judged: number; known: number; misses: string[] }
}

/** Those that draw their own name. A text field is named by a label beside it, a tool bar by nobody on the screen. */
const DRAWN = new Set(
  'button menu menuitem menuitemcheckbox menuitemradio tab checkbox radio switch text link cell gridcell listitem option treeitem columnheader rowheader heading row paragraph label'.split(
    ' ',
  ),
)
/** Those of them that may draw a picture instead. */
const PICTURED = new Set(
  'button tab link menuitem menu radio listitem cell gridcell switch treeitem row option'.split(' '),
)
/** What cuts off the parts of its children that are outside of it. */
const VIEWS = new Set('window dialog alert scrollarea list listbox table grid treegrid tree document'.split(' '))
const SURE = 80
const SLACK = 5

/** Asks the picture about the tree, and the tree about the picture. */
export async function sightOf(what: string, app: App, desktop: Desktop): Promise<Sight> {
  const [snapshot, { png, bounds }, windows] = [await app.snapshot(), await desktop.capture(), await windowsOf(app)]
  const picture = PNG.sync.read(png)
  const words = (await wordsOf(picture)).map((word) => ({ ...word, bounds: moved(word.bounds, bounds.x, bounds.y) }))
  const showing = [...showingOf(snapshot, bounds)]
  return {
    what,
    tokens: Math.ceil(Buffer.byteLength(snapshot.toText()) / 4),
    claims: await claimsOf(showing, windows, words, picture),
    words: await knownOf(words, windows, showing, picture),
  }
}

/** The elements that claim to show, and the part of each that is in view. */
function* showingOf(snapshot: Snapshot, screen: Rect): Generator<{ node: SnapshotNode; area: Rect }> {
  const views: Rect[] = []
  for (let index = 0; index < snapshot.size; index++) {
    const node = snapshot.at(index)
    const view = node.parent === undefined ? screen : (views[node.parent.index] ?? screen)
    const { bounds } = node
    const area = bounds === undefined ? undefined : common(bounds, view)
    // Not every parent is around its children: a tab's place is its label, its page is elsewhere.
    views[index] = VIEWS.has(node.role) && bounds !== undefined && bounds.height > 1 ? (area ?? EMPTY) : view
    if (area !== undefined && node.state('visible') === true) yield { node, area }
  }
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
      tokensOf(node.name ?? '').some((token) => token.length >= 3) &&
      inView(node, area) &&
      !isCovered(area, node, windows),
  )
  const unseen = claims.filter(({ node, area }) => !reads(textsIn(words, area), node.name ?? ''))
  const lines = await linesOf(
    picture,
    unseen.map(({ area }) => area),
  )
  let judged = claims.length
  const misses: string[] = []
  unseen.forEach(({ node, area }, index) => {
    const read = (lines[index] ?? []).filter((word) => word.confidence >= 30).map((word) => word.text)
    if (reads(read, node.name ?? '')) return
    const others = (lines[index] ?? [])
      .filter((word) => word.confidence >= 60 && plain(word.text).length >= 3)
      .map((word) => word.text)
    // Something is drawn and it is no text: an icon, which the witness cannot read.
    if (others.length === 0 && PICTURED.has(node.role) && !isBlank(picture, area)) judged--
    else
      misses.push(
        `${node} at ${area.x},${area.y} ${area.width}×${area.height}: ${others.length > 0 ? `there is "${others.join(' ')}"` : isBlank(picture, area) ? 'nothing is drawn there' : 'no text can be read there'}`,
      )
  })
  return { judged, seen: judged - misses.length, misses }
}

async function knownOf(
  words: Word[],
  windows: Front[],
  showing: { node: SnapshotNode; area: Rect }[],
  picture: PNG,
): Promise<Sight['words']> {
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
  const misses = unknown.filter(({ text }, index) =>
    reads(
      (again[index] ?? []).map((word) => word.text),
      text,
    ),
  )
  const judged = sure.length - (unknown.length - misses.length)
  return {
    judged,
    known: judged - misses.length,
    misses: misses.map(({ text, bounds }) => `"${text}" at ${Math.round(bounds.x)},${Math.round(bounds.y)}`),
  }
}

interface Front {
  bounds: Rect
  active: boolean
}

async function windowsOf(app: App): Promise<Front[]> {
  const windows = await app.windows()
  const fronts = await Promise.all(
    windows.map(async (window) => {
      const [bounds, active, minimized] = await Promise.all([window.bounds(), window.isActive(), window.isMinimized()])
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

/** Whether the active window of the application lies over it, and is not its own. */
function isCovered(area: Rect, node: SnapshotNode, windows: Front[]): boolean {
  const own = windowOf(node)
  return windows.some(
    ({ active, bounds }) =>
      active &&
      own?.bounds !== undefined &&
      !same(own.bounds, bounds) &&
      common(area, bounds) !== undefined &&
      windows.length > 1,
  )
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
