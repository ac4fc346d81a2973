import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { checkArgument, checkOptions, flag, type Requirement, someText, waiting } from '../call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from '../call/limits.js'
import { extended, isSurehandError, SurehandError } from '../errors.js'
import type { Locator } from '../locator.js'
import type { Scope } from '../look/scope.js'
import { quoted } from '../tree/quoted.js'
import { NotYet, polling, until } from '../wait/wait.js'
import type { Window } from '../window.js'
import { type Chooser, confirmOf, type DialogPlace, fieldOf, left, openChooser, windowsOf } from './chooser.js'
import { asksAbout, isDialog, outcomeOf, type Question, yesOf } from './question.js'

/** The options of `fileDialog().choose(path)`. */
export interface ChooseOptions extends WaitOptions {
  /**
   * What to answer when the dialog asks whether a file that exists is to be replaced. `true`: yes, by the button that means it; a string:
   * by the button of this name, for a language that is not known here. Default: the question is not answered, and `VERIFY_FAILED` says
   * what it asks.
   */
  overwrite?: boolean | string
  /** Whether a dialog that does not take the path is closed again, with Escape. Default: false, it is left open as it is. */
  cancelOnError?: boolean
}

/** What was chosen in a file dialog that is closed now. */
export interface Chosen {
  /** The path, as the dialog's field showed it when it was confirmed. */
  path: string
  /** The title of the dialog. */
  title: string
  /** Whether the dialog asked to replace a file, and was answered with yes. */
  replaced: boolean
}

interface Place extends Scope {
  readonly defaults: { signal?: AbortSignal }
}

const path: Requirement = {
  accepts: (value) => someText.accepts(value) && isAbsolute(value as string),
  expected: 'an absolute path: the program may have another working directory',
}
const answer: Requirement = {
  accepts: (value) => typeof value === 'boolean' || someText.accepts(value),
  expected: "true, false or the name of the question's button",
}

// ms; in which a dialog that was confirmed has closed, or asks something, or is taken to stay.
const CLOSING = 3_000
// ms; in which a dialog closes when Escape was pressed.
const ESCAPING = 1_000

/**
 * The dialog in which an application has a file or a folder chosen: GTK 3 (wxWidgets and LibreOffice have its), GTK 4, Qt, Swing, and
 * the portal's, which another process shows. Each call looks for the one that is open and waits for it.
 */
export class FileDialog {
  /** @internal Use `app.fileDialog()`. */
  constructor(
    private readonly scope: Place,
    private readonly places: (limits: Limits) => Promise<readonly DialogPlace[]>,
  ) {}

  toString(): string {
    return `the file dialog of ${this.scope.place}`
  }

  /**
   * Writes a path into the dialog, confirms it with the dialog's button, and waits until the dialog is gone:
   * `await app.fileDialog().choose('/home/me/letter.txt')`. Resolves to what was chosen. The application may then show a dialog of its
   * own. NOT_FOUND when no file dialog opens, or when the file of a dialog that opens one does not exist; VERIFY_FAILED when the dialog
   * asks whether a file is to be replaced, says something, or stays open. Default timeout: three times the application's, a third of it for the
   * dialog to open.
   */
  async choose(file: string, options?: ChooseOptions): Promise<Chosen> {
    const call = 'fileDialog.choose(path)'
    checkArgument(call, 'path', file, path)
    checkOptions(call, options, { ...waiting, overwrite: answer, cancelOnError: flag })
    const { chooser, limits } = await this.open(options)
    try {
      return await this.chooseIn(chooser, file, options ?? {}, limits)
    } catch (error) {
      if (options?.cancelOnError !== true || isSurehandError(error, 'ABORTED')) throw error
      const closed = await dismiss(chooser, limits.atLeast(CLOSING)).catch(() => false)
      const then = closed ? ' The dialog was cancelled.' : ' Escape did not close the dialog.'
      throw isSurehandError(error) ? extended(error, then, { cancelled: closed }) : error
    }
  }

