import { SurehandError } from '../errors.js'
import { describe } from '../look/candidates.js'
import type { Found } from '../look/look.js'
import type { NativeAction, NativeDispatch, NativeInputStep, NativeNode } from '../native/binding.js'
import type { Act, Attempt } from './attempt.js'
import type { Goal } from './goal.js'
import { held } from './keys/held.js'
import type { RoutedOptions, VerbOptions } from './options.js'
import type { Press } from './pointer.js'
import type { Point } from './rect.js'
import { dispatchInput, dispatchNative, NOTHING_TO_DO } from './steps/dispatch.js'
import { notActionable } from './steps/not-actionable.js'
import type { Ready } from './steps/preflight.js'
import { readBack, showsIt } from './steps/read-back.js'
import { ready, readyForInput } from './steps/ready.js'

/** A verb as data: what it sends by which route, and what it is meant to bring about. */
export interface Verb {
  /** Native routes, the best one first; by what the element shows, if need be. */
  native: readonly NativeAction[] | ((node: NativeNode) => readonly NativeAction[])
  /** The pointer's way of doing it, where there is one. */
  pointer?: (point: Point, press?: Press) => NativeInputStep[]
  /** Where in the element the pointer does it; its middle, unless said here. */
  place?: (node: NativeNode) => Point | undefined
  /** The keys that the pointer's way of doing it needs held down; `undefined` when the element cannot be done so to. */
  holds?: (found: Found) => readonly string[] | undefined
  /**
   * Given, the verb is idempotent: nothing is sent when it is met already, and it is read back afterwards, unless the
   * element does not tell.
   */
  goal?: Goal
  /** What the element shows afterwards, by what it showed before, where it may as well not: that is no failure then. */
  sign?: (before: NativeNode) => Goal
  /** Why the verb makes no sense for an element; `undefined` when it does. */
  objection?: (node: NativeNode) => string | undefined
  enabled?: boolean
}

/** Which routes a caller allows. */
export type RouteChoice = NonNullable<RoutedOptions['route']>

/** Resolve, preflight, dispatch, read back. */
export async function perform(attempt: Attempt, verb: Verb): Promise<Act> {
  const { options } = attempt.action
  const route: RouteChoice = asksForPointer(options) ? 'input' : (options.route ?? 'auto')
  const reads = { text: verb.goal !== undefined, actions: true }
  const { pointer, holds = () => [] } = verb
  const byPointer = pointer !== undefined && route !== 'native'
  const needs = { enabled: verb.enabled ?? true, editable: false, reads, pointer: byPointer }
  const at = await ready(attempt, needs)
  const objection = verb.objection?.(at.now)
  if (objection !== undefined) throw notActionable(at, 'suitable', objection)
  if (verb.goal?.met(at.now)) return attempt.done(at, NOTHING_TO_DO)

  const native =
    route === 'input' || at.below !== undefined ? undefined : await dispatchNative(attempt, at, routesOf(verb, at.now))
  if (native !== undefined) return finish(attempt, at, verb, at.now, native)

  const keys = holds(at)
  if (pointer === undefined || keys === undefined || route === 'native') throw unsupported(attempt, at, verb)
  const { found, point } = await readyForInput(attempt, { ...needs, place: verb.place, apart: clicks(pointer) }, at)
  const input = await dispatchInput(attempt, found, held(attempt, pointer(point, options), keys))
  return finish(attempt, found, verb, at.now, input)
}

/** A button that goes down and stays so is the caller's own series of presses. */
function clicks(pointer: NonNullable<Verb['pointer']>): boolean {
  return pointer({ x: 0, y: 0 }).some(({ kind }) => kind === 'up')
}

async function finish(
  attempt: Attempt,
  found: Found,
  { goal, sign }: Verb,
  before: NativeNode,
  dispatch: NativeDispatch,
): Promise<Act> {
  if (goal !== undefined && goal.told?.(before) !== false) {
    await readBack(attempt, found, goal)
    return attempt.done(found, { ...dispatch, confirmed: true }, goal)
  }
  if (sign === undefined) return attempt.done(found, dispatch)
  const confirmed = await showsIt(attempt, found, sign(before), dispatch)
  return attempt.done(found, { ...dispatch, confirmed })
}

function routesOf({ native }: Verb, node: NativeNode): readonly NativeAction[] {
  return typeof native === 'function' ? native(node) : native
}

function unsupported(attempt: Attempt, at: Ready, verb: Verb): SurehandError {
  const tried = routesOf(verb, at.now).map((action) =>
    action.kind === 'named' ? `action '${action.name}'` : action.kind,
  )
  const actions = at.now.actions ?? []
  return new SurehandError(
    'UNSUPPORTED',
    `${describe(at.snapshot, at.node)} has no native route for ${attempt.verb} (tried ${tried.join(', ')}; its ` +
      `actions: ${actions.join(', ') || 'none'})${verb.pointer === undefined ? '' : ", and input was ruled out by route: 'native'"}.`,
    { tried, actions },
  )
}

/** Whether the caller says how the pointer is to do it. */
function asksForPointer({ at, position, modifiers = [], button, clickCount, delay }: VerbOptions): boolean {
  const said = [at, position, button, clickCount, delay].some((how) => how !== undefined)
  return said || modifiers.length > 0
}
