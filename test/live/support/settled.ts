import { expect } from 'vitest'
import type { HeadlessOptions, HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { type App, type Desktop, isSurehandError, type Snapshot } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { DISPLAY, startSession } from './session.js'
import { type Difference, differences, type OurNode, type Rule, truthOf, unexplained } from './truth.js'

/** A session with its desktop, both gone at the end of the block. */
export type Place = AsyncDisposable & { session: HeadlessSession; desktop: Desktop }

export async function headless(options: HeadlessOptions = {}): Promise<Place> {
  const session = await startSession(options)
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  return { session, desktop, [Symbol.asyncDispose]: () => session.stop() }
}

/** A snapshot of an application that has finished starting: at least so many nodes, and twice in a row the same. */
export async function settled(app: App, atLeast: number, timeout = 60_000): Promise<Snapshot> {
  const deadline = Date.now() + timeout
  let before = ''
  for (;;) {
    // While it loads it may be too busy to answer at all.
    const snapshot = await app.snapshot().catch((error: unknown) => {
      if (isSurehandError(error, 'APP_UNRESPONSIVE')) return undefined
      throw error
    })
    const now = snapshot ? still(snapshot) : ''
    if (snapshot && snapshot.size >= atLeast && now === before) return snapshot
    if (Date.now() > deadline)
      throw new Error(`${app} did not come to rest within ${timeout} ms: ${snapshot?.size ?? 'no'} nodes`)
    before = now
    // An application that starts needs the processor more than it needs to be asked again.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** The tree as text, without the bounds of what never stops turning (GTK's spinners, which have no name). */
function still(snapshot: Snapshot): string {
  return JSON.stringify(snapshot.toJSON(), (_, value: OurNode | undefined) =>
    value?.platformRole === 'filler' && !value.name && !value.children ? { ...value, bounds: undefined } : value,
  )
}

/** The application differs from its root's view only: no toolkit gives states to the application object. */
export const APPLICATION_STATES: Rule = {
  name: 'the application has states',
  because:
    'toolkits give the application object no states; a root that is neither enabled nor visible would hide all below it',
  explains: ({ what, truth }) => what === 'states' && truth?.role === 'application',
}

/** What says of itself that it is gone (LibreOffice keeps the formula bar's old input line) is no element. */
export const ZOMBIES: Rule = {
  name: 'zombies are left out',
  because: 'an object in the state DEFUNCT is not there any more, whoever still lists it',
  explains: ({ what, truth }) => what === 'missing' && truth?.states.includes(6) === true,
}

/** A rule of all toolkits: what has a text and no name is named by the text, as a person reads it. */
export const NAMED_BY_TEXT: Rule = {
  name: 'what has no name is named by its text',
  because: 'status bars and paragraphs have a text and no name; the marks of embedded objects (U+FFFC) are no text',
  explains: ({ what, ours, truth }) =>
    what === 'name' &&
    truth?.name === '' &&
    plain(truth.text ?? '') === plain(ours?.name ?? '') &&
    plain(ours?.name ?? '') !== '',
}

/** A rule of all toolkits: windows alone are compared with what only the window system knows. */
const TITLED: Rule = {
  name: 'a window without a name has the title that the screen shows',
  because: 'a window without a title of its own is called by its program on the screen, and by nothing in the tree',
  explains: ({ what, ours, truth }) =>
    what === 'name' && truth?.name === '' && ['frame', 'dialog', 'window'].includes(truth.role) && ours?.name !== '',
}

/** A rule of the toolkits that answer in coordinates of the window, whatever is asked for: GTK 4, and all of them on Wayland. */
export const OF_THE_WINDOW: Rule = {
  name: 'screen coordinates',
  because:
    'a toolkit that does not know where its window is answers in its coordinates; here they are those of the screen',
  explains: ({ what, ours, truth }) =>
    what === 'bounds' && ours?.bounds?.width === truth?.bounds?.width && ours?.bounds?.height === truth?.bounds?.height,
}

/** The rules of all toolkits, on the display that the tests run on. */
const RULES = [APPLICATION_STATES, ZOMBIES, NAMED_BY_TEXT, TITLED, ...(DISPLAY === 'wayland' ? [OF_THE_WINDOW] : [])]

const plain = (text: string): string =>
  text
    .replace(/\uFFFC/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Compares an application at rest with what libatspi reads from it; every difference must have a rule. When the
 * application changed in between (its snapshots before and after differ), the comparison says nothing and is made anew.
 */
export async function expectTruth(
  session: HeadlessSession,
  app: App,
  options: { atLeast: number; rules?: Rule[] },
): Promise<{ snapshot: Snapshot; differences: Difference[] }> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const snapshot = await settled(app, options.atLeast)
    const truth = await truthOf(session, app.pid)
    const after = await app.snapshot()
    if (still(snapshot) !== still(after) && Date.now() < deadline) continue
    const all = differences(snapshot.toJSON() as OurNode, truth)
    const rest = unexplained(all, [...RULES, ...(options.rules ?? [])])
    expect(rest.slice(0, 40), `${rest.length} differences that no rule explains`).toEqual([])
    return { snapshot, differences: all }
  }
}