  /** Closes the dialog without a choice, with Escape. NOT_FOUND when none is open, VERIFY_FAILED when it stays. */
  async cancel(options?: WaitOptions): Promise<void> {
    checkOptions('fileDialog.cancel(options)', options, waiting)
    const { chooser, limits } = await this.open(options)
    if (!(await dismiss(chooser, limits))) throw failed(chooser, 'is still open after Escape was pressed in it.', {})
  }

  private async open(options: WaitOptions | undefined): Promise<{ chooser: Chooser; limits: Limits }> {
    const { defaultTimeout } = this.scope
    const limits = limitsOf(this.scope, { timeout: options?.timeout, signal: options?.signal }, 3 * defaultTimeout)
    const patience = options?.timeout === undefined ? limits.within(defaultTimeout) : limits
    return { chooser: await openChooser(this.scope.place, this.places, patience), limits }
  }

  private async chooseIn(chooser: Chooser, file: string, options: ChooseOptions, limits: Limits): Promise<Chosen> {
    const { field, askedFor } = await fieldOf(chooser, limits)
    const exists = await isThere(file)
    // GTK hands a path that does not exist to the application.
    if (askedFor && !exists) throw missing(chooser, file)
    await field.fill(file, { ...left(limits), diff: false })
    const shown = await field.inputValue(left(limits))
    const before = await windowsOf(chooser.place, limits)
    await confirm(chooser, field, { file, exists }, limits)
    const outcome = await settled(chooser, before, limits)
    if (outcome === undefined) throw stays(chooser, file)
    if (outcome === 'gone') return { path: shown, title: chooser.title, replaced: false }
    await replace(chooser, outcome, { file, exists }, options, limits)
    return { path: shown, title: chooser.title, replaced: true }
  }
}

/** By its button, or, where nothing tells which one that is, by Enter in its field. */
async function confirm(
  chooser: Chooser,
  field: Locator,
  { file, exists }: { file: string; exists: boolean },
  limits: Limits,
): Promise<void> {
  const button = await confirmOf(chooser, limits)
  if (button === undefined) {
    await field.press('Enter', { ...left(limits), diff: false })
    return
  }
  if (await enabledSoon(button, limits)) {
    await button.click({ ...left(limits), diff: false })
    return
  }
  const why = exists ? '' : ' It does not exist.'
  const what = `does not take ${quoted(file)}: its button stays disabled.${why} Nothing was chosen.`
  throw failed(chooser, what, { path: file }, exists ? 'VERIFY_FAILED' : 'NOT_FOUND')
}

/** Qt's button for opening is enabled once its dialog has found the file. */
async function enabledSoon(button: Locator, limits: Limits): Promise<boolean> {
  const enabled = await within(CLOSING, limits, async () => (await button.isEnabled(left(limits))) || undefined)
  return enabled === true
}

/**
 * What the look gives, or `undefined` when it gave nothing for so many ms. An application that is slow to answer has the time of the whole
 * call for it: it has not said anything yet.
 */
async function within<T>(ms: number, limits: Limits, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const nothing = new SurehandError('TIMEOUT', `Nothing came of it in ${ms} ms.`)
  return until(limits.within(ms), polling, async () => (await look()) ?? new NotYet(() => nothing)).catch((error) => {
    if (error !== nothing) throw error
    return undefined
  })
}

/** Gone, or with a question; `undefined` when it stays without one. */
async function settled(
  chooser: Chooser,
  before: readonly Window[],
  limits: Limits,
): Promise<'gone' | Question | undefined> {
  return within(CLOSING, limits, () => outcomeOf(chooser, before, limits))
}

