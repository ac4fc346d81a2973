import type { SimulatedNode, World } from 'surehand'
import { Random } from '../reliability/random.mjs'

// A form, a locator for one of its elements, and the same form in another version.

export const CHANGES = ['renamed', 'moved', 'wrapped', 'other role', 'translated', 'duplicated'] as const
/** `removed` is no change that can be healed: nothing may be taken for what is gone. */
export type Change = (typeof CHANGES)[number] | 'removed'

export interface Control {
  kind: 'button' | 'check' | 'field' | 'link' | 'spin'
  name: string
  /** What the program's log calls it. */
  key: string
}
export interface Group {
  kind: 'group'
  name: string
  controls: (Control | Group)[]
}
export interface Form {
  title: string
  groups: Group[]
}

export interface Trial {
  seed: number
  change: Change
  /** What else is different. */
  noise: string[]
  before: Form
  after: Form
  /** The element that the locator means. */
  target: Control
  /** `app.getByRole('button', { name: 'Save' })`, and what is done with it. */
  locator: string
  call: string
}

// English, German, and what a word becomes: a little longer, and another.
type Word = readonly [english: string, german: string, longer: string, other: string]
const WORDS: Record<'button' | 'check' | 'field', readonly Word[]> = {
  button: [
    ['Save', 'Speichern', 'Save file', 'Store'],
    ['Open', 'Öffnen', 'Open file', 'Load'],
    ['Print', 'Drucken', 'Print page', 'Output'],
    ['Delete', 'Löschen', 'Delete item', 'Remove'],
    ['Send', 'Senden', 'Send order', 'Submit'],
    ['Cancel', 'Abbrechen', 'Cancel order', 'Dismiss'],
    ['Search', 'Suchen', 'Search all', 'Find'],
    ['Export', 'Exportieren', 'Export data', 'Share'],
    ['Refresh', 'Aktualisieren', 'Refresh list', 'Reload'],
    ['Copy', 'Kopieren', 'Copy line', 'Clone'],
    ['Undo', 'Zurück', 'Undo step', 'Revert'],
    ['Help', 'Hilfe', 'Help page', 'Support'],
    ['Add', 'Hinzufügen', 'Add entry', 'Insert'],
    ['Apply', 'Anwenden', 'Apply now', 'Confirm'],
    ['Close', 'Schließen', 'Close form', 'Done'],
    ['Edit', 'Bearbeiten', 'Edit entry', 'Change'],
  ],
  check: [
    ['Express', 'Eilsendung', 'Express delivery', 'Fast'],
    ['Gift', 'Geschenk', 'Gift wrap', 'Present'],
    ['Company', 'Firma', 'Company account', 'Business'],
    ['Newsletter', 'Rundbrief', 'Monthly newsletter', 'Letters'],
    ['Insured', 'Versichert', 'Insured parcel', 'Protected'],
    ['Private', 'Vertraulich', 'Private order', 'Confidential'],
    ['Urgent', 'Dringend', 'Urgent order', 'Priority'],
  ],
  field: [
    ['Street', 'Straße', 'Street name', 'Address'],
    ['City', 'Ort', 'City or town', 'Place'],
    ['Phone', 'Telefon', 'Phone number', 'Contact'],
    ['Comment', 'Bemerkung', 'Comment line', 'Note'],
    ['Discount', 'Rabatt', 'Discount rate', 'Reduction'],
    ['Quantity', 'Menge', 'Quantity ordered', 'Amount'],
    ['Account', 'Konto', 'Account name', 'Owner'],
  ],
}
const GROUPS: readonly (readonly [string, string, string])[] = [
  ['Tools', 'Werkzeuge', 'Toolbox'],
  ['Customer', 'Kunde', 'Buyer'],
  ['Delivery', 'Lieferung', 'Shipping'],
  ['Billing', 'Abrechnung', 'Payment'],
  ['Options', 'Einstellungen', 'Settings'],
  ['Actions', 'Aktionen', 'Commands'],
]
const ROLES = { button: 'button', check: 'checkbox', field: 'textbox' } as const
const OTHER = { button: 'link', check: 'button', field: 'spin' } as const
type Base = keyof typeof WORDS

export function trialOf(seed: number, change: Change): Trial {
  const random = new Random(seed)
  const before = formBy(random)
  const target = one(
    random,
    before.groups.flatMap(({ controls }) => controls as Control[]),
  )
  const group = before.groups.find(({ controls }) => controls.includes(target)) as Group
  const isScoped = change === 'moved' || change === 'wrapped' || isTwin(before, target) || random.chance(0.4)
  const role = ROLES[target.kind as Base]
  const own = `.getByRole('${role}', { name: '${target.name}' })`
  const locator = `app${isScoped ? `.getByRole('group', { name: '${group.name}' })` : ''}${own}`
  const after = structuredClone(before)
  const noise = change === 'translated' ? [] : noiseIn(after, target, random)
  changed(after, target, change, isScoped, random)
  const call = target.kind === 'field' ? "fill('7')" : 'click()'
  return { seed, change, noise, before, after, target, locator, call }
}

const one = <T>(random: Random, all: readonly T[]): T => all[random.between(0, all.length - 1)] as T

