import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, above, isControl, isPartOfControl, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

const WIDGETS =
  '(?:button|box|edit|label|entry|view|widget|field|input|slider|image|img|icon|menuitem|panel|frame|bar|switch)'

const CLASS = new RegExp(`^(?:Q|Gtk|Adw|Hdy|wx|K|J)[A-Z][A-Za-z0-9]*${WIDGETS}$`, 'i')
const OBJECT = new RegExp(`^[A-Za-z]*${WIDGETS}[_-]?\\d+$`, 'i')

/** What a name is when it was written for a program, with the roles that may bear such a text as their content. */
const KINDS: readonly { what: string; fits(name: string, node: SnapshotNode): boolean }[] = [
  {
    what: 'the name of a class',
    fits: (name) => CLASS.test(name),
  },
  {
    what: 'the name of an object in the source',
    fits: (name) => OBJECT.test(name) && !/^\d/.test(name),
  },
  { what: 'an object printed with its address', fits: (name) => /\bat 0x[0-9a-f]{6,}|^0x[0-9a-f]{8,}$/i.test(name) },
  {
    what: 'the name of an icon',
    fits: (name) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*-symbolic$/.test(name) ||
      /^gtk-[a-z-]+$/.test(name) ||
      /^(?:document|edit|go|list|media|view|window|system|zoom|format|object|process|dialog|mail)-[a-z]+(?:-[a-z]+)*$/.test(
        name,
      ),
  },
  {
    what: 'the name of a picture file',
    // A link, a tab or a menu entry may well be about a file.
    fits: (name, { role }) =>
      /^\S+\.(?:png|svgz?|gif|jpe?g|ico|xpm|webp|bmp)$/i.test(name) &&
      ['button', 'switch', 'checkbox', 'radio'].includes(role),
  },
  { what: 'a character of an icon font', fits: (name) => /^[\uE000-\uF8FF\s]+$/.test(name) },
  {
    what: 'its role and no more',
    // A tool that draws a button is called so, too.
    fits: (name, node) => {
      const { role, platformRole } = node
      if (['menu', 'menuitem', 'tab', 'switch', 'link'].includes(role) || above(node, 'toolbar') !== undefined)
        return false
      return [role, platformRole?.toLowerCase()].includes(name.toLowerCase())
    },
  },
]

// GTK calls the icon in a text field by its name in the theme, which no person hears.
const isImage = (node: SnapshotNode): boolean => node.role === 'img' && !isPartOfControl(node)

/** A control whose name is of use to its programmers alone. */
export const nameText: Rule = {
  id: 'name-text',
  severity: 'error',
  source: 'WCAG 2.2, 2.4.6 Headings and Labels (AA), and 4.1.2 Name, Role, Value (A)',
  summary: 'The name of a control is a class, an object, an icon, a file or a placeholder.',
  mend: {
    gtk: 'Name it by what it does; gtk_widget_set_name() is for style sheets, not for people.',
    qt: 'Name it by what it does with setText() or setAccessibleName(); setObjectName() is not for people.',
    web: 'Write text or aria-label that says what it does.',
    swing: 'Name it by what it does with setText() or setAccessibleName(); setName() is not for people.',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      const name = nameOf(node)
      if (name === '' || !(isControl(node) || isImage(node))) continue
      const kind = KINDS.find(({ fits }) => fits(name, node))
      if (kind !== undefined) yield { node, seen: `The name ${JSON.stringify(name)} is ${kind.what}.` }
    }
  },
}
