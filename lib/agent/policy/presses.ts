import type { Outgoing } from '../../sdk/action/hooks.js'
import type { Judgement } from './judgement.js'
import { ANYWHERE, WORDS } from './words.js'

// What is done to an element without pressing it.
const NO_PRESS = new Set([
  'focus',
  'scrollIntoView',
  'setText',
  'insertText',
  'setValue',
  'expand',
  'collapse',
  'setCaret',
  'selectText',
  'select',
  'deselect',
  'showMenu',
])

// What is written into, or only holds others: a press there presses nothing that its name says.
const NO_BUTTON = new Set([
  'textbox',
  'searchbox',
  'spinbutton',
  'slider',
  'document',
  'terminal',
  'scrollbar',
  'progressbar',
  'application',
])

/** A sentence is no label. */
const LONGEST = 60

const patterns = Object.entries(WORDS).flatMap(([language, words]) =>
  Object.entries(words).map(([what, spelled]) => {
    const any = spelled.map((word) => folded(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
    const source = ANYWHERE.has(language) ? `(?:${any})` : `(?<![\\p{L}\\p{M}])(?:${any})(?![\\p{L}\\p{M}])`
    return { what, pattern: new RegExp(source, 'u') }
  }),
)

// `Format` alone is the menu of every word processor; with three dots, or on a button, it is what formats a drive.
const FORMAT = /^format(?:…|\.\.\.)?$/u

/** What a press does by the name of what is pressed. */
export function judgePress(outgoing: Outgoing): Judgement[] {
  const { element, payload } = outgoing
  if (element === undefined || !presses(outgoing) || NO_BUTTON.has(element.role)) return []
  const names = [element.name, payload.kind === 'action' ? payload.name : undefined]
  const found = names.map((name) => (name === undefined ? undefined : effectOf(name, element.role)))
  const what = found.find((effect) => effect !== undefined)
  if (what === undefined) return []
  return [{ outcome: 'ask', rule: 'named-so', reason: `by its name it is there to ${what}` }]
}

/** What keys do by the name of what has them as its shortcut. */
export function judgeShortcut({ presses = [], part }: Outgoing): Judgement[] {
  if (part !== 'acts') return []
  for (const { role, name } of presses) {
    const what = name === undefined ? undefined : effectOf(name, role)
    if (what === undefined) continue
    const reason = `these keys press ${JSON.stringify(name)}, which by its name is there to ${what}`
    return [{ outcome: 'ask', rule: 'named-so', reason }]
  }
  return []
}

/** Whether it presses what it is about. */
export function presses({ payload, part }: Outgoing): boolean {
  return part === 'acts' && isPress(payload)
}

function isPress(payload: Outgoing['payload']): boolean {
  switch (payload.kind) {
    case 'action':
      return !NO_PRESS.has(payload.action)
    case 'pointer':
      return payload.buttons.some((button) => button !== 3)
    case 'keys':
      return payload.keys.some((key) => key === 'Enter' || key === ' ')
    case 'text':
      return /^[\r\n ]+$/.test(payload.text)
    default:
      return false
  }
}

/** What the name says of it: `delete`, `send`, `pay`, `format`. */
export function effectOf(name: string, role: string): string | undefined {
  // A mnemonic's mark, invisible characters, other widths.
  const plain = folded(name.replace(/[\p{Default_Ignorable_Code_Point}_&]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length > LONGEST) return undefined
  if (FORMAT.test(plain) && (role === 'button' || plain !== 'format')) return 'format'
  return patterns.find(({ pattern }) => pattern.test(plain))?.what
}

/** Without what capitals lose: the accents of Greek, the dot of a Turkish i. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/([\u0370-\u03ff])\u0301|i\u0307/g, (_, letter = 'i') => letter)
    .normalize('NFC')
    .replaceAll('ı', 'i')
}
