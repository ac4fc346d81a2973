import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import type { Snapshot, SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { LiveApp } from '../../inspect/live-app.js'
import { isInActive } from '../located.js'
import { MENU_ENTRIES } from '../meant.js'
import type { Place } from '../record-protocol.js'

// ms
const PATIENCE = 5_000

/** The element that a person pressed, and the tree that it is in. */
export interface Pressed {
  node: SnapshotNode
  /** What the effect is told by: the tree from before the press, or one from right after it where that is too old to tell. */
  before: Snapshot
  /** Whether the states of the node are known to be those from right before the press. */
  isBefore: boolean
}

/**
 * The element at a point, looked for right when it is pressed. The program may react first: then what is at the point now is not what was
 * pressed. So the tree that was read last is asked as well, and an element of it that does not show any more was in front. `isCurrent`: that tree
 * has all that was done before.
 */
export async function atPress(live: LiveApp, at: Place, isCurrent: boolean): Promise<Pressed> {
  const before = live.latest?.snapshot
  // The program may end by it.
  const look = () => live.app.snapshot({ timeout: PATIENCE }).catch(() => undefined)
  const [there, now] = await Promise.all([refAt(live, at), look()])
  if (before !== undefined) {
    const candidates = innermostAt(before, at)
    // A tooltip goes with any press.
    const goneFrom = (tree: Snapshot | undefined) =>
      candidates.filter(({ ref, role }) => role !== 'tooltip' && !isShown(tree, ref))
    const gone = goneFrom(now)
    // A dialog may have closed after its tree was read, and before it was asked what is there.
    if (gone.length === 0 && there !== undefined && candidates.length > 1) gone.push(...goneFrom(await look()))
    const front = inFront(gone.length > 0 || there !== undefined ? gone : candidates)
    const known = front ?? (there === undefined ? undefined : before.byRef(there))
    const base = isCurrent ? before : (now ?? before)
    if (known !== undefined) return { node: known, before: base, isBefore: isCurrent }
  }
  const fresh = there === undefined ? undefined : now?.byRef(there)
  if (now !== undefined && fresh !== undefined) return { node: fresh, before: now, isBefore: false }
  const message = `What was pressed at ${at.x},${at.y} is gone, and the tree from before does not say which element it was.`
  throw new SurehandError('NOT_FOUND', message, { x: at.x, y: at.y })
}

/** Of elements that lie over each other, the one that is known to be in front. */
function inFront(nodes: readonly SnapshotNode[]): SnapshotNode | undefined {
  const entries = nodes.filter(({ role }) => MENU_ENTRIES.has(role))
  const active = nodes.filter(isInActive)
  const [only, ...others] = [entries, active].find((some) => some.length > 0) ?? nodes
  return others.length === 0 ? only : undefined
}

/** `undefined`: nothing shows there any more. */
async function refAt({ desktop }: LiveApp, { x, y }: Place): Promise<string | undefined> {
  try {
    return (await desktop.elementAt(x, y, { timeout: PATIENCE }))?.ref
  } catch (error) {
    if (isSurehandError(error)) return undefined
    throw error
  }
}

/** The elements that show at a point and have nothing in them that shows there: one in each menu and window that lies there. */
function innermostAt(snapshot: Snapshot, { x, y }: Place): SnapshotNode[] {
  const { native } = snapshot
  const found: number[] = []
  for (let index = 0; index < snapshot.size; index++) {
    const part = native.shows(index) === true ? native.visiblePart(index) : undefined
    if (part === undefined || x < part.x || y < part.y || x >= part.x + part.width || y >= part.y + part.height)
      continue
    while (found.length > 0 && native.subtreeEnd(found.at(-1) as number) > index) found.pop()
    found.push(index)
  }
  return found.map((index) => snapshot.at(index))
}

function isShown(snapshot: Snapshot | undefined, ref: string): boolean {
  const node = snapshot?.byRef(ref)
  return node !== undefined && node.snapshot.native.shows(node.index) !== false
}
