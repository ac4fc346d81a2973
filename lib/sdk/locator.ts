import type { ActionScope } from './action/action-scope.js'
import { type Act, Attempt } from './action/attempt.js'
import { execute } from './action/execute.js'
import {
  type ActionOptions,
  type ClickOptions,
  checkActionOptions,
  clicking,
  type DragOptions,
  doubleClicking,
  dragging,
  holding,
  type KeyOptions,
  keying,
  merged,
  only,
  type PointerOptions,
  pointing,
  type RoutedOptions,
  reliability,
  routed,
  type VerbOptions,
} from './action/options.js'
import { perform, type Verb } from './action/perform.js'
import { lookupTarget, planOf, wholeOf } from './action/plan.js'
import { scrollIntoView } from './action/scroll/into-view.js'
import { dragTo } from './action/verbs/drag.js'
import { fill } from './action/verbs/fill.js'
import { focus, pressKeys } from './action/verbs/keyboard.js'
import { scroll } from './action/verbs/scroll.js'
import { selectOption } from './action/verbs/select-option.js'
import { setNumber } from './action/verbs/set-value.js'
import * as verbs from './action/verbs/simple.js'
import { insertText, typeText } from './action/verbs/type-text.js'
import {
  checkArgument,
  checkOptions,
  count,
  finite,
  flag,
  record,
  type Shape,
  secretText,
  someText,
} from './call/arguments.js'
import { type Limits, limitsOf } from './call/limits.js'
import { chordSteps, parseChord } from './keys.js'
import type { FilterOf, How } from './locator/narrowing.js'
import { Reading } from './locator/reading.js'
import { type TextRange, textRange } from './locator/text-range.js'
import type { Receipt } from './receipt.js'
import { Table } from './table.js'
import type { Query } from './tree/query.js'

export type { ScreenshotOptions } from './locator/reading.js'

/** What `filter()` keeps; all members hold at once. */
export type Filter = FilterOf<Locator>

/**
 * Elements of an application, by a place to look and a selector. A locator holds no element: it looks anew each time
 * it is used. It never changes; `first()`, `filter()` and so on give a new one.
 *
 * **Verbs** (`click`, `fill`, …) wait until exactly one element matches and it is visible, in the viewport (scrolled
 * there if need be), enabled and not moving; then they act, at most once, and resolve to a {@link Receipt}. The
 * toolkit's own action is preferred; input is synthesised where there is none, and then the element must not be
 * covered by another window. They reject with `NOT_FOUND` (with the nearest misses), `AMBIGUOUS` (with the
 * candidates, at once), `NOT_ACTIONABLE` (with the check that failed), `INCOMPLETE_TREE` (nothing matches, and the
 * tree is cut where it could be), `STALE` (a `ref:` whose element is gone), `UNSUPPORTED` (no route),
 * `OUTCOME_UNKNOWN` (sent, and the answer was lost: never repeated), `VERIFY_FAILED`, `REFUSED` (by `confirm`),
 * `APP_UNRESPONSIVE`, `APP_EXITED`, `ABORTED`. Afterwards they look at what changed: the receipt's `effect` says no more
 * than was seen. {@link ActionOptions} has what makes an action sure: `alternatives`, `fallbacks`, `retries`, `verify`, …
 *
 * **Reads** (`name`, `value`, `bounds`, …) wait until exactly one element matches and resolve to what it shows then.
 *
 * All times are in ms.
 */
export class Locator extends Reading<Locator> {
  /** @internal */
  protected override made(scope: ActionScope, query: Query, how: How): Locator {
    return new Locator(scope, query, undefined, how)
  }

  /** Presses the element: its default action, or a left click in its middle. */
  click(options?: ClickOptions): Promise<Receipt> {
    return this.act('click', verbs.click, options, clicking)
  }

  /** Two clicks, always synthesised: no toolkit has an action for it. */
  dblclick(options?: Omit<ClickOptions, 'clickCount'>): Promise<Receipt> {
    return this.act('dblclick', verbs.doubleClick, options, doubleClicking)
  }

  /** Opens its context menu, or clicks the right button in its middle. */
  rightClick(options?: PointerOptions): Promise<Receipt> {
    return this.act('rightClick', verbs.rightClick, options, pointing)
  }

  /** @internal Presses a button over it and leaves it down. */
  mouseDown(options?: Omit<ClickOptions, 'clickCount' | 'delay'>): Promise<Receipt> {
    return this.act('down', verbs.mouseDown, options, holding)
  }

  /** Moves the pointer over it. */
  hover(options?: PointerOptions): Promise<Receipt> {
    return this.act('hover', verbs.hover, options, pointing)
  }

