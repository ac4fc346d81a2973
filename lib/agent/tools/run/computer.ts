import { act, actionResult } from '../../acting.js'
import { capture } from '../../capture/capture.js'
import { chordOf } from '../../chord.js'
import { type ComputerAction, computerOptions } from '../../computer/computer-options.js'
import { Deadline } from '../../deadline.js'
import { resultSchema } from '../../result-schema.js'
import { input, type ValueOf } from '../../schema.js'
import type { Session } from '../../session.js'
import { appOf, targetOf, wrong } from '../../target.js'
import { refOf } from '../../text/outline.js'
import { ACTS, type Answer, type Call, type ToolSpec, tool } from '../../tool.js'
import { activateElement } from '../act/activate-element.js'
import { clickElement } from '../act/click-element.js'
import { pressKey } from '../act/press-key.js'
import { pressKeyGlobal } from '../act/press-key-global.js'
import { scrollElement } from '../act/scroll-element.js'
import { setValue } from '../act/set-value.js'
import { typeIntoElement } from '../act/type-into-element.js'
import { captureResult } from '../see/capture-screenshot.js'
import { getApplicationsAndWindowsList } from '../see/get-applications-and-windows-list.js'
import { delay } from './delay.js'

const inputSchema = input(computerOptions, 'action')
type Input = ValueOf<typeof inputSchema>

/** One tool for all, for models that know such a one. Each action is a call of the tool that does it. */
export const computer = tool({
  name: 'computer',
  title: 'Use the computer',
  description:
    'Looks at applications and acts on them. Begin with capture of an app: elements are numbered, and the other actions take the number as ' +
    '`element`. capture_after looks again at the application that was acted on.',
  inputSchema,
  outputSchema: resultSchema({
    ...actionResult,
    ...captureResult,
    applications: { type: 'array', items: { type: 'object' } },
    waited_ms: { type: 'integer' },
    captured: { type: 'object', description: 'What capture_after saw.' },
  }),
  annotations: ACTS,
  run: async (given, session, call) => {
    if (!given.capture_after || LOOKS.has(given.action)) return ACTION[given.action](given, session, call)
    // Asked before: afterwards the element, or the window at that point, may be gone.
    const process = await actedOn(given, session, call)
    const answer = await ACTION[given.action](given, session, call)
    return { ...answer, ...(await withCapture(answer, process, given, session, call)) }
  },
})

const LOOKS = new Set<ComputerAction>(['capture', 'list_apps', 'wait'])

type Run = (input: Input, session: Session, call: Call) => Promise<Answer>

const clicking =
  (click_type: string): Run =>
  ({ app, element, coordinate }, session, call) => {
    const own = place(element, coordinate)
    // A number is of one application, whichever is named.
    return run(
      clickElement,
      { ...own, ...('index' in own || app === undefined ? {} : { process: app }), click_type },
      session,
      call,
    )
  }

