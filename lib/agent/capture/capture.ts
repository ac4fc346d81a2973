import type { App } from '../../sdk/app.js'
import type { Locator } from '../../sdk/locator.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { Window } from '../../sdk/window.js'
import { Deadline } from '../deadline.js'
import { lineOf } from '../grounding/spots.js'
import { spotsOfTree } from '../grounding/tree.js'
import type { captureOptions } from '../options/index.js'
import type { ValueOf } from '../schema.js'
import type { Session } from '../session.js'
import { placeOf, wrong } from '../target.js'
import { treeOf } from '../text/outline.js'
import type { Answer, Call } from '../tool.js'
import { encoded } from './encode.js'
import { middle, overlap } from './rect.js'
import { inWords, type Shot, shotOf } from './shot.js'
import { shrunk } from './shrink.js'
import { drawMarks } from './som.js'

export type CaptureInput = ValueOf<{ properties: typeof captureOptions }>

// What vision models take without scaling it down themselves.
const MAX_DIMENSION = 1_920
const LIST_TOKENS = 4_000
// More numbers cannot be read in one picture.
const MARKS = 300

/** What is pictured: a part of the screen, and the applications whose elements are numbered in it. */
interface Subject {
  area: Rect
  display?: string
  places: readonly (App | Window | Locator)[]
}

/** A picture (`vision`), one with numbered elements (`som`), or the outline alone (`ax`). */
export async function capture(input: CaptureInput, session: Session, call: Call): Promise<Answer> {
  const deadline = Deadline.of(input.timeout_ms, session.timeout)
  const subject = await subjectOf(input, session, deadline, call)
  switch (input.mode) {
    case 'ax':
      return outlineOf(subject, session, deadline, call)
    case 'som':
      return marked(subject, input, session, deadline, call)
    default: {
      const shot = await shotIn(subject, session, deadline, call)
      return pictured(shot, input)
    }
  }
}

async function outlineOf({ places }: Subject, session: Session, deadline: Deadline, call: Call): Promise<Answer> {
  const trees = []
  for (const place of places) trees.push(await treeOf(place, {}, session, deadline, call))
  const size = trees.reduce((sum, tree) => sum + tree.size, 0)
  const left = trees.flatMap(({ left }) => left ?? [])
  const more = left.map(({ lines, cursor }) => ` ${lines} lines more: cursor ${cursor} reads on.`).join('')
  const cut = trees.some(({ complete }) => !complete) ? ', and the tree is cut' : ''
  return {
    text: `${size} elements${cut}; no picture.${more}`,
    shown: trees.map(({ text }) => text).join('\n\n'),
    data: { size, complete: cut === '', ...(left[0] === undefined ? {} : { cursor: left[0].cursor }) },
  }
}

async function marked(
  subject: Subject,
  input: CaptureInput,
  session: Session,
  deadline: Deadline,
  call: Call,
): Promise<Answer> {
  const limits = () => ({ timeout: deadline.remaining, signal: call.signal })
  const marks = []
  let complete = true
  for (const place of subject.places) {
    const snapshot = await place.snapshot({ ...limits(), actions: true })
    session.seen.tree(snapshot)
    complete &&= snapshot.complete
    const spots = spotsOfTree(snapshot, subject.area)
    // What another application covers is left out. Where the system cannot say whose a place is, it is taken to show.
    const pids = await session.desktop
      .pidsAt(
        spots.map(({ bounds }) => middle(bounds)),
        limits(),
      )
      .catch(() => [])
    const { pid } = snapshot.root
    const shown = spots.filter((_, at) => pid === undefined || pids[at] === undefined || pids[at] === pid)
    marks.push(...shown.map((spot) => ({ index: Number(spot.ref.slice(1)), spot })))
  }
  const shot = await shotIn(subject, session, deadline, call)
  const small = { ...shot, image: shrunk(shot.image, input.max_dimension ?? MAX_DIMENSION) }
  const drawn = marks.slice(0, MARKS)
  const unlabelled = drawMarks(small.image, drawn)
  const answer = await pictured(small, input)
  const list = session.pages.first(marks.map(lineOf).join('\n'), LIST_TOKENS)
  const left = list.left
  const said = [
    answer.text,
    marks.length === 0
      ? 'No element to be acted on is known there.'
      : `${marks.length} elements are numbered: a click takes the index, or selector ref:e<number>.`,
    ...(marks.length > MARKS ? [`Only the first ${MARKS} are drawn.`] : []),
    ...(unlabelled.length > 0 ? [`There was no room for the numbers of ${unlabelled.length}.`] : []),
    ...(complete ? [] : ['The tree is cut: there may be more.']),
    ...(left === undefined ? [] : [`${left.lines} lines more: cursor ${left.cursor} reads on.`]),
  ]
  const listed = marks.slice(0, list.text === '' ? 0 : list.text.split('\n').length)
  return {
    ...answer,
    text: said.join(' '),
    shown: list.text,
    data: {
      ...answer.data,
      marks: listed.map(({ index, spot: { ref, role, name, bounds } }) => ({ index, ref, role, name, bounds })),
      complete,
      ...(left === undefined ? {} : { cursor: left.cursor }),
    },
  }
}

