import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import { chordSteps } from '../../keys.js'
import { ambiguous } from '../../look/candidates.js'
import { type Found, foundAt, look } from '../../look/look.js'
import type { NativeDispatch } from '../../native/binding.js'
import { quote } from '../../selector/index.js'
import { queryOf } from '../../tree/query.js'
import { stateOf } from '../../tree/states.js'
import { patiently } from '../../wait/patiently.js'
import { endedBy } from '../../wait/rest.js'
import { announced, NotYet, until } from '../../wait/wait.js'
import type { Act, Attempt } from '../attempt.js'
import { clickSteps, hoverSteps } from '../pointer.js'
import type { Point } from '../rect.js'
import { dispatchInput, dispatchNative, lost, NOTHING_TO_DO } from '../steps/dispatch.js'
import { a, notActionable } from '../steps/not-actionable.js'
import { type Efforts, Failing, preflight, preflightInput } from '../steps/preflight.js'
import { ready, readyForInput } from '../steps/ready.js'
import { chooseByKeys } from './choose-by-keys.js'
import { sendKeys } from './keyboard.js'

const OPTION_ROLES = ['option', 'menuitem', 'menuitemradio', 'listitem', 'treeitem', 'radio', 'tab', 'cell', 'gridcell']

/**
 * Selects an item of a combo box, list or other container by its name. A combo box is opened only when its items
 * cannot be reached while it is closed, and is closed again.
 */
export async function selectOption(attempt: Attempt, option: string): Promise<Act> {
  const container = await ready(attempt, { enabled: true, editable: false })
  refuseWithoutOptions(container)
  if (shows(container, option)) return attempt.done(container, NOTHING_TO_DO)

  const item = itemIn(attempt, container, option)
  if (item !== undefined) {
    if (isSelected(item) && !showsAnother(container)) return attempt.done(container, NOTHING_TO_DO)
    const dispatch = await chooseClosed(attempt, container, item, option)
    if (dispatch !== undefined) return attempt.done(container, dispatch)
  }
  const opened = await open(attempt, container)
  try {
    if (opened && item === undefined) await refuseUnchanged(attempt, container, option)
    const pops = container.snapshot.role(container.node) === 'combobox'
    const reopen = opened ? reopening(attempt, container) : async () => {}
    const dispatch = await choose(attempt, () => appeared(attempt, container, option, opened), pops, reopen)
    await attempt.during('verify', () => untilChosen(attempt, container, option, dispatch, attempt.limits))
    if (opened) await close(attempt, container)
    return attempt.done(container, { ...dispatch, confirmed: true })
  } catch (error) {
    if (opened) await leaveClosed(attempt, container)
    throw error
  }
}

// Roles of what never has options to choose from.
const WITHOUT_OPTIONS = new Set([
  'link',
  'text',
  'image',
  'slider',
  'checkbox',
  'radio',
  'switch',
  'heading',
  'separator',
  'progressbar',
])

/** Of a button only what it opens could have some, and it says that it opens something. */
function refuseWithoutOptions(container: Found): void {
  const { role, states } = container.snapshot.node(container.node)
  const opens = stateOf(states, 'haspopup') === true || stateOf(states, 'expanded') !== undefined
  if (!WITHOUT_OPTIONS.has(role) && (role !== 'button' || opens)) return
  throw endedBy(notActionable(container, 'suitable', `${a({ role })}, and that has no options`), 'at once')
}

// ms; how long an item that says that it was selected may need to show in its container, before it is chosen the way
// a person would: Qt's say so and do nothing while the list is not open.
const PATIENCE = 500

/** Selects an item without opening anything; `undefined` when that did not do it, so that nothing is lost by opening. */
async function chooseClosed(
  attempt: Attempt,
  container: Found,
  item: Found,
  option: string,
): Promise<NativeDispatch | undefined> {
  const dispatch = await dispatchNative(attempt, item, [{ kind: 'select' }])
  if (dispatch === undefined) return undefined
  // What has not returned may still happen, and is not done in another way meanwhile.
  const only = dispatch.pending === true
  const patience = only ? attempt.limits.remaining : PATIENCE
  try {
    await attempt.during('verify', () =>
      patiently(attempt.limits, patience, (limits) => untilChosen(attempt, container, option, dispatch, limits)),
    )
    return { ...dispatch, confirmed: true }
  } catch (error) {
    if (!only && isSurehandError(error, 'VERIFY_FAILED')) return undefined
    throw error
  }
}

