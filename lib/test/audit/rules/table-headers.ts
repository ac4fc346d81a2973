import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import { type AuditedTree, isCut, nameOf } from '../audited-tree.js'
import type { Fault, Rule } from '../rule.js'

const TABLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid'])
const CELLS: ReadonlySet<string> = new Set(['cell', 'gridcell'])
const HEADERS: ReadonlySet<string> = new Set(['columnheader', 'rowheader'])

/** A table of two columns or more whose columns are called nothing. */
export const tableHeaders: Rule = {
  id: 'table-headers',
  severity: 'error',
  source: 'WCAG 2.2, 1.3.1 Info and Relationships (A)',
  summary: 'A table of several columns has no column headers.',
  mend: {
    gtk: 'Give each GtkTreeViewColumn a title and show the headers; in GTK 4 title each GtkColumnViewColumn.',
    qt: 'Show the horizontal header, and name its sections (setHorizontalHeaderLabels(), headerData()).',
    web: 'Write the first row as <th scope="col">.',
    swing: 'Put the JTable in a JScrollPane, and name its columns (TableModel.getColumnName()).',
  },
  *find(tree: AuditedTree): Iterable<Fault> {
    for (const node of tree.shown) {
      if (!TABLES.has(node.role) || isCut(node) || isOfSwing(node)) continue
      const below = [...node.descendants()]
      if (isHeaded(below)) continue
      const columns = columnsOf(below)
      // A table to pick a character from.
      if (cellsOf(below).every((cell) => [...textOf(cell)].length === 1)) continue
      if (columns < 2 || rowsOf(below) < 2) continue
      yield { node, seen: `The ${node.role} has ${columns} columns and no column header with a name.` }
    }
  },
}

/** The bridge of Swing publishes no header of a table; where the table lies tells that it is one of Swing's. */
const isOfSwing = ({ parent }: SnapshotNode): boolean => parent?.platformRole === 'viewport'

/** Qt numbers the columns and rows that have no names. */
function isHeaded(below: readonly SnapshotNode[]): boolean {
  return [...HEADERS].some((role) => {
    const names = below.filter((each) => each.role === role).map(nameOf)
    return names.some((name, index) => name !== '' && name !== String(index + 1))
  })
}

/** Cells with text; an icon beside the text is a column for GTK and for no person, and what a cell of GTK is drawn of are cells in it. */
const cellsOf = (below: readonly SnapshotNode[]) =>
  below.filter((each) => {
    if (!CELLS.has(each.role) || each.state('visible') !== true || textOf(each) === '') return false
    const isPlaced = each.bounds !== undefined || each.attributes.row !== undefined
    return isPlaced && !CELLS.has(each.parent?.role ?? '')
  })

const textOf = (cell: SnapshotNode): string =>
  nameOf(cell) || (cell.value ?? '').trim() || [...cell.descendants()].map(nameOf).join('')

/** Of the row with the most: a heading among the rows begins farther to the left, and is no column. */
function columnsOf(below: readonly SnapshotNode[]): number {
  const rows = new Map<string | number | undefined, number>()
  for (const cell of cellsOf(below)) {
    const row = cell.attributes.row ?? cell.bounds?.y
    rows.set(row, (rows.get(row) ?? 0) + 1)
  }
  return Math.max(0, ...rows.values())
}

const rowsOf = (below: readonly SnapshotNode[]): number =>
  new Set(cellsOf(below).map((each) => each.attributes.row ?? each.bounds?.y)).size
