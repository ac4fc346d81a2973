import type { SnapshotNode } from './snapshot.js'

/** A table as rows and columns, as far as its tree has them. */
export interface Grid {
  /** The texts of its column headers; none where it has no headers. */
  headers: readonly string[]
  rows: readonly GridRow[]
  /** Whether there may be more rows than these, though the tree is not cut. */
  mayHaveMore: boolean
  /** Its cells lie one after the other in a tree whose toolkit may make them anew each time that it is asked (Qt 6.4). */
  isPassing: boolean
  /** A sheet: its rows and columns are those that the names of its cells say (`C120`), whichever of them show. */
  isSheet: boolean
}

export interface GridRow {
  /** From 0; the row of headers does not count. */
  index: number
  cells: readonly SnapshotNode[]
}

const CELLS: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const TABLES: ReadonlySet<string> = new Set(['table', 'grid', 'tree', 'treegrid'])

export function isTable(role: string): boolean {
  return TABLES.has(role)
}

/** `undefined` where the cells cannot be told to be in rows: neither rows nor headers nor their places say so. */
export function gridOf(table: SnapshotNode): Grid | undefined {
  const parts = partsOf(table)
  if (parts.rows.length > 0) return ofRows(parts.rows, parts.headers)
  if (parts.headers.length === 0 && parts.cells.length > 0 && parts.cells.every(isAddressed))
    return ofSheet(parts.cells)
  const headers = parts.headers.map(textOf)
  const rows = headers.length > 0 ? chunks(parts.cells, headers.length) : byPlace(parts.cells)
  if (rows === undefined) return undefined
  const isPassing = table.role === 'tree'
  return {
    headers,
    rows: rows.map((cells, index) => ({ index, cells })),
    isSheet: false,
    mayHaveMore: false,
    isPassing,
  }
}

/** What a cell says: its value, its name, or what is written in it. */
export function textOf(cell: SnapshotNode): string {
  const own = cell.value ?? cell.name
  if (own !== undefined) return own
  return cell.children
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
}

interface Parts {
  rows: SnapshotNode[]
  headers: SnapshotNode[]
  cells: SnapshotNode[]
}

/** Its rows and cells, also where something holds them in between; what is in a cell is the cell's. */
function partsOf(node: SnapshotNode, parts: Parts = { rows: [], headers: [], cells: [] }): Parts {
  for (const child of node.children) {
    if (child.role === 'row') parts.rows.push(child)
    else if (child.role === 'columnheader') parts.headers.push(child)
    else if (child.role === 'cell' || child.role === 'gridcell') parts.cells.push(child)
    else if (!CELLS.has(child.role) && !isTable(child.role)) partsOf(child, parts)
  }
  return parts
}

// GTK 4 makes about so many rows of a column view, those around what shows, and does not say that there are more.
const MOST_IN_GTK4 = 200

/** @param above headers that are in no row: lists of Windows and of WPF have them in a `header` above the rows. */
function ofRows(all: readonly SnapshotNode[], above: readonly SnapshotNode[]): Grid {
  const [first, ...others] = all as [SnapshotNode, ...SnapshotNode[]]
  const isHeader = holdsHeaders(first, others)
  const headers = (isHeader ? cellsOf(first) : above).map(textOf)
  const rows = (isHeader ? others : all).map((row, index) => ({ index, cells: cellsOf(row) }))
  const mayHaveMore = others.length >= MOST_IN_GTK4 && others.every(({ parent }) => parent?.role === 'list')
  return { headers, rows, isSheet: false, mayHaveMore, isPassing: false }
}

/** GTK 4 has its headers in a row whose parts have no role, above rows of cells. */
function holdsHeaders(first: SnapshotNode, others: readonly SnapshotNode[]): boolean {
  const { children } = first
  if (children.length === 0) return false
  if (children.every(({ role }) => role === 'columnheader')) return true
  const hasCells = (row: SnapshotNode) => row.children.some(({ role }) => CELLS.has(role))
  return !hasCells(first) && others.length > 0 && others.every(hasCells)
}

function cellsOf({ children }: SnapshotNode): SnapshotNode[] {
  const cells = children.filter(({ role }) => CELLS.has(role))
  return cells.length > 0 ? cells : children
}

/** Rows of so many; `undefined` when the last one would be shorter. */
function chunks(cells: readonly SnapshotNode[], size: number): SnapshotNode[][] | undefined {
  if (cells.length % size !== 0) return undefined
  return Array.from({ length: cells.length / size }, (_, row) => cells.slice(row * size, (row + 1) * size))
}

/** A row ends where the next cell is below it; `undefined` when not all say where they are, or the rows are not of one length. */
function byPlace(cells: readonly SnapshotNode[]): SnapshotNode[][] | undefined {
  const rows: SnapshotNode[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const cell of cells) {
    const { bounds } = cell
    if (bounds === undefined) return undefined
    if (bounds.y >= bottom) rows.push([])
    rows[rows.length - 1]?.push(cell)
    bottom = bounds.y + bounds.height
  }
  return rows.every(({ length }) => length === rows[0]?.length) ? rows : undefined
}

const ADDRESS = /^([A-Z]{1,3})([1-9]\d{0,6})$/u

function isAddressed({ name }: SnapshotNode): boolean {
  return ADDRESS.test(name ?? '')
}

function ofSheet(cells: readonly SnapshotNode[]): Grid {
  const rows = new Map<number, Map<number, SnapshotNode>>()
  for (const cell of cells) {
    const [, letters = '', number = ''] = ADDRESS.exec(cell.name ?? '') ?? []
    const row = Number(number) - 1
    if (!rows.has(row)) rows.set(row, new Map())
    rows.get(row)?.set(columnOf(letters), cell)
  }
  const columns = [...new Set([...rows.values()].flatMap((row) => [...row.keys()]))].sort((a, b) => a - b)
  const sorted = [...rows].sort(([a], [b]) => a - b)
  const of = (row: Map<number, SnapshotNode>) => columns.flatMap((column) => row.get(column) ?? [])
  return {
    headers: columns.map(lettersOf),
    rows: sorted.map(([index, row]) => ({ index, cells: of(row) })),
    isSheet: true,
    mayHaveMore: false,
    isPassing: false,
  }
}

/** The number of a sheet's column, from 0; -1 for another text. */
export function columnOf(letters: string): number {
  if (!/^[A-Z]{1,3}$/u.test(letters)) return -1
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
