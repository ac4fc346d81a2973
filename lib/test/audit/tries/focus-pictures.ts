import type { Rect } from '../../../sdk/tree/node.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { isControl, isGtk4, isPressed } from '../audited-tree.js'
import { type Finding, findingOf } from '../finding.js'
import type { Picture } from '../screen-picture.js'
import { differenceIn, grown, isSameFrame } from './same-picture.js'
import { focusShows } from './try-rules.js'

// ms. An outline that fades in has come by then.
const FADED_IN = 1_000

// px around an element where its outline may be. GTK 4 reports the room inside the padding.
const AROUND = 4
const AROUND_GTK4 = 14

/** Compares how a control looks with the focus and without: with it now, without it before the key that brought it. */
export class FocusPictures {
  readonly findings: Finding[] = []
  private before: { picture: Picture; focused: SnapshotNode | undefined } | undefined

  constructor(private readonly picture: () => Promise<Picture>) {}

  /** The element that has the focus; the next key takes it away. */
  async leave(focused: SnapshotNode | undefined): Promise<void> {
    this.before = { picture: await this.picture(), focused }
  }

  /** The element that a key brought the focus to. */
  async come(node: SnapshotNode): Promise<void> {
    const { before } = this
    const area = before === undefined ? undefined : judgedArea(node)
    if (before === undefined || area === undefined) return
    const { focused } = before
    if (focused?.ref === node.ref || (focused !== undefined && isAround(focused, node))) return
    const except = focused === undefined ? undefined : aroundOf(focused)
    const end = Date.now() + FADED_IN
    for (;;) {
      const now = await this.picture()
      if (!isSameFrame(before.picture, now)) return
      if (differenceIn(before.picture, now, area, except) !== undefined) return
      if (Date.now() >= end) break
    }
    const seen = `The picture of the ${node.role} is the same with the focus and without it.`
    this.findings.push(findingOf(focusShows, { node, seen }))
  }
}

/** A field shows its caret, which blinks; what holds other controls may show the focus in one of them. */
function judgedArea(node: SnapshotNode): Rect | undefined {
  if (!(isPressed(node) || node.role === 'slider' || node.role === 'tab') || !isControl(node)) return undefined
  return aroundOf(node)
}

function aroundOf(node: SnapshotNode): Rect | undefined {
  const { bounds } = node
  if (bounds === undefined || bounds.width < 2 || bounds.height < 2) return undefined
  return grown(bounds, isGtk4(node) ? AROUND_GTK4 : AROUND)
}

/** Whether one lies in the other: then no part of the picture is about one of them alone. */
function isAround(one: SnapshotNode, other: SnapshotNode): boolean {
  const [a, b] = [one.bounds, other.bounds]
  if (a === undefined || b === undefined) return true
  const holds = (outer: Rect, inner: Rect) =>
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  return holds(a, b) || holds(b, a)
}
