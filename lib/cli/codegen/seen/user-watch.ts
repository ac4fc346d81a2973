import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import type { NativeUserInput } from '../../../sdk/native/binding.js'
import type { Snapshot, SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { LiveApp } from '../../inspect/live-app.js'
import { controlOf, focusedIn, located, separately } from '../located.js'
import { isField, isProtected, MENU_ENTRIES, pointed } from '../meant.js'
import type { Place } from '../record-protocol.js'
import type { Act, Step } from '../step.js'
import { atPress, type Pressed } from './at-press.js'
import { belongsToField, isEdit, isShortcut, isStep, movesCaret, nameOf } from './keys.js'
import { Typing } from './typing.js'

// ms
const PATIENCE = 5_000
const DOUBLE = 400
const TEXT_REST = 400
const WHEEL_REST = 150
// ms; what an input does shows in a tree that is asked for this much later, as a rule.
const SHOWN = 30
// px
const DRAG = 6

/** What the person did, as steps, and the tree from before. */
export interface Seen {
  acts: readonly Act[]
  before: Snapshot
}

/** Takes what was seen, in its order. `undefined`: nothing came of it. */
export type Note = (seen: (steps: readonly Step[]) => Promise<Seen | undefined>) => void

type Pointer = Extract<NativeUserInput, { kind: 'buttonDown' | 'buttonUp' }>
type Gesture = Parameters<typeof pointed>[0]

interface Press extends Place {
  button: number
  time: number
  modifiers: readonly string[]
  caught: Promise<Pressed>
}

/** Turns what the person does in the program's own windows into steps. Nothing is done by it. */
export class UserWatch implements Disposable {
  private watching: Disposable | undefined
  private unlook: (() => void) | undefined
  private down: Press | undefined
  private clicked: { x: number; y: number; time: number } | undefined
  private wheel: (Place & { turned: Place; caught: Promise<Pressed>; timer: NodeJS.Timeout }) | undefined
  private typing: { run: Typing; timer: NodeJS.Timeout } | undefined
  // When the person did something last.
  private inputAt = 0
  private refreshTimer: NodeJS.Timeout | undefined
  private isOn = true

  private constructor(
    private readonly live: LiveApp,
    private readonly note: Note,
  ) {}

  /** `undefined` where the desktop does not tell what a person does. */
  static async begin(live: LiveApp, note: Note): Promise<UserWatch | undefined> {
    const watch = new UserWatch(live, note)
    try {
      watch.watching = await live.desktop.userInput((inputs, lost) => watch.take(inputs, lost), { timeout: PATIENCE })
    } catch (error) {
      if (isSurehandError(error, 'UNSUPPORTED')) return undefined
      throw error
    }
    // The tree is followed also while no page looks.
    watch.unlook = live.look(() => {})
    return watch
  }

  /** Off: what the person does is not noted. */
  turn(isOn: boolean): void {
    this.isOn = isOn
    this.flush()
  }

  [Symbol.dispose](): void {
    this.watching?.[Symbol.dispose]()
    this.unlook?.()
    this.isOn = false
    clearTimeout(this.refreshTimer)
    clearTimeout(this.typing?.timer)
    clearTimeout(this.wheel?.timer)
  }

  private take(inputs: readonly NativeUserInput[], lost: number): void {
    if (!this.isOn) return
    if (lost > 0) this.fail(new SurehandError('UNSUPPORTED', `${lost} inputs came too fast to be recorded.`, { lost }))
    for (const input of inputs) {
      const isMine = input.pid === this.live.app.pid
      if (input.kind === 'keyDown') {
        if (isMine) this.key(nameOf(input.key, input.key === '' ? [] : input.modifiers))
      } else if (input.kind === 'buttonUp') this.up(input)
      else if (isMine && isWheel(input.button)) this.turnWheel(input.button, input)
      else if (isMine) this.press(input)
      else this.flush()
      if (isMine) this.did()
    }
  }

  /** The program shows soon what it made of it: the next input is compared with that. */
  private did(): void {
    this.inputAt = performance.now()
    clearTimeout(this.refreshTimer)
    this.refreshTimer = setTimeout(() => void this.live.refresh(), SHOWN)
  }

  private get isCurrent(): boolean {
    return (this.live.latest?.asOf ?? 0) > this.inputAt + SHOWN / 2
  }

  private press({ button, x, y, time, modifiers }: Pointer): void {
    this.flush()
    const isKnown = button === 1 || button === 3
    const others = 'Presses of other buttons than the left and the right one are not recorded.'
    if (!isKnown) this.fail(new SurehandError('UNSUPPORTED', others, { button }))
    this.down = isKnown
      ? { button, x, y, time, modifiers, caught: caught(this.live, { x, y }, this.isCurrent) }
      : undefined
  }

  private up({ button, x, y }: Pointer): void {
    const { down, live } = this
    if (down === undefined || down.button !== button) return
    this.down = undefined
    const at = { x: down.x, y: down.y }
    const held = down.modifiers.length === 0 ? {} : { modifiers: down.modifiers }
    const isDrag = button === 1 && Math.hypot(x - down.x, y - down.y) >= DRAG
    const end = isDrag ? caught(live, { x, y }, this.isCurrent) : undefined
    const before = this.clicked
    const isNear = before !== undefined && Math.hypot(x - before.x, y - before.y) < DRAG
    const isSecond = button === 1 && !isDrag && isNear && down.time - before.time < DOUBLE
    this.clicked = button === 1 && !isDrag && !isSecond ? { x, y, time: down.time } : undefined
    this.note(async () => {
      const pressed = await down.caught
      if (end !== undefined) return dragged(at, { x, y }, pressed, await end)
      const isDouble = isSecond && !separately(controlOf(pressed.node))
      const kind = button === 3 ? 'rightClick' : isDouble ? 'dblclick' : 'click'
      return { acts: [actOf({ kind, at, ...held }, pressed)], before: pressed.before }
    })
  }

  private turnWheel(button: number, { x, y }: Place): void {
    const at = { x, y }
    const turned = this.wheel?.turned ?? { x: 0, y: 0 }
    turned.y += button === 4 ? -1 : button === 5 ? 1 : 0
    turned.x += button === 6 ? -1 : button === 7 ? 1 : 0
    clearTimeout(this.wheel?.timer)
    const timer = setTimeout(() => this.flush(), WHEEL_REST)
    if (this.wheel === undefined) this.flush()
    const from = this.wheel?.caught ?? caught(this.live, at, this.isCurrent)
    this.wheel = { ...at, turned, caught: from, timer }
  }

  private key(name: string): void {
    const run = this.typing?.run
    const field = run?.node
    const isMultiline = field?.state('multiline') === true
    const belongs = run?.isInField === true && belongsToField(name, isMultiline, run.isSecret)
    if (name === '' || isEdit(name) || belongs) this.type(name)
    else this.pressKey(name, field)
  }

  private pressKey(name: string, field: SnapshotNode | undefined): void {
    this.flush()
    if (!isStep(name)) return
    const { latest, app } = this.live
    const tree = this.isCurrent && latest ? Promise.resolve(latest.snapshot) : app.snapshot({ timeout: PATIENCE })
    tree.catch(() => {})
    this.note(async () => keyed(name, await tree, field))
  }

  private type(name: string): void {
    if (this.typing === undefined) this.flush()
    clearTimeout(this.typing?.timer)
    const run = this.typing?.run ?? new Typing(this.live, this.isCurrent)
    this.typing = { run, timer: setTimeout(() => this.flush(), TEXT_REST) }
    run.key(name)
  }

  /** What was typed and turned so far is over. */
  private flush(): void {
    const { typing, wheel } = this
    this.typing = undefined
    this.wheel = undefined
    clearTimeout(typing?.timer)
    clearTimeout(wheel?.timer)
    if (typing !== undefined) {
      const ended = typing.run.ended()
      this.note(async (steps) => (await ended)(steps))
    }
    if (wheel === undefined) return
    const { turned, x, y } = wheel
    if (turned.x === 0 && turned.y === 0) return
    this.note(async () => {
      const pressed = await wheel.caught
      return { acts: [actOf({ kind: 'scroll', at: { x, y }, ...turned }, pressed)], before: pressed.before }
    })
  }

  private fail(why: SurehandError): void {
    this.note(() => Promise.reject(why))
  }
}

function isWheel(button: number): boolean {
  return button >= 4 && button <= 7
}

/** It begins at once, and is waited for later. */
function caught(live: LiveApp, at: Place, isCurrent: boolean): Promise<Pressed> {
  const looked = atPress(live, at, isCurrent)
  looked.catch(() => {})
  return looked
}

function actOf(gesture: Gesture, { node, isBefore }: Pressed): Act {
  const act = pointed(gesture, node, undefined)
  // Whether it was checked before the press is not known.
  const isToggle = (act.verb === 'check' || act.verb === 'uncheck') && controlOf(node).role !== 'radio'
  return isToggle && !isBefore ? { verb: 'click', target: act.target } : act
}

function dragged(at: Place, to: Place, from: Pressed, end: Pressed): Seen {
  const { before } = from
  const [start, last] = [from.node, from.node.snapshot.byRef(end.node.ref) ?? end.node]
  // A menu that is kept open by the button is chosen from where that is let go.
  const isMenu = [start, last].every((node) => MENU_ENTRIES.has(controlOf(node).role))
  if (isMenu) return { acts: [actOf({ kind: 'click', at: to }, { ...end, node: last })], before }
  return { acts: [pointed({ kind: 'drag', at, to }, start, last)], before }
}

/** `typedInto`: the field that was typed into right before. */
function keyed(name: string, tree: Snapshot, typedInto: SnapshotNode | undefined): Seen {
  const focused = typedInto ?? focusedIn(tree)
  const before = typedInto?.snapshot ?? tree
  const seen = (act: Act): Seen => ({ acts: [act], before })
  const nothing = { acts: [], before }
  if (focused !== undefined && isField(focused)) {
    if (isProtected(focused) ? name !== 'Enter' && name !== 'Escape' : movesCaret(name)) return nothing
  }
  const isAnywhere = focused === undefined || isShortcut(name) || MENU_ENTRIES.has(focused.role)
  return seen(isAnywhere ? { verb: 'press', key: name } : { verb: 'press', key: name, target: located(focused) })
}
