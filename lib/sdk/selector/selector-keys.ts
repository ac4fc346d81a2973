import { MIXED_STATES, STATE_KEYS, type StateKey } from '../vocabulary.js'
import type { DirectionKey, TextKey } from './ast.js'

/** What a key takes as its value, and under which canonical name. */
export type Key =
  | { readonly takes: 'role' }
  | { readonly takes: 'text'; readonly key: TextKey }
  | { readonly takes: 'attribute' }
  | { readonly takes: 'state'; readonly key: StateKey; readonly mixed: boolean }
  | { readonly takes: 'pid' }
  | { readonly takes: 'ref' }
  | { readonly takes: 'nth' }
  | { readonly takes: 'has' }
  | { readonly takes: 'beside'; readonly relation: DirectionKey }
  | { readonly takes: 'near' }

const text = (key: TextKey): Key => ({ takes: 'text', key })
const beside = (relation: DirectionKey): Key => ({ takes: 'beside', relation })
const MIXED: readonly StateKey[] = MIXED_STATES

/** Every key and alias, in lower case. */
export const keys: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['role', { takes: 'role' }],
  ['name', text('name')],
  ['text', text('text')],
  ['value', text('value')],
  ['description', text('description')],
  ['desc', text('description')],
  ['placeholder', text('placeholder')],
  ['id', text('id')],
  ['automationid', text('id')],
  ['nativeid', text('id')],
  ['class', text('class')],
  ['classname', text('class')],
  ['process', text('process')],
  ['pid', { takes: 'pid' }],
  ['app', text('app')],
  ['window', text('window')],
  ['localizedrole', text('localizedrole')],
  ['shortcut', text('shortcut')],
  ['attr', { takes: 'attribute' }],
  ...STATE_KEYS.map((key): [string, Key] => [key, { takes: 'state', key, mixed: MIXED.includes(key) }]),
  ['ref', { takes: 'ref' }],
  ['nth', { takes: 'nth' }],
  ['has', { takes: 'has' }],
  ['rightof', beside('rightof')],
  ['leftof', beside('leftof')],
  ['above', beside('above')],
  ['below', beside('below')],
  ['near', { takes: 'near' }],
])

export function findKey(word: string): Key | undefined {
  return keys.get(word.toLowerCase())
}

/** How `first` and `last`, which stand alone, are indices. */
export const standalone: ReadonlyMap<string, number> = new Map([
  ['first', 0],
  ['last', -1],
])
