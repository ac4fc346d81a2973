import { type Found, foundAt } from '../../look/look.js'
import type { NativeNode } from '../../native/binding.js'
import { stateOf } from '../../tree/states.js'
import type { Attempt } from '../attempt.js'
import { notActionable } from '../steps/not-actionable.js'

const TEXT_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton'])

export function isEditable(node: NativeNode): boolean {
  return stateOf(node.states, 'editable') === true
}

/** The entry in an editable combo box: some toolkits give the label to the combo box and the text to an entry in it (Qt, Swing, GTK). */
export async function entryOf(attempt: Attempt, combo: Found): Promise<Found> {
  const entries = await entriesIn(attempt, combo)
  const [entry] = entries
  if (entry === undefined || entries.length > 1)
    throw notActionable(combo, 'editable', 'a combobox that is not editable')
  // Where the tree has it, it says what the entry is in as well.
  const { snapshot } = combo
  const known = snapshot.findIdentity(entry.element.identity)
  return known < 0 ? entry : foundAt(snapshot, known)
}

/** What takes a text in a combo box. */
export async function entriesIn({ scope, limits }: Attempt, combo: Found): Promise<Found[]> {
  const options = { bounds: true, text: true, actions: false, attributes: false }
  const inside = await limits.call((native) => scope.native.snapshot(combo.element, options, native))
  const entries: Found[] = []
  for (let at = 1; at < inside.size; at++) {
    const node = inside.node(at)
    if (TEXT_ROLES.has(node.role) && isEditable(node) && !inside.hidden(at)) entries.push(foundAt(inside, at))
  }
  return entries
}
