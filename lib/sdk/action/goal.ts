import type { NativeNode } from '../native/binding.js'
import { stateOf } from '../tree/states.js'

/** What an action is meant to bring about, as the element itself shows it. */
export interface Goal {
  /** Completes "is …", without secrets: `checked`. */
  expected: string
  met(node: NativeNode): boolean
  /** Whether the element shows at all what the goal is about. Default: it does. */
  told?(node: NativeNode): boolean
  /** Whether attributes have to be read for that. */
  attributes?: boolean
  /** What the element shows instead, without secrets. */
  seen(node: NativeNode): string
  /** What an application may go on to write in its own way: that it shows something else in the end is then no failure. */
  ofText?: boolean
}

/** How a text shows that another came into it; `undefined` when it cannot be read, or nothing came. */
export function arrivalOf(text: string, before: NativeNode): Goal | undefined {
  const readable = before.value !== undefined && stateOf(before.states, 'protected') !== true
  if (!readable || text === '') return undefined
  const typed = lines(text)
  const count = occurrences(lines(before.value ?? ''), typed)
  return {
    expected: `the text that was typed (${text.length} characters)`,
    met: (node) => occurrences(lines(node.value ?? ''), typed) > count,
    seen: (node) => `another text (${node.value?.length ?? 0} characters)`,
  }
}

const lines = (value: string) => value.replace(/\r\n?/g, '\n')
const occurrences = (value: string, part: string) => value.split(part).length - 1
