import { SurehandError } from '../errors.js'
import { roles } from '../selector/roles.js'
import { nearest } from '../selector/suggest.js'
import { EVENT_KINDS, STATES } from '../vocabulary.js'
import type { Effect, ForgottenEvent, World } from './world.js'

type Reader = (value: unknown, path: string) => void

const FORGETTABLE: readonly ForgottenEvent[] = [...EVENT_KINDS, 'ChildrenChanged:add', 'ChildrenChanged:remove']

/** Refuses with INVALID_ARGUMENT, naming the path of what is wrong and the nearest correct spelling. */
export function checkWorld(value: unknown): asserts value is World {
  readWorld(value, 'world')
}

/** The same for effects that happen from outside. */
export function checkEffects(value: unknown): asserts value is Effect[] {
  list(readEffect)(value, 'effects')
}

function wrong(path: string, problem: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${path}: ${problem}.`, { path })
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : (JSON.stringify(value) ?? typeof value)
}

function of(type: 'string' | 'number' | 'boolean', expected: string): Reader {
  return (value, path) => {
    if (typeof value !== type || (type === 'number' && !Number.isFinite(value))) {
      throw wrong(path, `it is ${kindOf(value)}; expected ${expected}`)
    }
  }
}

const text = of('string', 'a string')
const number = of('number', 'a finite number')
const flag = of('boolean', 'true or false')
const duration: Reader = (value, path) => {
  number(value, path)
  if ((value as number) < 0) throw wrong(path, `it is ${value}; expected milliseconds, 0 or more`)
}

function record(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw wrong(path, `it is ${kindOf(value)}; expected an object`)
}

function list(item: Reader): Reader {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrong(path, `it is ${kindOf(value)}; expected an array`)
    for (const [index, each] of value.entries()) item(each, `${path}[${index}]`)
  }
}

function each(item: Reader): Reader {
  return (value, path) => {
    for (const [key, member] of Object.entries(record(value, path))) item(member, `${path}[${JSON.stringify(key)}]`)
  }
}

function either(other: unknown, reader: Reader): Reader {
  return (value, path) => {
    if (value !== other) reader(value, path)
  }
}

function oneOf(words: readonly string[]): Reader {
  return (value, path) => {
    if (words.includes(value as string)) return
    const meant = typeof value === 'string' ? nearest(value, words) : undefined
    throw wrong(
      path,
      `${kindOf(value)} is not known${meant === undefined ? `; there are ${words.join(', ')}` : `; did you mean '${meant}'?`}`,
    )
  }
}

/** An object with these members and no others; a name that ends in `!` must be there. */
function shape(members: Record<string, Reader>): Reader {
  const readers = new Map(Object.entries(members).map(([name, reader]) => [name.replace('!', ''), reader]))
  const needed = Object.keys(members).filter((name) => name.endsWith('!'))
  return (value, path) => {
    const object = record(value, path)
    for (const name of needed) {
      if (object[name.slice(0, -1)] === undefined) throw wrong(path, `it has no '${name.slice(0, -1)}'`)
    }
    for (const [name, member] of Object.entries(object)) {
      const reader = readers.get(name)
      if (reader === undefined) {
        const meant = nearest(name, readers.keys())
        throw wrong(path, `'${name}' is not known here${meant === undefined ? '' : `; did you mean '${meant}'?`}`)
      }
      if (member !== undefined) reader(member, `${path}.${name}`)
    }
  }
}

const state: Reader = either('mixed', flag)

const EVENTS = [
  'press',
  'toggle',
  'select',
  'deselect',
  'expand',
  'collapse',
  'setText',
  'insertText',
  'setCaret',
  'selectText',
  'type',
  'setValue',
  'focus',
  'scrollIntoView',
  'showMenu',
  'doubleClick',
  'hover',
  'drag',
  'drop',
  'close',
  'change',
]

const readScripts: Reader = (value, path) => {
  for (const [event, script] of Object.entries(record(value, path))) {
    if (!event.startsWith('action:') && !event.startsWith('key:')) oneOf(EVENTS)(event, path)
    const at = `${path}[${JSON.stringify(event)}]`
    if (Array.isArray(script)) list(readEffect)(script, at)
    else shape({ 'instead!': list(readEffect) })(script, at)
  }
}

const bounds = shape({ 'x!': number, 'y!': number, 'width!': number, 'height!': number })

const oneOrMore: Reader = (value, path) => {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(path, 'expected an integer, 1 or more')
}

const readFaults = shape({
  late: duration,
  vanishing: duration,
  moving: (value, path) =>
    typeof value === 'number' ? duration(value, path) : shape({ 'for!': duration, x: number, y: number })(value, path),
  duplicated: either(true, duration),
  disabled: duration,
  covered: duration,
  recreated: duration,
  lying: flag,
  stuck: flag,
  lostPresses: oneOrMore,
  intruding: oneOrMore,
})

const changeable: Record<string, Reader> = {
  ...Object.fromEntries(STATES.map((name) => [name, state])),
  name: text,
  value: text,
  description: text,
  id: text,
  class: text,
  placeholder: text,
  platformRole: text,
  localizedRole: text,
  shortcut: text,
  bounds: either(null, bounds),
  states: list(text),
  attributes: each(text),
  actions: list(text),
  cut: shape({ 'reason!': text, detail: text }),
  range: shape({ minimum: number, maximum: number }),
  controls: text,
  ownedBy: text,
  minimized: flag,
  owner: text,
  modality: oneOf(['none', 'owner', 'application']),
  on: readScripts,
  returns: oneOf(['closed', 'never']),
  faults: readFaults,
}

const readNode: Reader = (value, path) => nodeShape(value, path)
const nodeShape = shape({
  ...changeable,
  'role!': oneOf(roles),
  key: text,
  children: list(readNode),
  rows: list(readNode),
  ref: text,
  process: text,
  pid: number,
  apps: list(text),
})

const EFFECTS: Record<string, Record<string, Reader>> = {
  set: { ...changeable, 'set!': text },
  add: { 'add!': readNode, 'to!': text, at: number },
  remove: { 'remove!': text },
  replace: { 'replace!': text, 'with!': readNode },
  move: { 'move!': text, 'to!': text, at: number },
  recreate: { 'recreate!': text },
  recycle: { 'recycle!': text, 'as!': text },
  openWindow: { 'openWindow!': readNode, application: text },
  closeWindow: { 'closeWindow!': text },
  activate: { 'activate!': text },
  focus: { 'focus!': text },
  hang: { 'hang!': duration, application: text },
  work: { 'work!': duration, application: text },
  exit: { 'exit!': flag, code: number, signal: text, application: text },
  print: { 'print!': text, to: oneOf(['stdout', 'stderr']), application: text },
  launch: { 'launch!': text },
}

function readEffect(value: unknown, path: string): void {
  const effect = record(value, path)
  const verb = Object.keys(EFFECTS).find((name) => effect[name] !== undefined)
  if (verb === undefined) throw wrong(path, `it has none of ${Object.keys(EFFECTS).join(', ')}`)
  shape({ ...EFFECTS[verb], after: duration })(value, path)
}

const readApplication = shape({
  'name!': text,
  id: text,
  otherNames: list(text),
  executable: text,
  pid: number,
  toolkit: text,
  hasTree: flag,
  tellsOffscreen: flag,
  pace: shape({
    forgetful: flag,
    forgetsRemoval: flag,
    cheapFingerprint: flag,
    firstEvent: duration,
    quiet: duration,
  }),
  'windows!': list(readNode),
  keepsRunning: flag,
  silent: flag,
  forgets: list(oneOf(FORGETTABLE)),
  faults: shape({
    hanging: shape({ after: duration, 'for!': duration }),
    working: shape({ after: duration, 'for!': duration }),
    exit: duration,
  }),
})

const readWorld = shape({
  screen: shape({ 'width!': number, 'height!': number }),
  displays: list(shape({ 'id!': text, 'bounds!': bounds, workArea: bounds, scale: number, primary: flag })),
  clipboard: text,
  permissions: list(
    shape({ 'name!': text, 'state!': oneOf(['granted', 'denied', 'stale', 'notNeeded', 'prompt']), remedy: text }),
  ),
  capabilities: list(shape({ 'name!': text, 'available!': flag, reason: text })),
  applications: list(readApplication),
  launchable: each(readApplication),
})
