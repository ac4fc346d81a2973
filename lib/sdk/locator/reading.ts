import type { ActionScope } from '../action/action-scope.js'
import { recorded } from '../action/recording.js'
import { Resolution } from '../action/steps/resolve.js'
import { settleFirst } from '../action/unsettled.js'
import { AWAITED_STATES, type AwaitedState, waitFor } from '../action/verbs/wait-for.js'
import { checkArgument, checkOptions, flag, milliseconds, oneOf, someText, waiting } from '../call/arguments.js'
import type { Limits, WaitOptions } from '../call/limits.js'
import { forEachInTurns } from '../call/turns.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { cutsThatHide } from '../look/absence.js'
import { ambiguous, moreMayMatch, notFound } from '../look/candidates.js'
import { currentMatches, currentSorted } from '../look/current-matches.js'
import { counting } from '../look/hidden.js'
import { withoutLabels } from '../look/labels.js'
import { type Found, isWindowClosed, look } from '../look/look.js'
import type { NativeNode, NativeSnapshot, NativeSnapshotOptions } from '../native/binding.js'
import { type Picture, pictureOf, screenshotOf } from '../picture/screenshot.js'
import { noPosition } from '../tree/no-position.js'
import type { Rect } from '../tree/node.js'
import { Snapshot } from '../tree/snapshot.js'
import { type SnapshotOptions, snapshotShape } from '../tree/snapshot-options.js'
import { type StateValue, stateOf } from '../tree/states.js'
import { outlineOf, type TreeOptions, treeShape } from '../tree/tree-options.js'
import type { StateName } from '../vocabulary.js'
import { announced, NotYet, until } from '../wait/wait.js'
import { Narrowing } from './narrowing.js'
import { readAsFound } from './read-as-found.js'
import { type TextRange, textRange } from './text-range.js'

export interface ScreenshotOptions extends WaitOptions {
  /** Also writes the PNG to this file. */
  path?: string
}

/** What a locator reads, waits for and takes pictures of. */
export abstract class Reading<Self extends Reading<Self>> extends Narrowing<Self> {
  // Narrowing

  // Verbs

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
    const limits = this.limits('locator.inputValue(options)', options, waiting)
    let node = (await this.subtree(limits, { maxDepth: 0 })).node(0)
    // The text of an editable combo box is that of the entry in it, or in a box in it.
    if (node.role === 'combobox') node = (await this.subtree(limits, { maxDepth: 2 })).node(0)
    if (stateOf(node.states, 'protected') !== true) return node.value ?? ''
    throw this.refused()
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

  /**
   * In screen pixels; `undefined` where the toolkit gives none. With a `range`, where that part of its text is: what holds all of it, if it
   * has several lines, and `undefined` while it is scrolled out. UNSUPPORTED where the toolkit does not tell that (GTK 4).
   */
  async boundingBox(options?: WaitOptions & { range?: TextRange }): Promise<Rect | undefined> {
    const call = 'locator.boundingBox(options)'
    const limits = this.limits(call, options, { ...waiting, range: textRange })
    const { range } = options ?? {}
    if (range === undefined) return (await this.subtree(limits, { maxDepth: 0 })).node(0).bounds
    return this.withTextOf(limits, ({ element }, { native }) =>
      limits.call((own) => native.textBounds(element, range.start, range.end, own)),
    )
  }

  /** What of its text is selected, in UTF-16 units, as `value.slice(start, end)` counts; where its caret is, `start` and `end` are the same. */
  async selectedRange(options?: WaitOptions): Promise<TextRange> {
    const limits = this.limits('locator.selectedRange(options)', options, waiting)
    return this.withTextOf(limits, ({ element }, { native }) =>
      limits.call((own) => native.selectedRange(element, own)),
    )
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
  async all(options?: WaitOptions & { atLeast?: boolean }): Promise<Self[]> {
    const counted = await this.counted('all', options)
    const locators: Self[] = []
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

  /** What matches now, and whether that is all that does. */
  protected async counted(call: string, options: (WaitOptions & { atLeast?: boolean }) | undefined) {
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
  protected subtree(limits: Limits, options: NativeSnapshotOptions): Promise<NativeSnapshot> {
    return this.withOne(limits, (found, scope) => readAsFound(scope, this.query, found, options, limits))
  }

  /** Waits for the one element that matches; looks again when it goes away under `use`, or that comes to nothing. */
  protected async withOne<T>(
    limits: Limits,
    use: (found: Found, scope: ActionScope) => Promise<T | NotYet>,
  ): Promise<T> {
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

  /** As {@link withOne}; REFUSED where its text is protected. */
  private withTextOf<T>(limits: Limits, use: (found: Found, scope: ActionScope) => Promise<T>): Promise<T> {
    return this.withOne<T>(limits, async (found, scope) => {
      const { states } = found.snapshot.node(found.node)
      if (stateOf(states, 'protected') === true) throw this.refused()
      return use(found, scope)
    })
  }

  private refused(): SurehandError {
    return new SurehandError(
      'REFUSED',
      `${this.selector} is a protected element: what it holds never leaves the native library.`,
      { selector: this.selector },
    )
  }

  protected async read(call: string, options: WaitOptions | undefined): Promise<NativeNode> {
    const limits = this.limits(`locator.${call}(options)`, options, waiting)
    return (await this.subtree(limits, { maxDepth: 0 })).node(0)
  }

  protected async state(call: string, name: StateName, options: WaitOptions | undefined): Promise<StateValue> {
    return stateOf((await this.read(call, options)).states, name)
  }

  protected answered(state: string, answer: StateValue): boolean | 'mixed' {
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

  protected async boundsOrRefuse(limits: Limits): Promise<Rect> {
    const { bounds } = (await this.subtree(limits, { maxDepth: 0 })).node(0)
    if (bounds !== undefined && bounds.width > 0 && bounds.height > 0) return bounds
    throw await noPosition(this.scope.native, this.selector, limits, { selector: this.selector })
  }
}
