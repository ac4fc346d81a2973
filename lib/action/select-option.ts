import { SurehandError } from '../errors.js'
import type { NativeDispatch } from '../native/binding.js'
import { queryOf } from '../query.js'
import type { Receipt } from '../receipt.js'
import { quote } from '../selector/index.js'
import { stateOf } from '../states.js'
import type { Attempt } from './attempt.js'
import { ambiguous } from './candidates.js'
import { dispatchInput, dispatchNative, NOTHING_TO_DO, sent } from './dispatch.js'
import { type Found, foundAt, look } from './look.js'
import { clickSteps } from './pointer.js'
import { type Efforts, Failing, preflight, preflightInput } from './preflight.js'
import { ready, readyForInput } from './ready.js'
import type { Point } from './viewport.js'
import { NotYet, until } from './wait.js'

const OPTION_ROLES = ['option', 'menuitem', 'menuitemradio', 'listitem', 'treeitem', 'radio', 'tab', 'cell', 'gridcell']

/**
 * Selects an item of a combo box, list or other container by its name. A combo box is opened only when its items
 * cannot be reached while it is closed, and is closed again.
 */
export function selectOption(attempt: Attempt, option: string): Promise<Receipt> {
  return attempt.run(async () => {
    const container = await ready(attempt, { enabled: true, editable: false })
    if (shows(container, option)) return attempt.receipt(container, NOTHING_TO_DO)

    let opened = false
    const here = optionsIn(container, option)
    if (here.length > 1) throw ambiguous(attempt.scope.place, queryFor(option), container.snapshot, here)
    let item = here[0] === undefined ? undefined : foundAt(container.snapshot, here[0])
    if (item === undefined) {
      opened = (await open(attempt, container)) !== undefined
      item = await appeared(attempt, container, option)
    }
    if (stateOf(item.snapshot.node(item.node).states, 'selected') === true && !opened) {
      return attempt.receipt(container, NOTHING_TO_DO)
    }

    const dispatch = await choose(attempt, item, () => appeared(attempt, container, option))
    if (!dispatch.confirmed) await attempt.during('verify', () => untilChosen(attempt, container, item, option))
    if (opened) await close(attempt, container)
    return attempt.receipt(container, { ...dispatch, confirmed: true })
  })
}

function queryFor(option: string) {
  return queryOf(
    'locator.selectOption(option)',
    `(${OPTION_ROLES.map((role) => `role:${role}`).join(', ')}) | name:${quote(option)}`,
  )
}

function optionsIn({ snapshot, node }: Found, option: string): number[] {
  return snapshot.match(queryFor(option).compiled, { scope: node, includeScope: false })
}

/** Opens a combo box; `undefined` when it has no way to, or is no such thing. */
async function open(attempt: Attempt, container: Found): Promise<NativeDispatch | undefined> {
  if (stateOf(container.snapshot.node(container.node).states, 'expanded') === true) return undefined
  const native = await dispatchNative(attempt, container.element, [{ kind: 'expand' }, { kind: 'press' }])
  if (native !== undefined || container.snapshot.role(container.node) !== 'combobox') return native
  const { point } = await readyForInput(attempt, { enabled: true, editable: false })
  return dispatchInput(attempt, clickSteps(point))
}

/** Waits for the item: below its container, or, since some toolkits put popups elsewhere, where it shows. */
function appeared(attempt: Attempt, container: Found, option: string): Promise<Found> {
  const query = queryFor(option)
  return until(attempt.limits, async () => {
    const { snapshot, nodes } = await look(attempt.scope, query, attempt.limits)
    const parent = snapshot.findIdentity(container.element.identity)
    const below = nodes.filter((node) => parent >= 0 && node > parent && node < snapshot.subtreeEnd(parent))
    const shown = nodes.filter((node) => stateOf(snapshot.node(node).states, 'visible') === true)
    const meant = below.length > 0 ? below : shown
    if (meant.length > 1) throw ambiguous(attempt.scope.place, query, snapshot, meant)
    if (meant.length === 1) return foundAt(snapshot, meant[0] as number)
    return new NotYet(() => noSuchOption(attempt, snapshot.findIdentity(container.element.identity), snapshot, option))
  })
}

function noSuchOption(attempt: Attempt, parent: number, snapshot: Found['snapshot'], option: string): SurehandError {
  const all = queryOf('locator.selectOption(option)', OPTION_ROLES.map((role) => `role:${role}`).join(', '))
  const names = (parent < 0 ? [] : snapshot.match(all.compiled, { scope: parent, includeScope: false, limit: 20 })).map(
    (node) => snapshot.name(node) ?? '',
  )
  const seen = names.length === 0 ? 'It has none that can be seen.' : `It has ${names.map(quote).join(', ')}.`
  return new SurehandError('NOT_FOUND', `${attempt.query.text} has no option ${quote(option)}. ${seen}`, {
    option,
    options: names,
  })
}

async function choose(attempt: Attempt, item: Found, again: () => Promise<Found>): Promise<NativeDispatch> {
  const native = await dispatchNative(attempt, item.element, [{ kind: 'select' }, { kind: 'press' }])
  if (native !== undefined) return native
  const efforts: Efforts = { scrolled: false, raised: false }
  const point = await until<Point>(attempt.limits, async () => {
    const found = await again()
    const outcome = await preflight(attempt, found, { enabled: true, editable: false }, efforts)
    return outcome instanceof Failing ? outcome : preflightInput(attempt, found, efforts)
  })
  return dispatchInput(attempt, clickSteps(point))
}

/** The item says that it is selected, or its container shows its name; items of a closed popup may be gone by then. */
function untilChosen(attempt: Attempt, container: Found, item: Found, option: string): Promise<void> {
  const { scope, limits } = attempt
  return until(limits, async () => {
    const options = { bounds: false, text: true, actions: false, attributes: false }
    const snapshot = await limits.call((native) => scope.native.snapshot(container.element, options, native))
    const at = snapshot.findIdentity(item.element.identity)
    if (at >= 0 && stateOf(snapshot.node(at).states, 'selected') === true) return undefined
    const now = { ...container, snapshot, node: 0 }
    return shows(now, option) ? undefined : new NotYet(() => notChosen(attempt, now, option))
  }).catch((error: unknown) => sent(attempt, error))
}

function notChosen(attempt: Attempt, { snapshot, node }: Found, option: string): SurehandError {
  const { value, name } = snapshot.node(node)
  const seen = value ?? name ?? 'nothing'
  return new SurehandError(
    'VERIFY_FAILED',
    `${attempt.query.text} was expected to have ${quote(option)} selected afterwards and shows ${quote(seen)}.`,
    { expected: option, seen },
  )
}

function shows({ snapshot, node }: Found, option: string): boolean {
  const same = (text: string | undefined) => text?.trim().toLowerCase() === option.trim().toLowerCase()
  return snapshot.role(node) === 'combobox' && (same(snapshot.node(node).value) || same(snapshot.name(node)))
}

async function close(attempt: Attempt, container: Found): Promise<void> {
  const { scope, limits } = attempt
  const state = await limits.call((native) => scope.native.snapshot(container.element, { maxDepth: 0 }, native))
  if (stateOf(state.node(0).states, 'expanded') !== true) return
  await dispatchNative(attempt, container.element, [{ kind: 'collapse' }])
}