const TEXT_IN_IT = queryOf('locator.selectOption(option)', 'role:textbox')

const ITEMS = OPTION_ROLES.map((role) => `role:${role}`).join(', ')

function itemQuery() {
  return queryOf('locator.selectOption(option)', ITEMS)
}

function queryFor(option: string) {
  return queryOf('locator.selectOption(option)', `(${ITEMS}) | name:${quote(option)}`)
}

function itemIn(attempt: Attempt, container: Found, option: string): Found | undefined {
  const query = queryFor(option)
  const { snapshot, node } = container
  const items = snapshot.match(query.compiled, { scope: node, includeScope: false })
  if (items.length > 1) throw ambiguous(attempt.scope.place, query, snapshot, items)
  return items[0] === undefined ? undefined : foundAt(snapshot, items[0])
}

function isSelected({ snapshot, node }: Found): boolean {
  return stateOf(snapshot.node(node).states, 'selected') === true
}

/** An entry of a menu says that it is selected while the pointer is over it: which one is chosen, only its combo box knows. */
function showsWhether(item: Found | undefined): boolean {
  if (item === undefined || item.snapshot.role(item.node) === 'menuitem') return false
  return stateOf(item.snapshot.node(item.node).states, 'selected') !== undefined
}

/** Opens a combo box; false when it is open, or is no such thing. */
async function open(attempt: Attempt, container: Found): Promise<boolean> {
  const { snapshot, node } = container
  if (snapshot.role(node) !== 'combobox' || stateOf(snapshot.node(node).states, 'expanded') === true) return false
  const native = await dispatchNative(attempt, container, [{ kind: 'expand' }, { kind: 'press' }], 'prepares')
  if (native === undefined) await clickOpen(attempt)
  return true
}

async function clickOpen(attempt: Attempt): Promise<void> {
  const { found, point } = await readyForInput(attempt, { enabled: true, editable: false })
  await dispatchInput(attempt, found, clickSteps(point), 'prepares')
}

// ms; how long a list may take to open.
const OPENS = 500

/**
 * Opens a combo box of which the list went away again, once: of a window that has just come, sway closes the list of Qt's that a click
 * opened.
 */
function reopening(attempt: Attempt, { element }: Found): () => Promise<void> {
  const { scope, limits } = attempt
  const due = performance.now() + OPENS
  let done = false
  return async () => {
    if (done || performance.now() < due) return
    const options = { bounds: false, actions: false, attributes: false }
    const now = await limits.call((native) => scope.native.snapshot(element, options, native))
    const items = now.match(itemQuery().compiled, { scope: 0, includeScope: false, limit: ALL })
    if (stateOf(now.node(0).states, 'expanded') === true || items.some((item) => !now.hidden(item))) return
    done = true
    await clickOpen(attempt)
  }
}

