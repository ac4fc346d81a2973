import type { Diff } from '../../sdk/tree/diff.js'
import { type Change, type DiffEntry, ModifiedEntry, stated } from '../../sdk/tree/diff-entries.js'
import { quoted } from '../../sdk/tree/quoted.js'

// Lines at most, and elements of one line.
const LINES = 10
const IN_A_LINE = 8

// What only holds or parts others: that one came to show says nothing.
const BARE: ReadonlySet<string> = new Set(['generic', 'group', 'separator', 'panel', 'tab', 'scrollarea', 'img', 'row'])
// Entries of menus stay in the tree, out of view, and follow whatever changes.
const IN_MENUS = /^menu/

/**
 * What a diff says to a model: the lines of {@link Diff.toText}, without what follows from another line. Elements that came, went, or came
 * to show stand in one line where they are of one role.
 */
export function changesText(diff: Diff, ref: string, most = LINES): string[] {
  const { listed, unseen } = diff.listedAbout(ref)
  const lines: Line[] = []
  for (const [place, each] of listed.entries()) {
    const actedOn = place === 0 && each.entry.ref === ref
    if (actedOn ? !isBeside(each, listed) : place === 0 || !follows(each, listed)) add(lines, each, actedOn)
  }
  // What came or went says what an action did, also where its toolkit has not laid it out yet.
  const came = unseen.filter(({ mark, entry }) => mark !== '~' && entry.name && !IN_MENUS.test(entry.role))
  for (const each of came.slice(0, 2)) add(lines, each, false)
  const said = lines.slice(0, most)
  const shown = said.reduce((sum, { elements }) => sum + Math.min(elements.length, IN_A_LINE), 0)
  const left = listed.length + unseen.length - shown
  const cut = diff.uncertain > 0 ? `; ${diff.uncertain} uncertain, where a tree is cut` : ''
  // How many there are is plain to see, with what is left out counted.
  const counts = said.length === 0 || cut !== '' ? [diff.summary + cut] : []
  return [...counts, ...said.map(written), ...(left > 0 ? [`… and ${left} more`] : [])]
}

type Listed = ReturnType<Diff['listedAbout']>['listed'][number]

interface Line {
  mark: string
  /** What the elements of the line have in common: their role, and what happened to them. Of a line of its own, nothing. */
  kind: string | undefined
  role: string
  what: string
  elements: string[]
}

function add(lines: Line[], { mark, entry, text }: Listed, actedOn: boolean): void {
  const { role, name, ref } = entry
  const element = [name ? quoted(name) : undefined, ref || undefined].filter((part) => part !== undefined).join(' ')
  const facts = factsOf(entry, actedOn)
  const shared = facts !== undefined && !actedOn && facts.every((fact) => STATES.has(fact))
  if (facts !== undefined && !shared) {
    // A name that changed stands in what changed.
    const named = facts.some((fact) => fact.startsWith('name '))
    const label = `${role} ${named && ref ? ref : element}${entry.inViewport === false ? ' [out of view]' : ''}`
    lines.push({ mark, kind: undefined, role: '', what: '', elements: [`${label}: ${facts.join(', ')}`] })
    return
  }
  // Of a window, how large it is.
  if (facts === undefined && / \(\d+ elements?/.test(text)) {
    lines.push({ mark, kind: undefined, role: '', what: '', elements: [text] })
    return
  }
  const said = facts?.join(', ') ?? ''
  const kind = `${mark}${said}${role}`
  const what = said === '' ? '' : said === 'visible' ? ' came to show' : `: ${said}`
  const open = lines.find((line) => line.kind === kind)
  if (open === undefined) lines.push({ mark, kind, role, what, elements: [element] })
  else open.elements.push(element)
}

function written({ mark, role, what, elements }: Line): string {
  const shown = elements.slice(0, IN_A_LINE)
  const more = elements.length - shown.length
  return `${mark} ${role && `${role} `}${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}${what}`
}

/** What is different about an element, in a few words; nothing of one that came, went or moved. */
function factsOf(entry: DiffEntry, actedOn: boolean): string[] | undefined {
  if (!(entry instanceof ModifiedEntry)) return undefined
  const changes = entry.changes
  // A menu highlights its first entry when it opens.
  const opened = !actedOn && changes.some(({ attribute, new: now }) => attribute === 'visible' && now === true)
  return changes.filter(({ attribute }) => !opened || attribute === 'visible' || attribute === 'checked').map(stated)
}

// Where nothing else changed, elements of one role stand in one line.
const STATES: ReadonlySet<string> = new Set([
  'visible',
  'enabled',
  'not enabled',
  'disabled',
  'selected',
  'not selected',
])

const WINDOWS: ReadonlySet<string> = new Set(['dialog', 'window', 'alertdialog'])

const wentWithWindow = (all: readonly Listed[]) =>
  all.some(({ mark, entry }) => mark === '-' && WINDOWS.has(entry.role))

/** Whether what was acted on is told with the rest: it went with its dialog, or is an entry of the menu that closed. */
function isBeside({ mark, entry }: Listed, all: readonly Listed[]): boolean {
  if (mark === '-') return !WINDOWS.has(entry.role) && wentWithWindow(all)
  return all.length > 1 && closes(entry)
}

/** Whether an entry of a menu went with it. */
function closes(entry: DiffEntry): boolean {
  if (!(entry instanceof ModifiedEntry) || !IN_MENUS.test(entry.role)) return false
  return entry.changes.every(({ attribute, new: now }) => GOES.has(attribute) && now !== true)
}

const GOES: ReadonlySet<string> = new Set(['visible', 'selected', 'focused'])

/** Whether an entry says nothing that another one does not say. */
function follows({ mark, entry }: Listed, all: readonly Listed[]): boolean {
  if (entry instanceof ModifiedEntry) {
    const { changes, role, name } = entry
    if (changes.every(isLoss)) return true
    if (closes(entry)) return true
    // The window behind a dialog that went.
    if (changes.every(({ attribute }) => attribute === 'active') && wentWithWindow(all)) return true
    return !name && BARE.has(role) && changes.every(({ attribute }) => PASSING.has(attribute))
  }
  if (!entry.name) return BARE.has(entry.role)
  // The label of a button that came as well.
  return mark !== '>' && entry.role === 'text' && all.some((other) => other.mark === mark && labels(entry, other.entry))
}

const PASSING: ReadonlySet<string> = new Set(['visible', 'enabled', 'focused', 'selected', 'actions', 'active'])

/** Another element has the focus, or another window is the active one. */
function isLoss({ attribute, new: now }: Change): boolean {
  return (attribute === 'focused' || attribute === 'active') && now !== true
}

function labels(text: DiffEntry, other: DiffEntry): boolean {
  return other.role !== 'text' && other.name === text.name
}
