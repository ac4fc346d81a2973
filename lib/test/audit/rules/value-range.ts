import { type AuditedTree, isPartOfControl } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

const RANGED: ReadonlySet<string> = new Set(['slider', 'spinbutton', 'progressbar', 'meter'])

/** A slider, spin button or progress bar whose value it says to be impossible. */
export const valueRange: Rule = {
  id: 'value-range',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A); WAI-ARIA 1.2, 6.6 aria-valuenow',
  summary: 'A value lies outside of the range that the element says.',
  mend: {
    gtk: 'Set the bounds of the GtkAdjustment before the value, and report both from the same one.',
    qt: 'Set the range before the value; a QAccessibleValueInterface must report both from the same model.',
    web: 'Keep aria-valuenow between aria-valuemin and aria-valuemax.',
    swing: 'Report value, minimum and maximum of AccessibleValue from one BoundedRangeModel.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      // Chromium gives the parts of an empty date field the value 0.
      if (!RANGED.has(node.role) || isPartOfControl(node)) continue
      const [min, max, value] = [node.attributes.min, node.attributes.max, node.value].map(number)
      // An empty range says that how long it takes is unknown.
      if (min === undefined || max === undefined || value === undefined || min >= max) continue
      if (value < min || value > max) yield { node, seen: `Its value ${value} is not between ${min} and ${max}.` }
    }
  },
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
}
