import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

// Message boxes (alertdialog) have their text for a title, by GNOME's and KDE's guidelines; popups have none.
const TITLED: ReadonlySet<string> = new Set(['window', 'dialog'])
const PLATFORM: ReadonlySet<string> = new Set(['frame', 'dialog', 'file chooser', 'color chooser', 'font chooser'])

/** A window that is called nothing, or by the file that it was started from. */
export const windowTitle: Rule = {
  id: 'window-title',
  severity: 'error',
  source: 'WCAG 2.2, 2.4.2 Page Titled (A); EN 301 549, 11.2.4.2',
  summary: 'A window has no title.',
  mend: {
    gtk: 'Call gtk_window_set_title().',
    qt: 'Call setWindowTitle().',
    web: 'Write a <title>.',
    swing: 'Call setTitle().',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (!isTitled(node)) continue
      const name = nameOf(node)
      if (name === '') yield { node, seen: `The ${node.role} has no title.` }
      else if (/^\S+\.(py|js|sh|pl|rb|exe|jar|bin)$/i.test(name) || /^python[\d.]*$/.test(name)) {
        yield { node, seen: `The title ${JSON.stringify(name)} is the program's file: the ${node.role} has none.` }
      }
    }
  },
}

function isTitled(node: SnapshotNode): boolean {
  if (!TITLED.has(node.role) || node.parent?.role !== 'application') return false
  return node.platformRole === undefined || PLATFORM.has(node.platformRole)
}
