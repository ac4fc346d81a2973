import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import type { Locator } from '../locator.js'
import { quoted } from '../tree/quoted.js'
import type { Snapshot, SnapshotNode } from '../tree/snapshot.js'
import { stateOf } from '../tree/states.js'
import { NotYet, polling, until } from '../wait/wait.js'
import type { Window } from '../window.js'
import { CANCEL, plain } from './words.js'

/** An application in which a file dialog may be: the one that asks, or the portal that asks for it. */
export interface DialogPlace {
  toString(): string
  windows(options: { timeout: number; signal: AbortSignal | undefined }): Promise<Window[]>
}

/** A file dialog that is open. */
export interface Chooser {
  place: DialogPlace
  window: Window
  title: string
  /** GTK's has its field only while it saves; Control+L brings one. */
  toolkit: 'gtk3' | 'gtk4' | 'other'
}

/** The options of a call that is part of another one. */
export function left(limits: Limits): { timeout: number; signal: AbortSignal | undefined } {
  return { timeout: limits.timeLeft(), signal: limits.signal }
}

/** The one file dialog of these places that is open, waited for. The first place that has one counts. */
export async function openChooser(
  place: { toString(): string },
  places: (limits: Limits) => Promise<readonly DialogPlace[]>,
  limits: Limits,
): Promise<Chooser> {
  return until(limits, polling, async () => {
    const seen: string[] = []
    for (const [index, each] of (await places(limits)).entries()) {
      // After the application itself come portals, which may end. An application that has ended opens no dialog any more.
      const windows = index === 0 ? await each.windows(left(limits)) : await windowsOf(each, limits)
      seen.push(...windows.map(String))
      const [first, ...others] = await choosersAmong(each, windows, limits)
      if (first === undefined) continue
      const active = others.length === 0 ? first : await activeOf([first, ...others], limits)
      if (active !== undefined) return active
      throw several(place, [first, ...others])
    }
    return new NotYet(() => noDialog(place, seen))
  })
}

/** Its windows; none of an application that has ended. */
export async function windowsOf(place: DialogPlace, limits: Limits): Promise<Window[]> {
  return place.windows(left(limits)).catch((error: unknown) => {
    if (isSurehandError(error, 'APP_EXITED')) return []
    throw error
  })
}

async function choosersAmong(place: DialogPlace, windows: readonly Window[], limits: Limits): Promise<Chooser[]> {
  const choosers: Chooser[] = []
  for (const window of windows) {
    if (window.role !== 'dialog') continue
    try {
      const toolkit = await toolkitOf(window, limits)
      if (toolkit !== undefined) choosers.push({ place, window, title: await window.title(left(limits)), toolkit })
    } catch (error) {
      // It was closed meanwhile.
      if (!isSurehandError(error, 'STALE')) throw error
    }
  }
  return choosers
}

async function activeOf(choosers: readonly Chooser[], limits: Limits): Promise<Chooser | undefined> {
  const active: Chooser[] = []
  for (const chooser of choosers) if (await chooser.window.isActive(left(limits))) active.push(chooser)
  return active.length === 1 ? active[0] : undefined
}

/** Whose file dialog that is; `undefined` when it is none. */
async function toolkitOf(window: Window, limits: Limits): Promise<Chooser['toolkit'] | undefined> {
  // GTK 3 tells by the role; there the tree is not read, which has each file of a folder in it.
  const { root } = await window.snapshot({ ...left(limits), maxDepth: 0 })
  if (root.platformRole === 'file chooser') return 'gtk3'
  const whole = await window.snapshot({ ...left(limits), onlyVisible: true })
  // The window of GTK 4.8's file chooser has no role. It has a list of places.
  if (root.platformRole === 'filler') return whole.find('role:list|visible:true') === undefined ? undefined : 'gtk4'
  return asksForFile(whole) ? 'other' : undefined
}

const LISTS = ['tree', 'table', 'list', 'listbox', 'grid', 'treegrid'].map((role) => `role:${role}|visible:true`)

/**
 * It has a field, what lists the files, and a path that is shown: Qt's has the folder in a combo box, KDE's a button for each folder.
 * Swing's shows the folder's name alone; what is in its dialog has the role.
 */