/** Waits for the item: below its container, or, since some toolkits put popups elsewhere, where it shows. */
function appeared(attempt: Attempt, container: Found, option: string, opened: boolean): Promise<Found> {
  const query = queryFor(option)
  // What the last look saw that came as far as the container: the very last one may be cut by the deadline before that.
  let there = { snapshot: container.snapshot, parent: container.node }
  // Some time is kept for closing what was opened.
  const limits = opened
    ? attempt.limits.within(Math.max(attempt.limits.remaining - CLOSING, attempt.limits.remaining / 2))
    : attempt.limits
  const list = new OpenedList()
  return until(limits, announced(attempt.scope), async () => {
    const { snapshot, nodes } = await look(attempt.scope, query, attempt.limits)
    const parent = snapshot.findIdentity(container.element.identity)
    if (parent >= 0) there = { snapshot, parent }
    const isBelow = (node: number) => parent >= 0 && node > parent && node < snapshot.subtreeEnd(parent)
    const isShown = (node: number) => stateOf(snapshot.node(node).states, 'visible') === true
    const below = nodes.filter(isBelow)
    const isNew = (node: number) => !opened || !showedIn(container, snapshot, node)
    const came = nodes.filter((node) => !isBelow(node) && isShown(node) && isNew(node))
    // Firefox shows a second list elsewhere, and the one below stays hidden.
    const meant = below.length === 0 || (!below.some(isShown) && came.length > 0) ? came : below
    if (meant.length > 1) throw ambiguous(attempt.scope.place, query, snapshot, meant)
    if (meant.length === 1) return foundAt(snapshot, meant[0] as number)
    const { snapshot: seen, parent: at } = there
    // A list that is there as a whole gets no other option unless the application goes on to fill it.
    const isWhole = !isCut(seen, at)
    if (opened && isWhole && !limits.given && list.isSettled(optionsOf(seen, at)))
      throw endedBy(noSuchOption(attempt, seen, at, option), 'at rest')
    return new NotYet(() => noSuchOption(attempt, seen, at, option), false, isWhole)
  })
}

// Options; more would bury what an error is about.
const SHOWN = 20
const ALL = 2 ** 31 - 1

// ms for which a list that was opened shows the same options before it is taken for all that there are.
const FILLED = 600
// One that shows what its combo box had while it was closed. An option that a program adds later needs a `timeout` to be waited for.
const UNCHANGED = 100
const BETWEEN_LOOKS = 100

/** Fails for a list that has the same options, without this one, for a while after it was opened: its own tree is all that is read for that. */
async function refuseUnchanged(attempt: Attempt, container: Found, option: string): Promise<void> {
  const { scope, limits } = attempt
  const known = optionsOf(container.snapshot, container.node, ALL)
  // One that it shows of itself (AdwComboRow) is not its list, which takes longer to come.
  const isChosen = known.length === 1 && shows(container, known[0] as string)
  if (known.length === 0 || isChosen || limits.given || isCut(container.snapshot, container.node)) return
  const options = { bounds: false, actions: false, attributes: false }
  for (const end = performance.now() + UNCHANGED; ; ) {
    const { serial } = scope.events
    const now = await limits.call((native) => scope.native.snapshot(container.element, options, native))
    if (isCut(now, 0) || optionsOf(now, 0, ALL).join('\n') !== known.join('\n')) return
    const left = end - performance.now()
    if (left <= 0) throw endedBy(noSuchOption(attempt, now, 0, option), 'at rest')
    if (scope.events.live) await scope.events.sleep(serial, left, limits)
    else await limits.sleep(Math.min(left, BETWEEN_LOOKS))
  }
}

/** What an opened list shows, and since when. */
class OpenedList {
  private shown = ''
  private since = 0

  /** Whether it shows these, and has for a while. One that shows none may still be filled. */
  isSettled(options: readonly string[]): boolean {
    const shown = options.join('\n')
    if (shown !== this.shown) {
      this.shown = shown
      this.since = performance.now()
    }
    return shown !== '' && performance.now() - this.since >= FILLED
  }
}

/** Whether a part of the list is missing, and the option may be there. */
function isCut(snapshot: Found['snapshot'], parent: number): boolean {
  return snapshot.cuts().some(({ node }) => node >= parent && node < snapshot.subtreeEnd(parent))
}

/** Whether something showed already when its container was found: then it is not of what the container opened. */
function showedIn({ snapshot: before }: Found, now: Found['snapshot'], node: number): boolean {
  const element = now.element(node)
  const at = element === undefined ? -1 : before.findIdentity(element.identity)
  return at >= 0 && stateOf(before.node(at).states, 'visible') === true
}

function optionsOf(snapshot: Found['snapshot'], parent: number, limit = SHOWN): string[] {
  const items = snapshot.match(itemQuery().compiled, { scope: parent, includeScope: false, limit })
  return items.map((node) => snapshot.name(node) ?? '')
}