  /**
   * Replaces its text, and reads it back: `VERIFY_FAILED` when the element does not come to show it. An application may go on to write
   * it in its own way: then the receipt says `changed` instead of `verified`, and what a field with a mask shows. A date or time of a
   * web page is given as `2025-12-24`, `17:45`, `2025-12-24T17:45`, `2025-12` or `2025-W52`. The value of a protected (password) element is never
   * read; there the receipt's `confirmed` says no more than that it became as long.
   */
  async fill(text: string, options?: RoutedOptions): Promise<Receipt> {
    checkArgument('locator.fill(text)', 'text', text, secretText)
    return this.run('fill', (attempt) => fill(attempt, text), options, { shape: routed, idempotent: true })
  }

  /** Empties it. */
  async clear(options?: RoutedOptions): Promise<Receipt> {
    return this.run('clear', (attempt) => fill(attempt, ''), options, { shape: routed, idempotent: true })
  }

  /**
   * Gives it the focus and types at its caret. Nothing is typed unless it has the focus. Resolves when its text shows what
   * was typed; `confirmed` is false where it does not, or cannot be read.
   */
  async pressSequentially(text: string, options?: KeyOptions): Promise<Receipt> {
    checkArgument('locator.pressSequentially(text)', 'text', text, secretText)
    return this.run('pressSequentially', (attempt) => typeText(attempt, text), options, { shape: keying })
  }

  /** Gives it the focus and presses a key: `Enter`, `Control+Shift+s`. Nothing is pressed unless it has the focus. */
  async press(key: string, options?: KeyOptions): Promise<Receipt> {
    checkArgument('locator.press(key)', 'key', key, someText)
    const steps = chordSteps(parseChord('locator.press(key)', key), options?.delay)
    return this.run('press', (attempt) => pressKeys(attempt, steps), options, { shape: keying })
  }

  /**
   * Puts text where its caret is; what it holds stays. By the toolkit's own editing interface, or, where there is none, with the
   * keyboard.
   */
  async insertText(text: string, options?: RoutedOptions): Promise<Receipt> {
    checkArgument('locator.insertText(text)', 'text', text, secretText)
    return this.run('insertText', (attempt) => insertText(attempt, text), options, { shape: routed })
  }

  /** Places its caret before the UTF-16 unit at `offset`, as `value.slice(0, offset)` counts. */
  async setCaret(offset: number, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.setCaret(offset)', 'offset', offset, count)
    return this.act('setCaret', verbs.setCaret(offset), options, reliability, true)
  }

  /** Selects a part of its text, in UTF-16 units, as `value.slice(start, end)` counts. */
  async selectText(range: TextRange, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.selectText(range)', 'range', range, textRange)
    return this.act('selectText', verbs.selectText(range.start, range.end), options, reliability, true)
  }

  /** Makes it checked (or pressed, for a toggle button); does nothing when it is. Read back. */
  check(options?: PointerOptions): Promise<Receipt> {
    return this.act('check', verbs.check, options, pointing)
  }

  /** Makes it unchecked; does nothing when it is. Read back. */
  uncheck(options?: PointerOptions): Promise<Receipt> {
    return this.act('uncheck', verbs.uncheck, options, pointing)
  }

  /** Makes it checked or unchecked, as the value says; does nothing when it is so. Read back. */
  async setChecked(checked: boolean, options?: PointerOptions): Promise<Receipt> {
    checkArgument('locator.setChecked(checked)', 'checked', checked, flag)
    return this.act('setChecked', verbs.setChecked(checked), options, pointing)
  }

  /** @internal Changes it from checked to unchecked, or the other way. */
  toggle(options?: PointerOptions): Promise<Receipt> {
    return this.act('toggle', verbs.toggle, options, pointing)
  }

  /** Selects this item (of a list, a tab of its tabs); does nothing when it is selected. Read back. */
  select(options?: PointerOptions): Promise<Receipt> {
    return this.act('select', verbs.select, options, pointing)
  }

  /** Takes this item out of what is selected; does nothing when it is not selected. Read back. */
  deselect(options?: ActionOptions): Promise<Receipt> {
    return this.act('deselect', verbs.deselect, options, reliability)
  }

  /** Selects an item of this combo box or list by the item's name, whole. Read back. */
  async selectOption(option: string, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.selectOption(option)', 'option', option, someText)
    return this.run('selectOption', (attempt) => selectOption(attempt, option), options, { idempotent: true })
  }

  /** Opens it (a tree item, a combo box, an expander); does nothing when it is open. Read back. */
  expand(options?: PointerOptions): Promise<Receipt> {
    return this.act('expand', verbs.expand, options, pointing)
  }

  /** Closes it; does nothing when it is closed. Read back. */
  collapse(options?: PointerOptions): Promise<Receipt> {
    return this.act('collapse', verbs.collapse, options, pointing)
  }

  /**
   * Sets the number of a slider or spin button; it is typed into a part of a web page's date or time. Read back:
   * `VERIFY_FAILED` when it was clamped or rounded.
   */
  async setValue(value: number, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.setValue(value)', 'value', value, finite)
    return this.run('setValue', (attempt) => setNumber(attempt, value), options, { idempotent: true })
  }