/** Answers the question whether the file is to be replaced, if it is to be answered, and waits until the dialog is gone. */
async function replace(
  chooser: Chooser,
  question: Question,
  { file, exists }: { file: string; exists: boolean },
  { overwrite = false }: ChooseOptions,
  limits: Limits,
): Promise<void> {
  const isAsked = exists && asksAbout(question, basename(file))
  if (!isAsked) throw says(chooser, file, question)
  if (overwrite === false)
    throw asks(chooser, file, question, 'Pass `overwrite: true` to replace it, or answer the question.')
  const yes = yesOf(question, overwrite === true ? undefined : overwrite)
  if (yes === undefined) {
    throw asks(chooser, file, question, 'Which button replaces it is not known: pass its name as `overwrite`.')
  }
  const before = [...(await windowsOf(chooser.place, limits))]
  await yes.click({ ...left(limits), diff: false })
  const outcome = await settled(chooser, before, limits)
  if (outcome === undefined) throw stays(chooser, file)
  if (outcome !== 'gone') throw says(chooser, file, outcome)
}

/** Presses Escape until the dialog is gone: a question over it, and a list that completes what is typed, take one each. */
async function dismiss(chooser: Chooser, limits: Limits): Promise<boolean> {
  for (let presses = 0; presses < 3; presses++) {
    const windows = await windowsOf(chooser.place, limits)
    if (!windows.some((window) => window.same(chooser.window))) return true
    const top = await inFront(chooser, windows, limits)
    await top.press('Escape', { ...left(limits), diff: false })
    const gone = await within(ESCAPING, limits, async () => {
      const now = await windowsOf(chooser.place, limits)
      return now.length < windows.length ? true : undefined
    })
    if (!gone && limits.expired) return false
  }
  return !(await windowsOf(chooser.place, limits)).some((window) => window.same(chooser.window))
}

/**
 * The question or message over the dialog, else the dialog itself. What the dialog was opened from may be a dialog as well, and lies below
 * it: a question belongs to the dialog or, where the platform does not tell that, has the keyboard.
 */
async function inFront(chooser: Chooser, windows: readonly Window[], limits: Limits): Promise<Window> {
  const below = await chooser.window.owner(left(limits))
  for (const window of windows.filter(isDialog)) {
    if (window.same(chooser.window) || below?.same(window) === true) continue
    const owner = await window.owner(left(limits))
    const over = owner === undefined ? await window.isActive(left(limits)) : owner.same(chooser.window)
    if (over) return window
  }
  return chooser.window
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

function failed(
  chooser: Chooser,
  what: string,
  details: Record<string, unknown>,
  code: 'VERIFY_FAILED' | 'NOT_FOUND' = 'VERIFY_FAILED',
) {
  const { title, place } = chooser
  return new SurehandError(code, `The file dialog ${quoted(title)} of ${place} ${what}`, { title, ...details })
}

function missing(chooser: Chooser, file: string): SurehandError {
  return failed(
    chooser,
    `opens what exists, and ${quoted(file)} does not. Nothing was chosen.`,
    { path: file },
    'NOT_FOUND',
  )
}

function stays(chooser: Chooser, file: string): SurehandError {
  return failed(
    chooser,
    `is still open ${CLOSING} ms after ${quoted(file)} was confirmed. It may show a folder now, or wait for another name.`,
    { path: file },
  )
}

function asks(chooser: Chooser, file: string, question: Question, remedy: string): SurehandError {
  const { text, names, details } = told(question)
  const what = `asks about ${quoted(file)}: ${quoted(text)} (${names}). The file was not replaced. ${remedy}`
  return failed(chooser, what, { path: file, ...details })
}

function says(chooser: Chooser, file: string, question: Question): SurehandError {
  const { text, names, details } = told(question)
  return failed(chooser, `did not take ${quoted(file)}: it shows ${quoted(text)} (${names}).`, {
    path: file,
    ...details,
  })
}

function told({ text, buttons }: Question) {
  const names = buttons.map(({ name }) => name)
  return { text, names: names.map(quoted).join(', '), details: { question: text, buttons: names } }
}