function noSuchOption(attempt: Attempt, snapshot: Found['snapshot'], parent: number, option: string): SurehandError {
  const names = optionsOf(snapshot, parent)
  const seen = names.length === 0 ? 'It has none that can be seen.' : `It has ${names.map(quote).join(', ')}.`
  return new SurehandError('NOT_FOUND', `${attempt.query.text} has no option ${quote(option)}. ${seen}`, {
    option,
    options: names,
  })
}

// How often the list of a combo box may move below the pointer.
const MOST_MOVES = 5

/**
 * Where an item is once the pointer is on it. The item below the pointer becomes the current one, and a list that shows only a part of
 * that scrolls: a press at once would choose its neighbour (Qt).
 */
async function underPointer(
  attempt: Attempt,
  first: Point,
  look: () => Promise<Found>,
  check: (item: Found) => Promise<Failing | Point>,
): Promise<Point> {
  let point = first
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const item = await look()
    await dispatchInput(attempt, item, hoverSteps(point), 'prepares')
    const now = await look()
    const outcome = await check(now)
    if (outcome instanceof Failing) {
      if (outcome.check !== 'stable') throw outcome.error()
      continue
    }
    if (outcome.x === point.x && outcome.y === point.y) return point
    point = outcome
  }
  throw notActionable(await look(), 'stable', 'its list moves whenever the pointer comes to it')
}

// ms; how long one that shows may take to have a place. On Wayland the list of a combo box of GTK never has.
const PLACED = 500

/** Chooses an item that shows as a person would; where that cannot be, as the toolkit does it. */
async function choose(
  attempt: Attempt,
  look: () => Promise<Found>,
  pops: boolean,
  reopen: () => Promise<void>,
): Promise<NativeDispatch> {
  const efforts: Efforts = { scrolled: false, raised: false }
  const needs = { enabled: true, editable: false }
  let item = await look()
  const half = attempt.limits.remaining / 2
  const isPlaced = !pops || item.snapshot.node(item.node).bounds !== undefined
  const clicked = async (patience: number) => {
    try {
      const point = await until<Point>(attempt.limits.within(patience), announced(attempt.scope), async () => {
        item = await look()
        const outcome = await preflight(attempt, item, needs)
        if (!(outcome instanceof Failing)) return preflightInput(attempt, item, efforts)
        if (outcome.check === 'visible') await reopen()
        return outcome
      })
      const check = (now: Found) => preflightInput(attempt, now, efforts)
      const at = pops ? await underPointer(attempt, point, look, check) : point
      return await dispatchInput(attempt, item, clickSteps(at))
    } catch (error) {
      if (!isSurehandError(error, 'NOT_ACTIONABLE') && !isSurehandError(error, 'UNSUPPORTED')) throw error
      return undefined
    }
  }
  // Items of GTK 4's drop-downs say that they were selected, and are not chosen by that.
  const done =
    (await clicked(isPlaced ? half : Math.min(half, PLACED))) ??
    (await dispatchNative(attempt, item, [{ kind: 'press' }])) ??
    (pops ? await chooseByKeys(attempt, look) : undefined) ??
    (await dispatchNative(attempt, item, [{ kind: 'select' }])) ??
    // What can be done in no other way has a place to come: Qt's on Wayland, once the compositor has shown the list.
    (isPlaced ? undefined : await clicked(half))
  if (done !== undefined) return done
  throw notActionable(item, 'viewport', 'it can neither be clicked nor selected')
}

/**
 * The container shows the item's name. Where it showed no item's name before and shows none now, the item's own word has to do:
 * that it is selected, or, where items do not show that, that the backend saw it become so. Of a container that shows what is chosen it is worth nothing: the
 * items of a closed combo box of Qt say so and do nothing.
 */
