import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { StateName } from '../../../sdk/vocabulary.js'
import { type AuditedTree, isControl } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

// Roles that no platform checks, presses or expands.
const STILL: ReadonlySet<string> = new Set(['text', 'heading', 'paragraph', 'separator', 'progressbar', 'meter'])
const UNCHECKED: ReadonlySet<string> = new Set([...STILL, 'textbox', 'searchbox', 'slider', 'spinbutton', 'link'])
const UNEXPANDED: ReadonlySet<string> = new Set([...STILL, 'slider', 'spinbutton'])

/** States that cannot be true together, or not of such an element. */
export const statesAgree: Rule = {
  id: 'states-agree',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A); WAI-ARIA 1.2, 5.2.7 and 6.6',
  summary: 'The states of an element contradict each other or its role.',
  mend: {
    gtk: 'Let GTK report the states: remove what overrides ref_state_set() or gtk_accessible_update_state().',
    qt: 'Return in QAccessibleInterface::state() only what the widget is; disable a widget after moving its focus.',
    web: 'Remove the aria- state that the element does not have, or use the element that has it.',
    swing: 'Return in getAccessibleStateSet() only what the component is; move the focus before setEnabled(false).',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      const contradiction = contradictionOf(node)
      if (contradiction !== undefined) yield { node, seen: contradiction }
    }
  },
}

function contradictionOf(node: SnapshotNode): string | undefined {
  const is = (state: StateName) => node.state(state) === true
  const has = (state: StateName) => node.state(state) !== undefined
  const { role } = node
  if (is('editable') && is('readonly')) return 'It is editable and read-only.'
  if (is('focused') && !is('enabled') && isControl(node)) return 'It is disabled and has the focus.'
  if (is('focused') && !is('focusable') && isControl(node) && !isMenuEntry(node))
    return 'It has the focus and is not focusable.'
  if (has('checked') && UNCHECKED.has(role)) return `A ${role} says whether it is checked.`
  if (has('pressed') && UNCHECKED.has(role)) return `A ${role} says whether it is pressed.`
  if (has('expanded') && UNEXPANDED.has(role)) return `A ${role} says whether it is expanded.`
  return severalChosen(node)
}

// The focus of an open menu is the menu's: toolkits call its entries focused and not focusable.
const isMenuEntry = ({ role }: SnapshotNode) => role.startsWith('menu')

function severalChosen(node: SnapshotNode): string | undefined {
  const [of, state] = CHOICES[node.role] ?? []
  if (of === undefined || state === undefined || node.state('multiselectable') === true) return undefined
  const chosen = node.children.filter((each) => each.role === of && each.state(state) === true)
  return chosen.length > 1 ? `${chosen.length} of its ${of}s are ${state} at once.` : undefined
}

const CHOICES: Readonly<Record<string, readonly [string, StateName]>> = {
  tablist: ['tab', 'selected'],
  radiogroup: ['radio', 'checked'],
}
