import { SurehandError } from '../../errors.js'
import { chordSteps } from '../../keys.js'
import { describe } from '../../look/candidates.js'
import { type Found, foundAt, reread } from '../../look/look.js'
import type { NativeDispatch, NativeInputStep, NativeNode } from '../../native/binding.js'
import { queryOf } from '../../tree/query.js'
import { stateOf } from '../../tree/states.js'
import type { Act, Attempt } from '../attempt.js'
import type { Goal } from '../goal.js'
import { saysNumber } from '../parts/shown-text.js'
import { NOTHING_TO_DO } from '../steps/dispatch.js'
import { noNativeRoute } from '../steps/not-actionable.js'
import { readBack } from '../steps/read-back.js'
import { giveKeyboard, sendKeys } from './keyboard.js'

// Fields for dates and times that are made of spin buttons, one for each part: `<input type=date|time|month|week|datetime-local>`.

type Part = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'half'

const DATE = String.raw`(?<year>\d{4,6})-(?<month>\d\d)-(?<day>\d\d)`
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<millisecond>\d{3}))?)?`
const FORMS = [
  ...[DATE, TIME, `${DATE}[T ]${TIME}`],
  ...[String.raw`(?<year>\d{4,6})-(?<month>\d\d)`, String.raw`(?<year>\d{4,6})-W(?<week>\d\d)`],
].map((form) => new RegExp(`^${form}$`))
const LISTED = 'YYYY-MM-DD, HH:MM, YYYY-MM-DDTHH:MM, YYYY-MM or YYYY-Www'

// Firefox gives its parts no range, and names them in its own language.
const NAMED: readonly (readonly [Part, RegExp])[] = [
  ['year', /^year\b/i],
  ['month', /^month\b/i],
  ['week', /^week\b/i],
  ['day', /^day\b/i],
  ['hour', /^hours?\b/i],
  ['minute', /^minutes?\b/i],
  ['second', /^seconds?\b/i],
  ['millisecond', /^milliseconds?\b/i],
  ['half', /^am\/pm\b/i],
]

const FIELDS: ReadonlySet<string> = new Set(['textbox', 'group'])
const query = () => queryOf('locator.fill(text)', 'role:spinbutton, role:textbox')

/** Whether the parts of a date or a time are filled here, and not a text. */
export function hasParts(found: Found): boolean {
  if (!FIELDS.has(found.snapshot.role(found.node))) return false
  const nodes = partNodes(found)
  return nodes.length >= 2 && nodes.filter((node) => found.snapshot.role(node) === 'spinbutton').length >= 2
}

function partNodes({ snapshot, node }: Pick<Found, 'snapshot' | 'node'>): number[] {
  return snapshot.match(query().compiled, { scope: node, includeScope: false })
}

/** Types each part of a date or a time into its spin button, and sees that it shows it. */
export async function fillParts(attempt: Attempt, found: Found, text: string): Promise<Act> {
  if (attempt.action.options.route === 'native') throw noNativeRoute(found, 'fill')
  const wanted = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (wanted === undefined || !isReal(wanted)) throw notThat(found)
  const options = { bounds: true, text: true, actions: false, attributes: true }
  const snapshot = await attempt.limits.call((native) => attempt.scope.native.snapshot(found.element, options, native))
  const parts = partNodes({ snapshot, node: 0 }).map((node) => foundAt(snapshot, node))
  const named = namesOf(parts.map(({ node }) => snapshot.node(node)))
  const goals = goalsFor(named, wanted)
  if (goals === undefined) throw notThat(found)

  let dispatch: NativeDispatch = NOTHING_TO_DO
  for (const [at, part] of parts.entries()) {
    const goal = goals[at] as PartGoal
    dispatch = (await fillPart(attempt, part, goal)) ?? dispatch
  }
  // Filling one may change another: of a month without that day.
  for (const [at, part] of parts.entries()) {
    await attempt.during('verify', () => readBack(attempt, part, goals[at] as PartGoal))
  }
  return attempt.done(found, { ...dispatch, confirmed: true })
}

interface PartGoal extends Goal {
  keys: () => NativeInputStep[]
  /** Whether the goal is not also met by a part that is empty, which says 0. */
  isCertain: boolean
}

async function fillPart(attempt: Attempt, part: Found, goal: PartGoal): Promise<NativeDispatch | undefined> {
  const now = await reread(attempt.scope, part.element, attempt.limits, { text: true, attributes: true })
  if (goal.isCertain && goal.met(now)) return undefined
  const window = attempt.found ?? part
  await attempt.during('preflight', () => giveKeyboard(attempt, inWindowOf(window, part)))
  const dispatch = await sendKeys(attempt, inWindowOf(window, part), goal.keys())
  await readBack(attempt, part, goal)
  return dispatch
}

/** The part, where its own snapshot does not reach up to its window: as it is in the tree that the field was found in. */
function inWindowOf(field: Found, part: Found): Found {
  const node = field.snapshot.findIdentity(part.element.identity)
  return node < 0 ? part : { ...field, node, element: part.element }
}

/** What each part is: by its range, where it has one, and otherwise by its name. */
function namesOf(parts: NativeNode[]): (Part | undefined)[] {
  let months = 0
  let sixties = 0
  return parts.map(({ name = '', attributes = {} }) => {
    const most = Number(attributes.max)
    if (!(most > 0)) return NAMED.find(([, pattern]) => pattern.test(name))?.[0]
    if (most >= 1000) return 'year'
    if (most === 999) return 'millisecond'
    if (most === 59) return ++sixties === 1 ? 'minute' : 'second'
    if (most === 53 || most === 52) return 'week'
    if (most <= 2) return 'half'
    if (most >= 28 && most <= 31) return 'day'
    // A clock of twelve hours has as many as the year has months, and stands behind these.
    const isMonth = most === 12 && attributes.min === '1' && ++months === 1 && isBeforeTime(parts, name)
    return isMonth ? 'month' : 'hour'
  })
}

/** Whether there is a year among the parts: a time alone has none. */
function isBeforeTime(parts: NativeNode[], _name: string): boolean {
  return parts.some(({ attributes = {} }) => Number(attributes.max) >= 1000)
}

/** What is to be typed where; `undefined` when the text has other parts than the field. */
function goalsFor(parts: (Part | undefined)[], wanted: Record<string, string | undefined>): PartGoal[] | undefined {
  const left = new Set(Object.keys(wanted).filter((name) => wanted[name] !== undefined))
  const hasHalf = parts.includes('half')
  const goals: PartGoal[] = []
  for (const part of parts) {
    if (part === undefined) return undefined
    if (part === 'half') {
      goals.push(halfOfDay(Number(wanted.hour) >= 12))
      continue
    }
    const written = wanted[part]
    // A field may show seconds that the text leaves out.
    if (written === undefined && part !== 'second' && part !== 'millisecond') return undefined
    left.delete(part)
    const number = Number(written ?? 0)
    goals.push(numberTyped(part === 'hour' && hasHalf ? number % 12 || 12 : number, part))
  }
  return left.size > 0 ? undefined : goals
}

const WIDTHS: Partial<Record<Part, number>> = { year: 4, millisecond: 3 }

function numberTyped(number: number, part: Part): PartGoal {
  const digits = String(number).padStart(WIDTHS[part] ?? 2, '0')
  return { ...partShows(number), isCertain: number !== 0, keys: () => [{ kind: 'text', text: digits }] }
}

/** A part that shows a number. Firefox's say it in words only (`aria-valuetext`), and 0 as their value. */
export function partShows(number: number): Goal {
  const said = (node: NativeNode) => node.attributes?.['atspi:valuetext']
  return {
    expected: String(number),
    met: (node) => saysNumber(node.value, number) || saysNumber(said(node), number),
    seen: (node) => said(node) || node.value || 'without a value',
    attributes: true,
    ofText: true,
  }
}

/** A spin button of two values, or a text, that is turned until it shows the half of the day. */
function halfOfDay(afternoon: boolean): PartGoal {
  const wanted = afternoon ? /^(2$|p)/i : /^(1$|a)/i
  return {
    expected: afternoon ? 'PM' : 'AM',
    met: (node) => wanted.test(node.value ?? ''),
    seen: (node) => node.value ?? 'without a value',
    isCertain: true,
    keys: () => [
      ...chordSteps({ modifiers: [], key: 'Backspace' }),
      ...chordSteps({ modifiers: [], key: afternoon ? 'p' : 'a' }),
    ],
  }
}

function isReal({ year, month, day, hour, minute, second }: Record<string, string | undefined>): boolean {
  const within = (part: string | undefined, least: number, most: number) =>
    part === undefined || (Number(part) >= least && Number(part) <= most)
  const days = day === undefined ? 31 : new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return (
    within(month, 1, 12) &&
    within(day, 1, days) &&
    within(hour, 0, 23) &&
    within(minute, 0, 59) &&
    within(second, 0, 59)
  )
}

function notThat({ snapshot, node }: Found): SurehandError {
  return new SurehandError(
    'INVALID_ARGUMENT',
    `${describe(snapshot, node)} is a field for a date or a time, and the text is none that it takes. Give one as ${LISTED}, ` +
      `with the parts that the field has.`,
    { ref: snapshot.ref(node), forms: LISTED },
  )
}

/** Whether keys can give a spin button its number: those of a web page's date take no text, and no native value. */
export function takesDigits(node: NativeNode, number: number): boolean {
  const isPart = node.role === 'spinbutton' && stateOf(node.states, 'editable') !== true
  return isPart && Number.isInteger(number) && number >= 0 && stateOf(node.states, 'focusable') === true
}