const ACTION: Record<ComputerAction, Run> = {
  capture: ({ app, mode = 'som' }, session, call) =>
    capture(app === undefined ? { entire_monitor: true, mode } : { process: app, mode }, session, call),
  click: clicking('left'),
  double_click: clicking('double'),
  right_click: clicking('right'),
  middle_click: clicking('middle'),
  drag: async ({ from_element, to_element }, session, call) => {
    const [from, to] = [required('from_element', from_element), required('to_element', to_element)]
    const deadline = new Deadline(session.timeout)
    const [source, target] = [
      await targetOf(session, { selector: `ref:${refOf(from)}` }, deadline, call),
      await targetOf(session, { selector: `ref:${refOf(to)}` }, deadline, call),
    ]
    return act(session, {}, call, { deadline }, (options) => source.locator.dragTo(target.locator, options))
  },
  scroll: ({ element, coordinate, direction, amount = 3 }, session, call) => {
    const towards = required('direction', direction)
    if (coordinate === undefined) {
      const selector = `ref:${refOf(required('element', element))}`
      return run(scrollElement, { selector, direction: towards, amount }, session, call)
    }
    const { x, y } = pointOf(coordinate)
    const signed = towards === 'up' || towards === 'left' ? -amount : amount
    const notches = towards === 'up' || towards === 'down' ? { y: signed } : { x: signed }
    return act(session, {}, call, { deadline: new Deadline(session.timeout) }, (options) =>
      session.desktop.point(x, y).scroll(notches, options),
    )
  },
  type: async ({ app, element, text }, session, call) => {
    const text_to_type = required('text', text)
    if (element !== undefined) {
      const selector = `ref:${refOf(element)}`
      return run(typeIntoElement, { selector, text_to_type, clear_before_typing: false }, session, call)
    }
    const deadline = new Deadline(session.timeout)
    const own = await appOf(session.desktop, required('app or element', app), deadline, call)
    const window = await own.window(undefined, { timeout: deadline.remaining, signal: call.signal })
    return act(session, {}, call, { app: own, window, deadline }, (options) => window.type(text_to_type, options))
  },
  key: ({ app, element, keys }, session, call) => {
    const key = chordOf(required('keys', keys))
    if (element !== undefined) return run(pressKey, { selector: `ref:${refOf(element)}`, key }, session, call)
    return run(pressKeyGlobal, { process: required('app or element', app), key }, session, call)
  },
  wait: ({ seconds = 1 }, session, call) => run(delay, { delay_ms: Math.round(seconds * 1_000) }, session, call),
  list_apps: (_, session, call) => run(getApplicationsAndWindowsList, {}, session, call),
  focus_app: ({ app }, session, call) => run(activateElement, { process: required('app', app) }, session, call),
  set_value: ({ element, value }, session, call) => {
    const selector = `ref:${refOf(required('element', element))}`
    return run(setValue, { selector, value: required('value', value) }, session, call)
  },
}

/** The picture afterwards is of the application that was acted on, whichever has come to the front since. */
async function withCapture(
  answer: Answer,
  process: string | number,
  { mode = 'som' }: Input,
  session: Session,
  call: Call,
): Promise<Partial<Answer>> {
  try {
    const after = await capture({ process, mode }, session, call)
    return {
      text: `${answer.text}\n${after.text}`,
      shown: [answer.shown, after.shown].filter((part) => part !== undefined).join('\n\n'),
      data: { ...answer.data, captured: after.data },
      pictures: [...(answer.pictures ?? []), ...(after.pictures ?? [])],
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { text: `${answer.text}\nMissing: the capture afterwards (${why}). The action itself was done.` }
  }
}

async function actedOn(given: Input, { desktop }: Session, { signal }: Call): Promise<string | number> {
  const { app, coordinate } = given
  const element = given.element ?? given.from_element
  const [there] = coordinate === undefined ? [] : await desktop.pidsAt([pointOf(coordinate)], { signal })
  const pid = element === undefined ? there : await desktop.pidOfRef(refOf(element), { signal })
  const process = pid ?? app
  if (process === undefined)
    throw wrong('capture_after: which application this is about is not known: give `app`. Nothing was done')
  return process
}

function place(element: number | undefined, coordinate: number[] | undefined) {
  if (element !== undefined && coordinate !== undefined)
    throw wrong('element and coordinate cannot be mixed: give one of them')
  return coordinate === undefined ? { index: required('element or coordinate', element) } : pointOf(coordinate)
}

function pointOf([x, y, ...more]: readonly number[]): { x: number; y: number } {
  if (x === undefined || y === undefined || more.length > 0) throw wrong('coordinate is [x, y]')
  return { x, y }
}

function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw wrong(`this action needs ${name}`)
  return value
}

function run({ run }: ToolSpec, own: Record<string, unknown>, session: Session, call: Call): Promise<Answer> {
  return run(own as never, session, call)
}