  /** Gives it the keyboard focus: as the toolkit does it, or, for a field, by a click. Read back. */
  async focus(options?: ActionOptions): Promise<Receipt> {
    return this.run('focus', focus, options, { idempotent: true })
  }

  /**
   * Turns the wheel over it: `{ y: 3 }` is three notches down, `{ x: -1 }` one to the left. Where the wheel would change a value (of a spin
   * button, combo box or slider), it is turned beside that, or the scroll bar is moved; NOT_ACTIONABLE where there is no other way.
   * `force: true` turns it over the element all the same.
   */
  async scroll(notches: { x?: number; y?: number }, options?: ActionOptions): Promise<Receipt> {
    const call = 'locator.scroll(notches)'
    checkArgument(call, 'notches', notches, { ...record, expected: 'an object { x, y }, in notches' })
    checkOptions(call, notches, { x: finite, y: finite })
    return this.run('scroll', (attempt) => scroll(attempt, { x: notches.x ?? 0, y: notches.y ?? 0 }), options)
  }

  /** Brings it into view: as the toolkit does it, by the focus, or with the wheel or the scroll bar, where that changes no value. */
  async scrollIntoView(options?: ActionOptions): Promise<Receipt> {
    return this.run('scrollIntoView', scrollIntoView, options, { idempotent: true })
  }

  /** Drags it onto another element. */
  async dragTo(target: Locator, options?: DragOptions): Promise<Receipt> {
    checkArgument('locator.dragTo(target)', 'target', target, {
      accepts: (value) => value instanceof Locator,
      expected: 'a locator',
    })
    return this.run(
      'dragTo',
      async (attempt) => {
        const aim = await target.resolved(attempt.limits)
        const { hooks } = attempt.action.options
        const { force = false, targetPosition } = options ?? {}
        const at = target.how.point === undefined ? {} : { at: target.how.point }
        const there = { force, hooks, ...at, ...(targetPosition === undefined ? {} : { position: targetPosition }) }
        const to = { ...attempt.action, scope: wholeOf(aim), options: there }
        return dragTo(attempt, new Attempt(to, [lookupTarget(aim)], attempt.limits), options ?? {})
      },
      options,
      { shape: dragging },
    )
  }

  /** Does the platform action of this name; `node.actions` of a snapshot that read them lists what there is. */
  async invoke(action: string, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.invoke(action)', 'action', action, someText)
    return this.act('invoke', verbs.invoke(action), options, reliability)
  }

  /** The rows and columns of the table that it is: `await table.cell(2, 'Name')`, `await table.toArray()`. */
  table(): Table<Locator> {
    return new Table<Locator>(this)
  }

  private async act(
    verb: string,
    spec: Verb,
    options: VerbOptions | undefined,
    shape: Shape,
    idempotent = spec.goal !== undefined || verb === 'hover',
  ): Promise<Receipt> {
    return this.run(verb, (attempt) => perform(attempt, spec), options, { shape, idempotent })
  }

  /** @internal An action of what it means: its own verbs, and those of windows and applications. */
  async run(
    verb: string,
    body: (attempt: Attempt) => Promise<Act>,
    options: VerbOptions | undefined,
    { shape = reliability, idempotent = false, call = `locator.${verb}(options)` }: Running = {},
  ): Promise<Receipt> {
    checkActionOptions(call, options, shape)
    const defaults = only(this.scope.defaults, shape)
    const own: VerbOptions = merged(defaults, options)
    if (!this.isLazy && !hasLazy(own)) {
      const at = this.how.point === undefined ? {} : { at: this.how.point }
      return execute(planOf(this, verb, call, { ...own, ...at }, idempotent), body)
    }
    const limits = limitsOf(this.scope, { timeout: own.timeout, signal: own.signal })
    const there = await this.resolved(limits)
    const targets = await withResolved(options, limits)
    // Finding the place was a part of the time that the caller gave.
    const timeout = own.timeout === undefined ? {} : { timeout: Math.max(1, limits.remaining) }
    return there.run(verb, body, { ...targets, ...timeout }, { shape, idempotent, call })
  }
}

/** Whether a target among the options looks in an application or window that is yet to be found. */
function hasLazy(value: unknown): boolean {
  if (value instanceof Locator) return value.isLazy
  if (Array.isArray(value)) return value.some(hasLazy)
  return isPlain(value) && Object.values(value).some(hasLazy)
}

/** Options with the places of their targets found. */
async function withResolved<T>(value: T, limits: Limits): Promise<T> {
  const resolved = async (each: unknown): Promise<unknown> => {
    if (each instanceof Locator) return each.resolved(limits)
    if (Array.isArray(each)) return Promise.all(each.map(resolved))
    if (!isPlain(each)) return each
    const members = Object.entries(each).map(async ([name, member]) => [name, await resolved(member)] as const)
    return Object.fromEntries(await Promise.all(members))
  }
  return (await resolved(value)) as T
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The members that a shape has, and the hooks, without which nothing is done. */
interface Running {
  shape?: Shape
  idempotent?: boolean
  call?: string
}
