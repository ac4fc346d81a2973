import type { NativeNode } from '../native/binding.js'

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
