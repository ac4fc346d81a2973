import { execute } from './action/execute.js'
import { type Act, Execution } from './action/execution.js'
import {
  type ActionDefaults,
  type ActionOptions,
  type ClickOptions,
  checkActionOptions,
  checkDefaults,
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
import { type Origin, placed } from './action/origin.js'
import { perform, type Verb } from './action/perform.js'
import { lookupTarget, planOf, wholeOf } from './action/plan.js'
import { recorded } from './action/recorder.js'
import { type ActionScope, withDefaults } from './action/scope.js'
import { scrollIntoView } from './action/scroll/into-view.js'
import { Resolution } from './action/steps/resolve.js'
import { settleFirst } from './action/unsettled.js'
import { dragTo } from './action/verbs/drag.js'
import { fill } from './action/verbs/fill.js'
import { insertText } from './action/verbs/insert-text.js'
import { focus, pressKeys } from './action/verbs/keyboard.js'
import { scroll } from './action/verbs/scroll.js'
import { selectOption } from './action/verbs/select-option.js'
import { setNumber } from './action/verbs/set-value.js'
import * as verbs from './action/verbs/simple.js'
import { typeText } from './action/verbs/type-text.js'
import { AWAITED_STATES, type AwaitedState, waitFor } from './action/verbs/wait-for.js'
import {
  checkArgument,
  checkOptions,
  count,
  finite,
  flag,
  invalidArgument,
  milliseconds,
  oneOf,
  type Requirement,
  record,
  type Shape,
  secretText,
  someText,
  waiting,
  whole,
} from './call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { forEachInTurns } from './call/turns.js'
import { isSurehandError, SurehandError } from './errors.js'
import { chordSteps, parseChord } from './keys.js'
import { cutsThatHide } from './look/absence.js'
import { ambiguous, moreMayMatch, notFound } from './look/candidates.js'
import { currentMatches, currentSorted } from './look/current-matches.js'
import { counting } from './look/hidden.js'
import { withoutLabels } from './look/labels.js'
import { type Found, isWindowClosed, look } from './look/look.js'
import { Lookup } from './look/lookup.js'
import { readAsFound } from './look/read-as-found.js'
import { derive } from './look/scope.js'
import type { NativeNode, NativeSnapshot, NativeSnapshotOptions } from './native/binding.js'
import { type Picture, pictureOf, screenshotOf } from './picture/screenshot.js'
import type { Receipt } from './receipt.js'
import type { Expression, Selector } from './selector/ast.js'
import { any, below, either, expressionOf, narrowed, not, nthOf, ofExpression, patternOf } from './selector/compose.js'
import { format, parse } from './selector/index.js'
import { Table } from './table.js'
import type { Rect } from './tree/node.js'

import { Query, queryOf, type SelectorLike } from './tree/query.js'

import { Snapshot } from './tree/snapshot.js'
import { type SnapshotOptions, snapshotShape } from './tree/snapshot-options.js'
import { type StateValue, stateOf } from './tree/states.js'
import { outlineOf, type TreeOptions, treeShape } from './tree/tree-options.js'
import { STATE_KEYS, type StateKey, type StateName } from './vocabulary.js'
import { announced, NotYet, until } from './wait/wait.js'

/** What `filter()` keeps; all members hold at once. States are asked for by their names: `{ enabled: true }`. */
export interface Filter extends Partial<Record<StateKey, boolean | 'mixed'>> {
  /** An element below it matches. */
  has?: SelectorLike | Locator
  /** No element below it matches. */
  hasNot?: SelectorLike | Locator
  /** It, or an element below it, has this in its name, value or description: a substring, or a regular expression. */
  hasText?: string | RegExp
  /** Neither it nor an element below it has. */
  hasNotText?: string | RegExp
}

export interface ScreenshotOptions extends WaitOptions {
  /** Also writes the PNG to this file. */
  path?: string
}

const selectorOrLocator: Requirement = {
  accepts: (value) => (typeof value === 'object' && value !== null) || typeof value === 'string',
  expected: 'a selector or a locator',
}
const pattern: Requirement = {
  accepts: (value) => value instanceof RegExp || someText.accepts(value),
  expected: 'a string that is not empty, or a regular expression',
}
const stateValue: Requirement = {
  accepts: (value) => typeof value === 'boolean' || value === 'mixed',
  expected: "true, false or 'mixed'",
}
const filters: Shape = {
  has: selectorOrLocator,
  hasNot: selectorOrLocator,
  hasText: pattern,
  hasNotText: pattern,
  ...Object.fromEntries(STATE_KEYS.map((state) => [state, stateValue])),
}

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
export class Locator extends Lookup<Locator> {
  /** @internal */
  declare readonly scope: ActionScope

  /** @internal Use `locator()` of an application, window or locator. */
  constructor(
    scope: ActionScope,
    selector: SelectorLike | Query,
    call = 'locator(selector)',
    private readonly how: { point?: { x: number; y: number }; origin?: Origin } = {},
  ) {
    super(scope, selector instanceof Query ? selector : queryOf(call, selector))
  }

  // Narrowing

  /** What matches `selector` below what this one matches. */
  locator(selector: SelectorLike | Locator): Locator {
    const inner = this.selectorOf('locator.locator(selector)', selector)
    // An index alone would count all that is below, where one of the elements above was meant: the parser says so.
    if (typeof selector === 'string' && isIndexAlone(inner)) parse(`${format(this.query.selector)} >> ${selector}`)
    return this.derived(below(this.query.selector, inner))
  }

  /** @internal */
  override matching(query: Query): Locator {
    return this.derived(below(this.query.selector, query.selector))
  }

  /** The same elements under a name of the caller's, which errors, receipts and traces show instead of the selector. */
  describe(description: string): Locator {
    checkArgument('locator.describe(description)', 'description', description, someText)
    return this.remade(this.scope, new Query(this.query.selector, description), this.how.point)
  }

  /** Those that fit: `filter({ hasText: 'Alice', enabled: true })`. */
  filter(filter: Filter): Locator {
    const call = 'locator.filter(filter)'
    checkArgument(call, 'filter', filter, record)
    checkOptions(call, filter, filters)
    const terms: Expression[] = []
    if (filter.has !== undefined) terms.push(this.having(call, filter.has))
    if (filter.hasNot !== undefined) terms.push(not(this.having(call, filter.hasNot)))
    if (filter.hasText !== undefined) terms.push(withText(filter.hasText))
    if (filter.hasNotText !== undefined) terms.push(not(withText(filter.hasNotText)))
    for (const state of STATE_KEYS) {
      const value = filter[state]
      if (value !== undefined) terms.push({ kind: 'state', state, value })
    }
    return terms.length === 0 ? this : this.derived(narrowed(this.query.selector, terms))
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.nth(-1)
  }

  /** The match at an index, 0-based; negative from the end. */
  nth(index: number): Locator {
    checkArgument('locator.nth(index)', 'index', index, whole)
    return this.derived(nthOf(this.query.selector, index))
  }

  /** Elements that both match. */
  and(other: SelectorLike | Locator): Locator {
    const terms = [expressionOf(this.selectorOf('locator.and(other)', other))]
    return this.derived(narrowed(this.query.selector, terms))
  }

  /** Elements that either matches, in document order. */
  or(other: SelectorLike | Locator): Locator {
    return this.derived(either(this.query.selector, this.selectorOf('locator.or(other)', other)))
  }

  /**
   * A locator whose actions have these options when they do not say otherwise. What they do not name stays as it is here, also
   * when that changes.
   */
  with(defaults: ActionDefaults): Locator {
    checkDefaults('locator.with(options)', defaults)
    return this.remade(withDefaults(this.scope, defaults), this.query)
  }

  /** @internal The same with another default timeout, and an application at rest is not waited for. */
  untilRest(timeout: number): Locator {
    return this.remade(derive(this.scope, { untilRest: true, defaultTimeout: timeout }), this.query)
  }

  /** @internal The same, whose verbs of the pointer act at this point of the screen. */
  at(point: { x: number; y: number }): Locator {
    return this.remade(this.scope, this.query, { x: point.x, y: point.y })
  }

  // Verbs

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
    return this.run('fill', (execution) => fill(execution, text), options, { shape: routed, idempotent: true })
  }

  /** Empties it. */
  async clear(options?: RoutedOptions): Promise<Receipt> {
    return this.run('clear', (execution) => fill(execution, ''), options, { shape: routed, idempotent: true })
  }

  /**
   * Gives it the focus and types at its caret. Nothing is typed unless it has the focus. Resolves when its text shows what
   * was typed; `confirmed` is false where it does not, or cannot be read.
   */
  async pressSequentially(text: string, options?: KeyOptions): Promise<Receipt> {
    checkArgument('locator.pressSequentially(text)', 'text', text, secretText)
    return this.run('pressSequentially', (execution) => typeText(execution, text), options, { shape: keying })
  }

  /** Gives it the focus and presses a key: `Enter`, `Control+Shift+s`. Nothing is pressed unless it has the focus. */
  async press(key: string, options?: KeyOptions): Promise<Receipt> {
    checkArgument('locator.press(key)', 'key', key, someText)
    const steps = chordSteps(parseChord('locator.press(key)', key), options?.delay)
    return this.run('press', (execution) => pressKeys(execution, steps), options, { shape: keying })
  }

  /**
   * Puts text where its caret is; what it holds stays. By the toolkit's own editing interface, or, where there is none, with the
   * keyboard.
   */
  async insertText(text: string, options?: RoutedOptions): Promise<Receipt> {
    checkArgument('locator.insertText(text)', 'text', text, secretText)
    return this.run('insertText', (execution) => insertText(execution, text), options, { shape: routed })
  }

  /** Places its caret before the UTF-16 unit at `offset`, as `value.slice(0, offset)` counts. */
  async setCaret(offset: number, options?: ActionOptions): Promise<Receipt> {
    checkArgument('locator.setCaret(offset)', 'offset', offset, count)
    return this.act('setCaret', verbs.setCaret(offset), options, reliability, true)
  }

  /** Selects a part of its text, in UTF-16 units, as `value.slice(start, end)` counts. */
  async selectText(range: { start: number; end: number }, options?: ActionOptions): Promise<Receipt> {
    const call = 'locator.selectText(range)'
    checkArgument(call, 'range', range, {
      accepts: (value) => record.accepts(value) && range.start <= range.end,
      expected: 'an object { start, end }, the end not before the start',
    })
    checkOptions(call, range, { start: count, end: count })
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
    return this.run('selectOption', (execution) => selectOption(execution, option), options, { idempotent: true })
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
    return this.run('setValue', (execution) => setNumber(execution, value), options, { idempotent: true })
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
    return this.run('scroll', (execution) => scroll(execution, { x: notches.x ?? 0, y: notches.y ?? 0 }), options)
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
      async (execution) => {
        const aim = await target.resolved(execution.limits)
        const { hooks } = execution.action.options
        const { force = false, targetPosition } = options ?? {}
        const at = target.how.point === undefined ? {} : { at: target.how.point }
        const there = { force, hooks, ...at, ...(targetPosition === undefined ? {} : { position: targetPosition }) }
        const to = { ...execution.action, scope: wholeOf(aim), options: there }
        return dragTo(execution, new Execution(to, [lookupTarget(aim)], execution.limits), options ?? {})
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

  // Pictures

  /** Its part of the screen, as a PNG file. What covers it on the screen covers it in the picture. */
  async screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    const limits = this.limits('locator.screenshot(options)', options, { ...waiting, path: someText })
    const bounds = await this.boundsOrRefuse(limits)
    return screenshotOf(this.scope.native, bounds, limits, options?.path)
  }

  /** @internal The same with its bounds on the screen and its scale. */
  async picture(options?: ScreenshotOptions): Promise<Picture> {
    const limits = this.limits('locator.screenshot(options)', options, { ...waiting, path: someText })
    const area = await this.boundsOrRefuse(limits)
    return pictureOf(this.scope.native, { area }, limits, options?.path)
  }

  /**
   * A picture of the screen, as a PNG file, in which every match is outlined. Nothing is drawn on the screen itself.
   */
  async highlight(options?: ScreenshotOptions): Promise<Buffer> {
    const limits = this.limits('locator.highlight(options)', options, { ...waiting, path: someText })
    const { scope } = await this.resolved(limits)
    const { snapshot, nodes } = await until(limits, announced(scope), async () => {
      const matches = await look(scope, this.query, limits)
      if (matches.nodes.length > 0) return matches
      return new NotYet(() => notFound(scope.place, this.query, matches.snapshot, Math.round(limits.elapsed)))
    })
    const frames: Rect[] = []
    await forEachInTurns(nodes, (node) => {
      const { bounds } = snapshot.node(node)
      if (bounds !== undefined) frames.push(bounds)
    })
    return screenshotOf(this.scope.native, undefined, limits, options?.path, frames)
  }

  // Reads

  /** Its accessible name; the empty text when it has none. */
  async name(options?: WaitOptions): Promise<string> {
    const limits = this.limits('locator.name(options)', options, waiting)
    return this.withOne(limits, async (found, scope) => {
      const { snapshot, node } = found
      // It was that when it was found. What shows for a moment only would be gone when it is read again.
      const name = snapshot.name(node)
      if (name !== undefined) return name
      const read = await readAsFound(scope, this.query, found, { maxDepth: 0 }, limits)
      return read instanceof NotYet ? read : (read.name(0) ?? '')
    })
  }

  /** Its normalised role. */
  async role(options?: WaitOptions): Promise<string> {
    return (await this.read('role', options)).role
  }

  /** Its text or number; the empty text when it has none, `REFUSED` when it is protected (a password). */
  async inputValue(options?: WaitOptions): Promise<string> {
    const node = await this.read('inputValue', options)
    if (stateOf(node.states, 'protected') !== true) return node.value ?? ''
    throw new SurehandError(
      'REFUSED',
      `${this.selector} is a protected element: what it holds never leaves the native library.`,
      { selector: this.selector },
    )
  }

  /** Its accessible description (a tooltip, a help text); the empty text when it has none. */
  async description(options?: WaitOptions): Promise<string> {
    return (await this.read('description', options)).description ?? ''
  }

  /**
   * The text a person reads in it: values, or else names, of the elements at the bottom of its subtree, in document
   * order, with a space between.
   */
  async textContent(options?: WaitOptions): Promise<string> {
    const limits = this.limits('locator.textContent(options)', options, waiting)
    const snapshot = await this.subtree(limits, { text: true, bounds: false, actions: false, attributes: false })
    const texts: string[] = []
    await forEachInTurns(Array(snapshot.size).keys(), (node) => {
      if (snapshot.subtreeEnd(node) === node + 1) texts.push(snapshot.node(node).value ?? snapshot.name(node) ?? '')
    })
    return texts.filter((part) => part !== '').join(' ')
  }

  /** In screen pixels; `undefined` where the toolkit gives none. */
  async boundingBox(options?: WaitOptions): Promise<Rect | undefined> {
    return (await this.read('boundingBox', options)).bounds
  }

  /** As in {@link SnapshotNode.states}: `['enabled', 'visible', 'checked=false']`. */
  async states(options?: WaitOptions): Promise<string[]> {
    return (await this.read('states', options)).states
  }

  /** An attribute by its name: `level`, `url`, `row`, or one of the platform's own (`atspi:toolkit`); `null` when it has none such. */
  async getAttribute(name: string, options?: WaitOptions): Promise<string | null> {
    checkArgument('locator.getAttribute(name)', 'name', name, someText)
    const limits = this.limits('locator.getAttribute(name)', options, waiting)
    const snapshot = await this.subtree(limits, { maxDepth: 0, attributes: true })
    return snapshot.node(0).attributes?.[name] ?? null
  }

  async isEnabled(options?: WaitOptions): Promise<boolean> {
    return (await this.state('isEnabled', 'enabled', options)) === true
  }

  async isDisabled(options?: WaitOptions): Promise<boolean> {
    return (await this.state('isDisabled', 'enabled', options)) !== true
  }

  async isEditable(options?: WaitOptions): Promise<boolean> {
    const states = await this.states(options)
    return stateOf(states, 'editable') === true && stateOf(states, 'readonly') !== true
  }

  async isFocused(options?: WaitOptions): Promise<boolean> {
    return (await this.state('isFocused', 'focused', options)) === true
  }

  /** Whether it is checked, or pressed for a toggle button. NOT_ACTIONABLE when it has neither state. */
  async isChecked(options?: WaitOptions): Promise<boolean | 'mixed'> {
    const states = await this.states(options)
    return this.answered('checked', stateOf(states, 'checked') ?? stateOf(states, 'pressed'))
  }

  /** NOT_ACTIONABLE for an element that cannot be selected. */
  async isSelected(options?: WaitOptions): Promise<boolean | 'mixed'> {
    return this.answered('selected', await this.state('isSelected', 'selected', options))
  }

  /** NOT_ACTIONABLE for an element that cannot be expanded. */
  async isExpanded(options?: WaitOptions): Promise<boolean | 'mixed'> {
    return this.answered('expanded', await this.state('isExpanded', 'expanded', options))
  }

  /** Whether exactly one element matches now, hidden ones aside, and shows. Does not wait for it. INCOMPLETE_TREE when nothing can be said. */
  async isVisible(options?: WaitOptions): Promise<boolean> {
    const limits = this.limits('locator.isVisible(options)', options, waiting)
    const there = await this.resolvedNow(limits)
    if (there === undefined) return false
    const { snapshot, ...matches } = await currentSorted(there.scope, this.query, limits)
    const nodes = withoutLabels(snapshot, counting(matches))
    if (nodes.length > 1) throw ambiguous(this.scope.place, this.query, snapshot, nodes)
    return nodes.length === 1 && !snapshot.hidden(nodes[0] as number)
  }

  /** Whether nothing matches now but what is hidden. Does not wait. INCOMPLETE_TREE when the tree is cut where a match could be. */
  async isHidden(options?: WaitOptions): Promise<boolean> {
    const limits = this.limits('locator.isHidden(options)', options, waiting)
    const there = await this.resolvedNow(limits)
    if (there === undefined) return true
    const { snapshot, ...matches } = await currentSorted(there.scope, this.query, limits)
    return counting(matches).every((node) => snapshot.hidden(node))
  }

  /** Whether anything matches now. Does not wait. INCOMPLETE_TREE when nothing does and the tree is cut. */
  async exists(options?: WaitOptions): Promise<boolean> {
    const limits = this.limits('locator.exists(options)', options, waiting)
    const there = await this.resolvedNow(limits)
    return there !== undefined && (await currentMatches(there.scope, this.query, limits)).nodes.length > 0
  }

  /**
   * How many match now. Does not wait. INCOMPLETE_TREE when the tree is cut where more could be (rows that exist only when they are
   * scrolled to, a look that ran out of time); with `atLeast: true`, `{ atLeast }` instead.
   */
  async count(options?: WaitOptions): Promise<number>
  async count(options: WaitOptions & { atLeast: true }): Promise<number | { atLeast: number }>
  async count(options?: WaitOptions & { atLeast?: boolean }): Promise<number | { atLeast: number }> {
    const counted = await this.counted('count', options)
    if (counted === undefined) return 0
    const { nodes, whole } = counted
    return whole ? nodes.length : { atLeast: nodes.length }
  }

  /**
   * One locator for each element that matches now, by its ref: each is that element and no other. Does not wait. INCOMPLETE_TREE when the
   * tree is cut where more could be; with `atLeast: true`, those that are there.
   */
  async all(options?: WaitOptions & { atLeast?: boolean }): Promise<Locator[]> {
    const counted = await this.counted('all', options)
    const locators: Locator[] = []
    if (counted === undefined) return locators
    const { snapshot, nodes, there } = counted
    await forEachInTurns(nodes, (node) => {
      locators.push(there.ofRef(snapshot.ref(node)))
    })
    return locators
  }

  /** What a person reads in each element that matches now, as {@link textContent} reads it. Does not wait. */
  async allTextContents(options?: WaitOptions): Promise<string[]> {
    const limits = this.limits('locator.allTextContents(options)', options, waiting)
    const own = () => ({ timeout: limits.timeLeft(), signal: limits.signal })
    const texts: string[] = []
    for (const each of await this.all(own())) texts.push(await each.textContent(own()))
    return texts
  }

  /** The rows and columns of the table that it is: `await table.cell(2, 'Name')`, `await table.toArray()`. */
  table(): Table<Locator> {
    return new Table<Locator>(this)
  }

  /** A snapshot of it and what is below it. */
  async snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    const limits = this.limits('locator.snapshot(options)', options, { ...waiting, ...snapshotShape })
    const { timeout: _, signal: __, ...wanted } = options ?? {}
    const there = await this.resolved(limits)
    await settleFirst(there.scope, limits)
    return new Snapshot(await there.subtree(limits, wanted))
  }

  /** Its outline, as `snapshot.toString()` writes it. */
  async tree(options?: TreeOptions): Promise<string> {
    checkOptions('locator.tree(options)', options, treeShape)
    return outlineOf(options, (read) => this.snapshot(read))
  }

  /**
   * Waits for a state; default `visible`. `attached`: something matches; `detached`: nothing does; `hidden`: nothing
   * does but what is hidden; the others ask it of the one element that matches. `TIMEOUT` says what was last seen,
   * `INCOMPLETE_TREE` that nothing can be said about what is not there.
   */
  async waitFor(options?: WaitOptions & { state?: AwaitedState; stable?: number }): Promise<void> {
    const shape = { ...waiting, state: oneOf(...AWAITED_STATES), stable: milliseconds }
    const limits = this.limits('locator.waitFor(options)', options, shape)
    const state = options?.state ?? 'visible'
    const goes = state === 'detached' || state === 'hidden'
    const there = goes ? await this.resolvedNow(limits) : await this.resolved(limits)
    if (there === undefined) return
    const { scope } = there
    await recorded(scope, `waitFor ${state}`, this.selector, async () => {
      try {
        await waitFor(scope, this.query, state, limits, options?.stable)
      } catch (error) {
        // Its elements are gone with the application or the window that was found for it.
        const isGone = isSurehandError(error, 'APP_EXITED') || isWindowClosed(error)
        if (!goes || !this.isLazy || !isGone) throw error
      }
    })
  }

  /** @internal The same elements in the application or window that it looks in, which is waited for. */
  override async resolved(limits: Limits): Promise<Locator> {
    const { origin } = this.how
    return origin === undefined ? this : this.within(await origin.find(this.query, limits))
  }

  /** @internal The same, looked for once; `undefined` while that application or window is not there. */
  override async resolvedNow(limits: Limits): Promise<Locator | undefined> {
    const { origin } = this.how
    if (origin === undefined) return this
    const found = await origin.findNow(this.query, limits)
    return found && this.within(found)
  }

  /** @internal Whether the application or window that it looks in is found each time it is used. */
  get isLazy(): boolean {
    return this.how.origin !== undefined
  }

  /** @internal The element of that ref. */
  ofRef(ref: string): Locator {
    // Put together rather than parsed: there may be thousands.
    const selector = { steps: [{ match: { kind: 'ref' as const, ref } }] }
    return this.remade(this.scope, new Query(selector))
  }

  private derived(selector: Selector): Locator {
    return this.remade(this.scope, new Query(selector))
  }

  private remade(scope: ActionScope, query: Query, point?: { x: number; y: number }): Locator {
    const { origin } = this.how
    return new Locator(scope, query, undefined, { ...(origin && { origin }), ...(point && { point }) })
  }

  /** The same elements in the place that was found. */
  private within(found: ActionScope): Locator {
    const { point } = this.how
    return new Locator(placed(found, this.scope), this.query, undefined, point && { point })
  }

  private having(call: string, other: SelectorLike | Locator): Expression {
    return { kind: 'has', selector: this.selectorOf(call, other) }
  }

  private selectorOf(call: string, other: SelectorLike | Locator): Selector {
    if (!(other instanceof Locator)) return queryOf(call, other).selector
    const [mine, its] = [this.scope.target, other.scope.target]
    if (mine.appKey === its.appKey && mine.identity === its.identity) return other.query.selector
    throw invalidArgument(call, 'other', other, {
      accepts: () => false,
      expected: `a locator of the same place (${this.scope.place}; this one looks in ${other.scope.place})`,
    })
  }

  private limits(call: string, options: WaitOptions | undefined, shape: Shape): Limits {
    checkOptions(call, options, shape)
    return limitsOf(this.scope, options)
  }

  private async act(
    verb: string,
    spec: Verb,
    options: VerbOptions | undefined,
    shape: Shape,
    idempotent = spec.goal !== undefined || verb === 'hover',
  ): Promise<Receipt> {
    return this.run(verb, (execution) => perform(execution, spec), options, { shape, idempotent })
  }

  /** @internal An action of what it means: its own verbs, and those of windows and applications. */
  async run(
    verb: string,
    body: (execution: Execution) => Promise<Act>,
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

  /** What matches now, and whether that is all that does. */
  private async counted(call: string, options: (WaitOptions & { atLeast?: boolean }) | undefined) {
    const limits = this.limits(`locator.${call}(options)`, options, { ...waiting, atLeast: flag })
    const there = await this.resolvedNow(limits)
    if (there === undefined) return undefined
    const { snapshot, nodes } = await currentMatches(there.scope, this.query, limits)
    const cuts = cutsThatHide(snapshot, this.query.selector)
    if (cuts.length > 0 && options?.atLeast !== true) {
      throw moreMayMatch(this.scope.place, this.query, snapshot, nodes.length, cuts)
    }
    return { snapshot, nodes, there, whole: cuts.length === 0 }
  }

  /** The one element that matches, waited for, and what is below it. */
  private subtree(limits: Limits, options: NativeSnapshotOptions): Promise<NativeSnapshot> {
    return this.withOne(limits, (found, scope) => readAsFound(scope, this.query, found, options, limits))
  }

  /** Waits for the one element that matches; looks again when it goes away under `use`, or that comes to nothing. */
  private async withOne<T>(limits: Limits, use: (found: Found, scope: ActionScope) => Promise<T | NotYet>): Promise<T> {
    const { scope } = await this.resolved(limits)
    const resolution = new Resolution(scope, [{ query: this.query }], limits)
    return until(limits, announced(scope), async () => {
      const found = await resolution.bySearch()
      if (found instanceof NotYet) return found
      return use(found, scope).catch((error: unknown) => {
        if (isSurehandError(error, 'STALE')) return new NotYet(() => error)
        throw error
      })
    })
  }

  private async read(call: string, options: WaitOptions | undefined): Promise<NativeNode> {
    const limits = this.limits(`locator.${call}(options)`, options, waiting)
    return (await this.subtree(limits, { maxDepth: 0 })).node(0)
  }

  private async state(call: string, name: StateName, options: WaitOptions | undefined): Promise<StateValue> {
    return stateOf((await this.read(call, options)).states, name)
  }

  private answered(state: string, answer: StateValue): boolean | 'mixed' {
    if (answer !== undefined) return answer
    throw new SurehandError(
      'NOT_ACTIONABLE',
      `${this.selector} cannot be ${state}: elements of its role have no such state.`,
      {
        selector: this.selector,
        check: 'suitable',
      },
    )
  }

  private async boundsOrRefuse(limits: Limits): Promise<Rect> {
    const { bounds } = (await this.subtree(limits, { maxDepth: 0 })).node(0)
    if (bounds !== undefined && bounds.width > 0 && bounds.height > 0) return bounds
    throw new SurehandError(
      'NOT_ACTIONABLE',
      `${this.selector}: the toolkit does not report its position on the screen.`,
      {
        selector: this.selector,
        check: 'viewport',
      },
    )
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

/** Substring or regular expression, in the element itself or below it. */
function withText(text: string | RegExp): Expression {
  const term: Expression = { kind: 'text', key: 'text', value: patternOf(text) }
  return any([term, { kind: 'has', selector: ofExpression(term) }])
}

function isIndexAlone({ steps: [step] }: Selector): boolean {
  return step?.match.kind === 'any' && step.nth !== undefined
}
