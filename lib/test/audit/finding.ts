import type { Rect } from '../../sdk/tree/node.js'
import type { Fault, RuleText, Severity } from './rule.js'

/** An element that breaks a rule, as plain data. */
export interface Finding {
  /** The rule's id. */
  rule: string
  severity: Severity
  role: string
  name?: string
  /** From the window down: `window "Editor" > toolbar > button`. */
  path: string
  /** Matches the element and no other one of the tree that was judged. */
  selector: string
  /** Names the element for as long as the desktop is open. */
  ref: string
  /** Screen pixels. */
  bounds?: Rect
  /** What was seen, in a sentence. */
  seen: string
}

/** A fault as the reports have it. */
export function findingOf({ id, severity }: RuleText, { node, seen }: Fault): Finding {
  const { role, name, path, selector, ref, bounds } = node
  const optional = { ...(name ? { name } : {}), ...(bounds === undefined ? {} : { bounds }) }
  return { rule: id, severity, role, ...optional, path, selector, ref, seen }
}
