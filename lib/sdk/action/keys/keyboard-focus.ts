import type { Limits } from '../../call/limits.js'
import { isSurehandError } from '../../errors.js'
import { focusedElement, foregroundOf } from '../../look/foreground.js'
import type { NativeBinding, NativeDesktop, NativeElement, NativeInputStep, NativeNode } from '../../native/binding.js'
import type { Acted } from '../../receipt.js'
import { type Observation, observationOf } from '../../wait/observation.js'
import { shareOf } from '../../wait/work.js'
import { arrivalOf } from '../goal.js'

// Keys for whatever has the focus. A window that is still building itself after an action moves the focus when it is done, and keys that
// come before that are lost: Kate, right after "New File".

interface Place {
  native: NativeDesktop
  binding: Pick<NativeBinding, 'createCancel'>
}

/** What had the focus when keys were sent. */
export interface Focus {
  /** The application that had the keyboard; `undefined` where none is known. */
  application?: string
  /** It publishes nothing of what is in its windows. */
  treeless?: true
  element?: NativeElement
  before?: NativeNode
  acted?: Acted
}

// ms. An action longer ago has had its effect on the focus.
const RECENT = 2_000
// ms in which the focus stays where it is and the application has nothing to do.
const REST = 80
const LONGEST = 2_000

/** What has the focus, once that rests after an action that was just sent to its application. */
export async function restingFocus(place: Place, limits: Limits): Promise<Focus> {
  const patience = limits.within(Math.min(LONGEST, limits.remaining / 2))
  try {
    let last = await focusNow(place, limits)
    const { events } = last
    if (events === undefined || events.sinceAction > RECENT) return last.focus
    await events.begin(patience)
    while (!patience.expired) {
      const from = await events.work.read(limits)
      await events.sleep(events.serial, REST, patience)
      // An event wakes it at once; the focus has to stay for a while all the same.
      await patience.sleep(REST / 2)
      const worked = await events.work.read(limits)
      const busy = from !== undefined && worked !== undefined && events.work.isAtWork(shareOf(from, worked))
      const now = await focusNow(place, limits)
      const stays = now.focus.element !== undefined && now.focus.element.identity === last.focus.element?.identity
      last = now
      if (stays && !busy) break
    }
    return last.focus
  } catch (error) {
    // An application that does not answer may take keys all the same: what had the focus is then not known.
    if (isSurehandError(error, 'ABORTED') || limits.expired) throw error
    return {}
  }
}

async function focusNow({ native, binding }: Place, limits: Limits): Promise<{ focus: Focus; events?: Observation }> {
  const front = await foregroundOf(native, limits)
  if (front === undefined) return { focus: {} }
  const { application } = front
  const events = observationOf(binding, native, application.key, application.pace)
  if (!application.hasTree) return { focus: { application: application.name, treeless: true } }
  const focused = await focusedElement(native, front, limits)
  const element = focused && native.elementOfRef(focused.ref)
  if (focused === undefined || element === undefined) return { focus: { application: application.name }, events }
  const { ref, role, name } = focused
  const acted: Acted = { ref, role, name, selector: '' }
  return {
    focus: { application: application.name, element, acted, before: await textOf(native, element, limits) },
    events,
  }
}

async function textOf(native: NativeDesktop, element: NativeElement, limits: Limits): Promise<NativeNode> {
  const options = { maxDepth: 0, text: true, bounds: false, actions: false, attributes: false }
  return (await limits.call((own) => native.snapshot(element, options, own))).node(0)
}

// ms; see type-text.ts.
const ARRIVES = 500
const ARRIVES_PER_CHARACTER = 5

/** What became of keys, as far as the element shows that had the focus: whether a text is in it, and what to say of them. */
export async function tellOfKeys(
  { native }: Place,
  { application, treeless, element, acted, before }: Focus,
  steps: readonly NativeInputStep[],
  limits: Limits,
): Promise<{ confirmed: boolean; note: string; vain?: true }> {
  if (treeless) return { confirmed: false, note: `${application} had the keyboard` }
  if (element === undefined || before === undefined || acted === undefined) {
    const whose =
      application === undefined
        ? 'no application that is known had the keyboard'
        : `no element of ${application} is known to have had the focus`
    return { confirmed: false, note: `${whose} when the keys were sent: they may have gone nowhere` }
  }
  const name = acted.name === undefined ? '' : ` ${JSON.stringify(acted.name)}`
  const where = `${acted.role}${name} ${acted.ref} of ${application} had the focus`
  const text = steps.every(({ kind }) => kind === 'text')
    ? steps.map((step) => (step.kind === 'text' ? step.text : '')).join('')
    : ''
  const arrival = text === '' ? undefined : arrivalOf(text, before)
  if (arrival === undefined) return { confirmed: false, note: where }
  const patience = limits.within(ARRIVES + ARRIVES_PER_CHARACTER * text.length)
  let now = before
  try {
    for (;;) {
      now = await textOf(native, element, limits)
      if (arrival.met(now)) return { confirmed: true, note: where }
      if (patience.expired) break
      await patience.sleep(REST / 4)
    }
  } catch (error) {
    if (isSurehandError(error, 'ABORTED')) throw error
  }
  const vain = now.value === before.value ? ({ vain: true } as const) : {}
  return { confirmed: false, note: `${where}, and does not show what was typed`, ...vain }
}