function isTwin(form: Form, { name, key }: Control): boolean {
  return form.groups.some(({ controls }) =>
    controls.some((each) => each.name === name && (each as Control).key !== key),
  )
}

/** Four groups of four or five; one button may be in two of them, as Edit often is. */
function formBy(random: Random): Form {
  const names = shuffled(random, GROUPS).slice(0, 4)
  const left = {
    button: shuffled(random, WORDS.button),
    check: shuffled(random, WORDS.check),
    field: shuffled(random, WORDS.field),
  }
  let key = 0
  const control = (kind: Base): Control => ({ kind, name: (left[kind].pop() as Word)[0], key: `k${key++}` })
  const groups = names.map(([name]) => {
    const controls = [control('button'), control('button'), control('check'), control('field')]
    if (random.chance(0.4)) controls.push(control('button'))
    return { kind: 'group' as const, name, controls: shuffled(random, controls) }
  })
  if (random.chance(0.4)) {
    const [from, to] = shuffled(random, groups) as [Group, Group]
    const button = from.controls.find(({ kind }) => kind === 'button') as Control
    to.controls.splice(random.between(0, to.controls.length), 0, { ...button, key: `k${key++}` })
  }
  return { title: 'Orders', groups }
}

function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const left = [...all]
  for (let at = left.length - 1; at > 0; at--) {
    const other = random.between(0, at)
    ;[left[at], left[other]] = [left[other] as T, left[at] as T]
  }
  return left
}

/** What a new version changes besides: something added, something gone, groups in another order. */
function noiseIn(form: Form, target: Control, random: Random): string[] {
  const noise: string[] = []
  if (random.chance(0.5)) {
    const kind = target.kind as Base
    const used = new Set(form.groups.flatMap(({ controls }) => controls.map(({ name }) => name)))
    const fresh = WORDS[kind].map(([english]) => english).filter((name) => !used.has(name))
    const group = one(random, form.groups)
    if (fresh.length > 0) {
      const name = one(random, fresh)
      group.controls.splice(random.between(0, group.controls.length), 0, { kind, name, key: 'added' })
      noise.push(`${kind} ${name} added to ${group.name}`)
    }
  }
  if (random.chance(0.3)) {
    const group = one(random, form.groups)
    const gone = one(
      random,
      group.controls.filter((each) => (each as Control).key !== target.key),
    )
    group.controls.splice(group.controls.indexOf(gone), 1)
    noise.push(`${gone.name} of ${group.name} removed`)
  }
  if (random.chance(0.2)) {
    form.groups.push(form.groups.shift() as Group)
    noise.push('the first group is the last now')
  }
  return noise
}

function changed(form: Form, { key, kind, name }: Control, change: Change, isScoped: boolean, random: Random): void {
  const group = form.groups.find(({ controls }) => controls.some((each) => (each as Control).key === key)) as Group
  const at = group.controls.findIndex((each) => (each as Control).key === key)
  const control = group.controls[at] as Control
  switch (change) {
    case 'renamed': {
      const [, , longer, other] = WORDS[kind as Base].find(([english]) => english === name) as Word
      control.name = random.chance(0.5) ? longer : other
      return
    }
    case 'moved': {
      const to = one(
        random,
        form.groups.filter((each) => each !== group),
      )
      group.controls.splice(at, 1)
      to.controls.splice(random.between(0, to.controls.length), 0, control)
      return
    }
    case 'wrapped': {
      group.controls.splice(at, 1, { kind: 'group', name: 'More', controls: [control] })
      group.name = GROUPS.find(([english]) => english === group.name)?.[2] ?? ''
      return
    }
    case 'other role':
      control.kind = OTHER[kind as Base]
      return
    case 'translated':
      translate(form)
      return
    case 'duplicated': {
      // A scoped locator finds two where both are in its group.
      const to = isScoped ? group : one(random, form.groups)
      to.controls.splice(random.between(0, to.controls.length), 0, { ...control, key: 'duplicate' })
      return
    }
    case 'removed':
      group.controls.splice(at, 1)
  }
}

function translate(form: Form): void {
  form.title = 'Bestellungen'
  const words = Object.values(WORDS).flat()
  for (const group of form.groups) {
    group.name = GROUPS.find(([english]) => english === group.name)?.[1] ?? ''
    for (const each of group.controls) each.name = words.find(([english]) => english === each.name)?.[1] ?? ''
  }
}

const SIMULATED = {
  button: 'button',
  check: 'checkbox',
  field: 'textbox',
  link: 'link',

  spin: 'spinbutton',
} as const

/** The form on the simulated desktop. Keys are not in its tree. */
export function worldOf(form: Form): World {
  const node = (each: Control | Group): SimulatedNode =>
    each.kind === 'group'
      ? { role: 'group', name: each.name, children: each.controls.map(node) }
      : { role: SIMULATED[each.kind], name: each.name, key: each.key }
  const bounds = { x: 0, y: 0, width: 1000, height: 700 }
  const window: SimulatedNode = { role: 'window', name: form.title, bounds, children: form.groups.map(node) }
  return { applications: [{ name: 'orders', windows: [window] }] }
}
