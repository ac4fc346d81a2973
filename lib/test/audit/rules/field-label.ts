import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, hintOf, inPage, isField, isPartOfControl, nameOf, windowOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

/** A text field, combo box, spin button or slider without a label. */
export const fieldLabel: Rule = {
  id: 'field-label',
  severity: 'error',
  source: 'WCAG 2.2, 1.3.1 Info and Relationships (A), and 3.3.2 Labels or Instructions (A)',
  summary: 'A field has no label.',
  mend: {
    gtk: 'Tie the label to it: gtk_label_set_mnemonic_widget(); in GTK 4 also the relation LABELLED_BY.',
    qt: 'Tie the label to it: QLabel::setBuddy(), or QFormLayout::addRow(); or call setAccessibleName().',
    web: 'Tie a <label for> to it, or give it aria-label or aria-labelledby.',
    swing: 'Tie the label to it: JLabel.setLabelFor(); or call getAccessibleContext().setAccessibleName().',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (!isField(node) || isPartOfControl(node) || hintOf(node) !== '') continue
      if (!takesInput(node) || isDocument(node)) continue
      if (nameOf(node) !== '' && !isNamedByContent(node)) continue
      const label = labelBeside(node)
      const beside =
        label === undefined ? '' : ` The text ${JSON.stringify(nameOf(label))} beside it is not tied to it.`
      yield { node, seen: `The ${node.role} has no label.${beside}` }
    }
  },
}

const takesInput = (node: SnapshotNode) =>
  (node.role !== 'textbox' && node.role !== 'searchbox') || node.state('editable') === true

/** GTK 3 calls a combo box by what is chosen, and Qt a spin button by its number, where nothing else names it. */
function isNamedByContent(node: SnapshotNode): boolean {
  if (inPage(node) || (node.role !== 'combobox' && node.role !== 'spinbutton') || isOfSwing(node)) return false
  return node.value !== undefined && nameOf(node) === node.value.trim()
}

/** The bridge of Swing calls a combo box by what is chosen, also where it has a label. What it holds tells that it is one of Swing's. */
const isOfSwing = ({ children }: SnapshotNode): boolean =>
  children.some(({ platformRole }) => platformRole === 'popup menu')

/** The text that an editor is for: it takes a large part of the window, whose title names it. */
function isDocument(node: SnapshotNode): boolean {
  if (node.state('multiline') !== true) return false
  const [own, whole] = [node.bounds, windowOf(node)?.bounds]
  return own !== undefined && whole !== undefined && own.width * own.height > (whole.width * whole.height) / 3
}

function labelBeside(node: SnapshotNode): SnapshotNode | undefined {
  const siblings = node.parent?.children ?? []
  const at = siblings.findIndex(({ index }) => index === node.index)
  const texts = [siblings[at - 1], siblings[at + 1]].filter((each) => each?.role === 'text')
  const { bounds } = node
  return texts.find((text) => {
    const place = text?.bounds
    if (text === undefined || bounds === undefined || place === undefined || nameOf(text) === '') return false
    const middle = place.y + place.height / 2
    return place.x <= bounds.x && middle >= bounds.y - place.height && middle <= bounds.y + bounds.height
  })
}