async function pictured(shot: Shot, { format = 'png', max_dimension = MAX_DIMENSION }: CaptureInput): Promise<Answer> {
  const image = shrunk(shot.image, max_dimension)
  const { bounds, scale, width, height } = image
  const place = `${bounds.x},${bounds.y} ${bounds.width}×${bounds.height}`
  const how =
    scale === 1
      ? 'a pixel is a screen unit'
      : `${Number(scale.toFixed(4))} pixels for each screen unit: x = ${bounds.x} + pixel / ${Number(scale.toFixed(4))}`
  return {
    text: `A picture of ${place}, ${width}×${height} pixels; ${how}.${inWords(shot)}`,
    data: {
      bounds,
      scale,
      width,
      height,
      blanked: shot.blanked,
      ...(shot.unknown.length > 0 ? { protected_unknown: [...shot.unknown] } : {}),
    },
    pictures: [await encoded(image, format)],
  }
}

function shotIn({ area, display }: Subject, { desktop }: Session, deadline: Deadline, call: Call): Promise<Shot> {
  return shotOf(desktop, display === undefined ? { area } : { area, display }, deadline, call)
}

async function subjectOf(input: CaptureInput, session: Session, deadline: Deadline, call: Call): Promise<Subject> {
  const { process, window_selector, selector, entire_monitor, display } = input
  const { desktop } = session
  const limits = () => ({ timeout: deadline.remaining, signal: call.signal })
  if (process === undefined) {
    if (window_selector !== undefined || selector !== undefined)
      throw wrong('give `process`: whose window or element it is')
    if (!entire_monitor && display === undefined)
      throw wrong('a picture of what? Give process, display or entire_monitor')
    const displays = await desktop.displays(limits())
    const one = displays.find(({ id, primary }) => (display === undefined ? primary : id === display))
    if (one === undefined)
      throw wrong(`there is no display ${display}; there are ${displays.map(({ id }) => id).join(', ')}`)
    const { id, bounds: area } = one
    return { area, display: id, places: input.mode === undefined || input.mode === 'vision' ? [] : await shownIn(area) }
  }
  if (entire_monitor || display !== undefined) throw wrong('a display and an application cannot be asked for at once')
  const { app, window } = await placeOf(desktop, { process, window_selector }, deadline, call)
  const place = window ?? app
  if (selector === undefined) {
    const area = window === undefined ? await app.area(limits()) : known(await window.boundingBox(limits()), window)
    return { area, places: [place] }
  }
  const element = place.locator(selector)
  return { area: known(await element.boundingBox(limits()), element), places: [element] }

  async function shownIn(area: Rect): Promise<App[]> {
    const shown: App[] = []
    for (const app of await desktop.apps(limits())) {
      if (!app.hasTree) continue
      const own = await app.area(limits()).catch(() => undefined)
      if (own !== undefined && overlap(own, area)) shown.push(app)
    }
    return shown
  }
}

function known(bounds: Rect | undefined, place: Window | Locator): Rect {
  if (bounds !== undefined) return bounds
  throw wrong(
    `${place}: the toolkit does not report its position on the screen, so there is no picture of it alone. Nothing was done`,
  )
}
