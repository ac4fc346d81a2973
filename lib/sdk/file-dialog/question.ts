import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { Locator } from '../locator.js'
import type { Window } from '../window.js'
import { type Chooser, left, windowsOf } from './chooser.js'
import { plain, REPLACE } from './words.js'

/** A dialog that came up over a file dialog: a question, or a message. */
export interface Question {
  window: Window
  /** What it says. */
  text: string
  buttons: readonly { name: string; ref: string }[]
}

const DIALOGS: ReadonlySet<string> = new Set(['dialog', 'alertdialog', 'alert'])

export function isDialog({ role }: Window): boolean {
  return DIALOGS.has(role)
}

/** What came of a file dialog since `before` was all that its application showed: it is gone, or asks, or neither yet. */
export async function outcomeOf(
  chooser: Chooser,
  before: readonly Window[],
  limits: Limits,
): Promise<'gone' | Question | undefined> {
  const windows = await windowsOf(chooser.place, limits)
  if (!windows.some((window) => window.same(chooser.window))) return 'gone'
  for (const window of windows.filter(isDialog)) {
    if (before.some((known) => known.same(window))) continue
    const question = await questionIn(window, limits).catch((error: unknown) => {
      if (isSurehandError(error, 'STALE')) return undefined
      throw error
    })
    if (question !== undefined) return question
  }
  return undefined
}

/** `undefined` of a window without a button: a tooltip, a list that completes what is typed. */
async function questionIn(window: Window, limits: Limits): Promise<Question | undefined> {
  const tree = await window.snapshot({ ...left(limits), text: true })
  const buttons = tree
    .findAll('role:button|visible:true')
    .flatMap(({ name, ref }) => (name === undefined ? [] : [{ name, ref }]))
  if (buttons.length === 0) return undefined
  // GTK 4 has the label of a button as a text of its own.
  const labels = new Set(buttons.map(({ name }) => name))
  const texts = tree.findAll('role:text|visible:true').flatMap(({ name }) => name ?? [])
  return { window, text: texts.filter((each) => !labels.has(each)).join(' '), buttons }
}

/** Whether it asks about the file of that name, as opposed to saying something, or asking about something else. */
export function asksAbout({ text, buttons }: Question, fileName: string): boolean {
  return buttons.length > 1 && text.includes(fileName)
}

/** The button that says yes to replacing a file: the one of that name, or the one that is called so in a known language. */
export function yesOf({ window, buttons }: Question, name: string | undefined): Locator | undefined {
  const [fit, ...others] = buttons.filter((each) =>
    name === undefined ? REPLACE.has(plain(each.name)) : plain(each.name) === plain(name),
  )
  return fit === undefined || others.length > 0 ? undefined : window.locator(`ref:${fit.ref}`)
}