function asksForFile(tree: Snapshot): boolean {
  const holders = tree.findAll(`role:group|has:(${FIELD})`)
  if (holders.some(({ platformRole }) => platformRole === 'file chooser')) return true
  if (tree.find(FIELD) === undefined || tree.find(LISTS.join(' || ')) === undefined) return false
  if (tree.find('role:button|name:"/"|visible:true') !== undefined) return true
  // A combo box that can be typed into is a field for a path, in a dialog of the program's own.
  const boxes = tree.findAll('role:combobox|visible:true|enabled:true|!has:(role:textbox)|!editable:true')
  return boxes.some(({ name, value }) => [name, value].some((text) => isPath(text ?? '')))
}

function isPath(text: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\|file:\/\/)/u.test(text)
}

const FIELD = 'role:textbox|visible:true|editable:true'

/** The field for a path, and whether it came only when it was asked for: GTK has one at once only where a file is saved. */
export async function fieldOf(
  { window, toolkit, title, place }: Chooser,
  limits: Limits,
): Promise<{ field: Locator; askedFor: boolean }> {
  const fields = await fieldsIn(window, limits)
  const present = await bestOf(fields ?? [], limits)
  if (present !== undefined) return { field: present, askedFor: false }
  if (toolkit !== 'other') {
    await window.press('Control+l', { ...left(limits), diff: false })
    const field = window.locator(FIELD).first()
    await field.waitFor(left(limits))
    return { field, askedFor: fields !== undefined }
  }
  throw new SurehandError('NOT_FOUND', `The file dialog ${quoted(title)} of ${place} has no field for a path.`, {
    title,
  })
}

// ms; a folder that is being read changes the tree all the while.
const READING = 2_000

/** Its fields that show; `undefined` when its tree did not come to be whole and none is in what there is. */
async function fieldsIn(window: Window, limits: Limits): Promise<Locator[] | undefined> {
  const patience = limits.within(READING)
  return until(patience, polling, () =>
    window
      .locator(FIELD)
      .all({ ...left(patience), atLeast: true })
      .catch(incomplete),
  ).catch((error: unknown) => {
    if (isSurehandError(error, 'INCOMPLETE_TREE') || patience.expired) return undefined
    throw error
  })
}

function incomplete(error: unknown): NotYet {
  if (isSurehandError(error, 'INCOMPLETE_TREE')) return new NotYet(() => error)
  throw error
}

/** The one with the keyboard, else the first: what an application adds to the dialog comes after the dialog's own. */
async function bestOf(fields: readonly Locator[], limits: Limits): Promise<Locator | undefined> {
  if (fields.length < 2) return fields[0]
  for (const field of fields) if (await field.isFocused(left(limits))) return field
  return fields[0]
}

/** The button that confirms; `undefined` where nothing tells which one that is. */
export async function confirmOf({ window, toolkit }: Chooser, limits: Limits): Promise<Locator | undefined> {
  if (toolkit === 'gtk4') return lastAction(window, limits)
  const buttons = await window.locator('role:button|visible:true').all({ ...left(limits), atLeast: true })
  for (const button of buttons.reverse()) {
    if (stateOf(await button.states(left(limits)), 'default') === true) return button
  }
  return undefined
}

/** GTK 4 says of no button that it is the default. Those of the dialog itself are less deep than those of its parts, and what gives up comes first. */
async function lastAction(window: Window, limits: Limits): Promise<Locator | undefined> {
  const tree = await window.snapshot({ ...left(limits), onlyVisible: true })
  const buttons = tree.findAll('role:button|visible:true').filter(({ name }) => name !== undefined)
  const least = Math.min(...buttons.map(depth))
  const own = buttons.filter((button) => depth(button) === least && !CANCEL.has(plain(button.name)))
  const confirm = own[own.length - 1]
  return confirm === undefined ? undefined : window.locator(`ref:${confirm.ref}`)
}

function depth({ parent }: SnapshotNode): number {
  return parent === undefined ? 0 : depth(parent) + 1
}

function noDialog(place: { toString(): string }, windows: readonly string[]): SurehandError {
  const seen = windows.length === 0 ? 'It has no window.' : `What it shows: ${windows.join(', ')}.`
  const more = 'Press what opens the dialog first; a dialog of another kind is used with locators.'
  return new SurehandError('NOT_FOUND', `${place} shows no file dialog. ${seen} ${more}`, { windows: [...windows] })
}

function several(place: { toString(): string }, choosers: readonly Chooser[]): SurehandError {
  const titles = choosers.map(({ title }) => title)
  return new SurehandError(
    'AMBIGUOUS',
    `${place} shows ${choosers.length} file dialogs: ${titles.map(quoted).join(', ')}. Close all but one of them.`,
    { titles },
  )
}
