import type { App } from '../../../sdk/app.js'
import type { Rect } from '../../../sdk/tree/node.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { Window } from '../../../sdk/window.js'
import { isGtk4, isPartOfControl } from '../audited-tree.js'
import { type Finding, findingOf } from '../finding.js'
import type { RuleText } from '../rule.js'
import type { Picture } from '../screen-picture.js'
import type { Announcements } from './announcements.js'
import { differenceIn, isSameFrame } from './same-picture.js'
import { announced, keysAct, readBack } from './try-rules.js'

// ms until a key has had its effect, where it has one.
const EFFECT = 1_500

// px of the screen. A caret that blinks is narrower.
const CARET = 4

interface Keys {
  /** Pressed one after the other until one of them changes something. */
  there: readonly string[]
  /** What takes each of them back. */
  back: readonly string[]
  /** Whether a control that answers none of them is a fault: at the end of its range a field may refuse a key. */
  mustAct: boolean
}

const KEYS: Readonly<Record<string, Keys>> = {
  checkbox: { there: ['Space'], back: ['Space'], mustAct: true },
  switch: { there: ['Space'], back: ['Space'], mustAct: true },
  slider: { there: ['ArrowRight', 'ArrowLeft'], back: ['ArrowLeft', 'ArrowRight'], mustAct: true },
  spinbutton: { there: ['ArrowUp', 'ArrowDown'], back: ['ArrowDown', 'ArrowUp'], mustAct: false },
  textbox: { there: ['m'], back: ['Backspace'], mustAct: false },
  searchbox: { there: ['m'], back: ['Backspace'], mustAct: false },
}

/** What a key did: to what the tree says, and to what is seen. */
interface Effect {
  read: boolean
  pictured: boolean
  heard: boolean
}

/** Changes the value of the control that has the focus by its keys, reads it back, and takes the change back. */
export class ValueTries {
  readonly findings: Finding[] = []
  /** Paths of what has another value than before. */
  readonly notRestored: string[] = []

  constructor(
    private readonly app: App,
    private readonly window: Window,
    private readonly picture: () => Promise<Picture>,
    private readonly announcements: Announcements | undefined,
  ) {}

  async attempt(node: SnapshotNode): Promise<void> {
    const keys = KEYS[node.role]
    if (keys === undefined || !isTried(node)) return
    // Tab selects the text of a field, and the next character would replace it.
    if (isText(node)) await this.window.press('End')
    for (const [at, key] of keys.there.entries()) {
      const effect = await this.pressed(node, key)
      if (effect === undefined) return
      if (!effect.read && !effect.pictured) continue
      this.judge(node, key, effect)
      await this.restore(node, keys.back[at] as string)
      return
    }
    const seen = `It has the focus, and ${keys.there.join(' and ')} changes neither its picture nor what it reports.`
    if (keys.mustAct) this.found(keysAct, node, seen)
  }

  private judge(node: SnapshotNode, key: string, { read, heard }: Effect): void {
    const what = isToggle(node) ? 'state' : 'value'
    if (!read) {
      const still = ` It reports ${JSON.stringify(reportedBy(node))} before and after.`
      this.found(readBack, node, `${key} changes its picture, and not the ${what} that it reports.${still}`)
    } else if (!heard && isHeardOtherwise(node, this.app.toolkit)) {
      this.found(announced, node, `${key} changes its ${what}, and no event came within ${EFFECT} ms.`)
    }
  }

  private found(rule: RuleText, node: SnapshotNode, seen: string): void {
    this.findings.push(findingOf(rule, { node, seen }))
  }

  /** `undefined`: the element is gone, or its window has moved. */
  private async pressed(node: SnapshotNode, key: string): Promise<Effect | undefined> {
    const { bounds } = node
    if (bounds === undefined) return undefined
    const [before, heardBefore] = [await this.picture(), this.announcements?.count ?? 0]
    await this.window.press(key)
    const end = Date.now() + EFFECT
    const effect: Effect = { read: false, pictured: false, heard: this.announcements === undefined }
    do {
      const now = (await this.app.snapshot({ actions: false })).byRef(node.ref)
      const picture = await this.picture()
      if (now === undefined || !isSameFrame(before, picture)) return undefined
      effect.read ||= reportedBy(now) !== reportedBy(node)
      // A page that does not take the key scrolls by it.
      const stays = now.bounds !== undefined && isSameRect(now.bounds, bounds)
      const wide = isText(node) ? CARET * picture.scale : 0
      effect.pictured ||= stays && isMore(differenceIn(before, picture, bounds), wide)
      effect.heard ||= (this.announcements?.count ?? 0) > heardBefore
    } while (!(effect.read && effect.heard) && Date.now() < end)
    return effect
  }

  private async restore(node: SnapshotNode, key: string): Promise<void> {
    await this.window.press(key)
    const end = Date.now() + EFFECT
    do {
      const now = (await this.app.snapshot({ actions: false })).byRef(node.ref)
      if (now !== undefined && reportedBy(now) === reportedBy(node)) return
    } while (Date.now() < end)
    this.notRestored.push(node.path)
  }
}

/** GTK 4.8 announces the value of no slider, and Qt values only to who asks for that very event: none of it is the program's fault. */
function isHeardOtherwise(node: SnapshotNode, toolkit: string): boolean {
  if (isGtk4(node)) return node.role !== 'slider'
  return !/^qt/i.test(toolkit) || isToggle(node)
}

/** Never a protected field. A part of another control is tried with that; an editor's text may be a person's document. */
function isTried(node: SnapshotNode): boolean {
  if (node.state('enabled') !== true || node.state('protected') === true) return false
  if (isText(node)) {
    return node.state('editable') === true && node.state('multiline') !== true && !isPartOfControl(node)
  }
  return true
}

const isText = ({ role }: SnapshotNode): boolean => role === 'textbox' || role === 'searchbox'
const isToggle = ({ role }: SnapshotNode): boolean => role === 'checkbox' || role === 'switch'

/** What it says of itself, as one text. */
function reportedBy(node: SnapshotNode): string {
  if (!isToggle(node)) return node.value ?? ''
  const [checked, pressed] = [node.state('checked'), node.state('pressed')]
  return String(checked ?? pressed ?? node.value ?? false)
}

const isSameRect = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

const isMore = (difference: Rect | undefined, than: number): boolean =>
  difference !== undefined && difference.width > than
