import { VERBS, type Verb } from '../inspect/protocol.js'
import type { Gesture, Place } from './record-protocol.js'
import { TARGETS, type Target } from './step.js'

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta']

/** What a page asks to be done; `undefined`: it is no gesture. */
export function gestureOf(asked: unknown): Gesture | undefined {
  const { kind, at, to, x, y, text, key, verb, ref, argument, modifiers } = membersOf(asked)
  switch (kind) {
    case 'click':
    case 'dblclick':
    case 'rightClick': {
      if (!isPlace(at)) return undefined
      const held = Array.isArray(modifiers) ? MODIFIERS.filter((name) => modifiers.includes(name)) : []
      return { kind, at, ...(held.length === 0 ? {} : { modifiers: held }) }
    }
    case 'scroll':
      return isPlace(at) && isNumber(x) && isNumber(y) ? { kind, at, x, y } : undefined
    case 'drag':
      return isPlace(at) && isPlace(to) ? { kind, at, to } : undefined
    case 'type':
      return isText(text) ? { kind, text } : undefined
    case 'press':
      return isText(key) ? { kind, key } : undefined
    case 'picked':
      if (!VERBS.includes(verb as Verb) || !isText(ref)) return undefined
      return { kind, verb: verb as Verb, ref, ...(typeof argument === 'string' ? { argument } : {}) }
    default:
      return undefined
  }
}

/** The element that is meant: by its place or its ref. */
export function meantIn(asked: unknown): { at: Place } | { ref: string } | undefined {
  const { at, ref } = membersOf(asked)
  if (isPlace(at)) return { at }
  return isText(ref) ? { ref } : undefined
}

export function textIn(asked: unknown): string | undefined {
  const { text } = membersOf(asked)
  return typeof text === 'string' ? text : undefined
}

export function isOnIn(asked: unknown): boolean | undefined {
  const { on } = membersOf(asked)
  return typeof on === 'boolean' ? on : undefined
}

/** The target that is asked for; `undefined`: none. */
export function targetIn(asked: unknown): Target | undefined {
  const { target } = membersOf(asked)
  return TARGETS.find((each) => each === target)
}

function membersOf(asked: unknown): Record<string, unknown> {
  return typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>) : {}
}

function isPlace(value: unknown): value is Place {
  const { x, y } = membersOf(value)
  return isNumber(x) && isNumber(y)
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