function untilChosen(
  attempt: Attempt,
  container: Found,
  option: string,
  dispatch: NativeDispatch,
  limits: Limits,
): Promise<void> {
  const tells = showsAnother(container)
  return until(limits, announced(attempt.scope), async () => {
    const options = { bounds: false, text: true, actions: false, attributes: false }
    const snapshot = await limits.call((native) => attempt.scope.native.snapshot(container.element, options, native))
    const now = { ...container, snapshot, node: 0 }
    if (shows(now, option)) return undefined
    const item = itemIn(attempt, now, option)
    const saysSo = (item !== undefined && isSelected(item)) || (dispatch.confirmed && !showsWhether(item))
    return saysSo && !tells && !showsAnother(now) ? undefined : new NotYet(() => notChosen(attempt, now, option))
  }).catch((error: unknown) => lost(attempt, error))
}

function notChosen(attempt: Attempt, now: Found, option: string): SurehandError {
  const seen = shownBy(now) ?? now.snapshot.name(now.node) ?? 'nothing'
  return new SurehandError(
    'VERIFY_FAILED',
    `${attempt.query.text} was expected to have ${quote(option)} selected afterwards and shows ${quote(seen)}.`,
    { expected: option, seen },
  )
}

function shows(container: Found, option: string): boolean {
  const { snapshot, node } = container
  const same = (text: string | undefined) => text?.trim().toLowerCase() === option.trim().toLowerCase()
  // Where a value tells, the name is a label, which may be called as an option is.
  return snapshot.role(node) === 'combobox' && same(shownBy(container) ?? snapshot.name(node))
}

/** What a combo box shows: the text in it, where there is one. That of Qt Quick is named by its program, and has no other value. */
function shownBy({ snapshot, node }: Found): string | undefined {
  const texts = snapshot.match(TEXT_IN_IT.compiled, { scope: node, includeScope: false, limit: 2 })
  const text = texts.length === 1 ? snapshot.node(texts[0] as number).value : undefined
  return text || snapshot.node(node).value
}

/** Whether a combo box shows one of its items. */
function showsAnother(container: Found): boolean {
  const { snapshot, node } = container
  if (snapshot.role(node) !== 'combobox') return false
  const items = snapshot.match(itemQuery().compiled, { scope: node, includeScope: false })
  return items.some((item) => shows(container, snapshot.name(item) ?? ''))
}

// ms of the deadline.
const CLOSING = 500

/** A list that was opened for an option which is not in it is closed again; the error says what went wrong, not whether that did. */
async function leaveClosed(attempt: Attempt, container: Found): Promise<void> {
  const { limits, scope } = attempt
  try {
    if (!(await isOpen(attempt, container))) return
    // What opened it prepared for a choice that was not made, and so does what undoes that.
    const done = await dispatchNative(attempt, container, [{ kind: 'collapse' }], 'prepares')
    if (done === undefined) await sendKeys(attempt, container, chordSteps({ modifiers: [], key: 'Escape' }), 'prepares')
    // Whatever is asked or done next does not meet it on its way.
    await until(limits.within(CLOSING), announced(scope), async () =>
      (await isOpen(attempt, container))
        ? new NotYet(() => new SurehandError('TIMEOUT', 'The list stays open.'))
        : true,
    )
  } catch (error) {
    if (!isSurehandError(error)) throw error
  }
}

async function isOpen({ scope, limits }: Attempt, container: Found): Promise<boolean> {
  const options = { text: false, actions: false, attributes: false }
  const snapshot = await limits.call((native) => scope.native.snapshot(container.element, options, native))
  // Some lists have no items that can be seen.
  const inside = Array.from({ length: snapshot.size - 1 }, (_, index) => index + 1)
  const cameToShow = (node: number) => !snapshot.hidden(node) && !showedIn(container, snapshot, node)
  return (stateOf(snapshot.node(0).states, 'expanded') ?? inside.some(cameToShow)) === true
}

async function close(attempt: Attempt, container: Found): Promise<void> {
  const { scope, limits } = attempt
  const state = await limits.call((native) => scope.native.snapshot(container.element, { maxDepth: 0 }, native))
  if (stateOf(state.node(0).states, 'expanded') !== true) return
  await dispatchNative(attempt, container, [{ kind: 'collapse' }])
}
