import { checkArgument, checkOptions, count, flag, type Requirement, someText, waiting } from './call/arguments.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { SurehandError } from './errors.js'
import type { Scope } from './look/scope.js'
import { quote } from './selector/index.js'
import { columnOf, type Grid, type GridRow, gridOf, isTable, lettersOf, textOf } from './tree/grid.js'
import { escaped, quoted } from './tree/quoted.js'
import type { Snapshot, SnapshotNode } from './tree/snapshot.js'

/** A row of a table, as it was when it was read. */
export interface TableRow<Cell> {
  /** From 0; the row of headers does not count. Of a sheet: its row, 0 is the row 1. */
  index: number
  /** What its cells say. */
  texts: string[]
  /** A locator of each cell: it is that element and no other, or, in a tree of Qt, the cell in this place that says the same. */
  cells: Cell[]
}

/** The options of what reads many rows. */
export interface TableOptions extends WaitOptions {
  /** Of a table whose tree is cut, those rows that are there. Default: false, INCOMPLETE_TREE. */
  atLeast?: boolean
}

/** What a table needs of the locator that it belongs to. */
interface Place<Cell> {
  readonly scope: Scope & { readonly defaults: { signal?: AbortSignal } }
  readonly selector: string
  toString(): string
  resolved(limits: Limits): Promise<Place<Cell>>
  snapshot(options: { timeout: number; signal: AbortSignal | undefined; text: true }): Promise<Snapshot>
  ofRef(ref: string): Cell
  locator(selector: string): Cell
}

interface Read<Cell> {
  place: Place<Cell>
  grid: Grid
  cuts: readonly string[]
}

const reading = { ...waiting, atLeast: flag }
const columnOfTable: Requirement = {
  accepts: (value) => count.accepts(value) || someText.accepts(value),
  expected: 'the index of a column, from 0, or the name of its header',
}

/**
 * The rows and columns of a table: a grid, a list with columns, a table of a page, a sheet. It holds nothing: each call reads the one
 * element that its locator matches. NOT_ACTIONABLE when that is no table, or its cells cannot be told to be in rows; INCOMPLETE_TREE
 * when the tree is cut where there are more rows.
 */
export class Table<Cell> {
  /** @internal Use `locator.table()`. */
  constructor(private readonly place: Place<Cell>) {}

  toString(): string {
    return `the table ${this.place}`
  }

  /** The texts of its column headers; none where it has no headers. Of a sheet: the letters of the columns that are there. */
  async headers(options?: WaitOptions): Promise<string[]> {
    const { grid } = await this.read('headers', options)
    return [...grid.headers]
  }

  /** Its rows, without the one of headers: what they say, and a locator of each cell. */
  async rows(options?: TableOptions): Promise<TableRow<Cell>[]> {
    const { grid, place } = await this.whole('rows', options)
    return grid.rows.map((row) => ({
      index: row.index,
      texts: row.cells.map((cell) => says(grid, cell)),
      cells: row.cells.map((cell) => locatorOf(grid, place, cell)),
    }))
  }

  /**
   * The cell in a row, from 0, and a column: its index, from 0, or its header's name. `await (await table.cell(2, 'Name')).click()`.
   * NOT_FOUND with the columns there are, or how many rows. Of a sheet, columns are called by their letters, and the cell need not show.
   */
  async cell(row: number, column: number | string, options?: WaitOptions): Promise<Cell> {
    const call = 'table.cell(row, column)'
    checkArgument(call, 'row', row, count)
    checkArgument(call, 'column', column, columnOfTable)
    const read = await this.read('cell', options)
    const { grid, place } = read
    if (grid.isSheet) return this.cellOfSheet(place, row, column)
    const index = typeof column === 'number' ? column : this.columnCalled(grid, column)
    this.refuseCut(read, grid.rows.length)
    const found = grid.rows[row]
    if (found === undefined)
      throw this.missing(`row ${row}`, `It has ${grid.rows.length} rows, and the first one is 0.`)
    const cell = this.inColumn(grid, found, index, typeof column === 'string')
    return locatorOf(grid, place, cell)
  }

  /**
   * Its texts: an object for each row, by the names of the headers; with `headers: false`, an array for each row. A column without a name
   * is called by its index. AMBIGUOUS when two columns have one name, NOT_ACTIONABLE when it has no headers.
   */
  async toArray(options?: TableOptions & { headers?: true }): Promise<Record<string, string>[]>
  async toArray(options: TableOptions & { headers: false }): Promise<string[][]>
  async toArray(options?: TableOptions & { headers?: boolean }): Promise<Record<string, string>[] | string[][]> {
    const { headers = true, ...own } = options ?? {}
    checkOptions('table.toArray(options)', options, { ...reading, headers: flag })
    const { grid } = await this.whole('toArray', own)
    const texts = grid.rows.map(({ cells }) => cells.map((cell) => says(grid, cell)))
    if (!headers) return texts
    const names = this.namesOf(grid)
    grid.rows.forEach((row) => {
      this.refuseRagged(grid, row)
    })
    return texts.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])))
  }

  private async whole(call: string, options: TableOptions | undefined): Promise<Read<Cell>> {
    const { atLeast = false, ...own } = options ?? {}
    checkOptions(`table.${call}(options)`, options, reading)
    const read = await this.read(call, own)
    if (!atLeast) this.refuseCut(read, read.grid.rows.length)
    return read
  }

  private async read(call: string, options: WaitOptions | undefined): Promise<Read<Cell>> {
    checkOptions(`table.${call}(options)`, options, waiting)
    const limits = limitsOf(this.place.scope, options)
    const place = await this.place.resolved(limits)
    const snapshot = await place.snapshot({ timeout: limits.timeLeft(), signal: limits.signal, text: true })
    const { root } = snapshot
    if (!isTable(root.role)) throw this.unsuitable(`is ${quoted(root.role)}, not a table.`)
    const grid = gridOf(root)
    const how = 'It has neither rows nor headers that fit its cells.'
    if (grid === undefined)
      throw this.unsuitable(`does not say which cells are in one row. ${how} Use locators of its cells.`)
    const cuts = snapshot.cuts.map(({ node, reason }) => `${node.role} (${reason})`)
    return { place, grid, cuts: grid.mayHaveMore ? [...cuts, 'list (virtual)'] : cuts }
  }

  private cellOfSheet(place: Place<Cell>, row: number, column: number | string): Cell {
    const index = typeof column === 'number' ? column : columnOf(column)
    if (index < 0)
      throw this.missing(`column ${quoted(String(column))}`, 'The columns of a sheet are called by letters: "C".')
    return place.locator(`role:cell|name:${lettersOf(index)}${row + 1}`)
  }

  private columnCalled({ headers }: Grid, name: string): number {
    const same = (header: string) => header.trim().toLowerCase() === name.trim().toLowerCase()
    const [index, ...others] = [...headers.keys()].filter((each) => same(headers[each] as string))
    const there = headers.length === 0 ? 'It has no headers.' : `Its columns: ${headers.map(quoted).join(', ')}.`
    if (index === undefined) throw this.missing(`column ${quoted(name)}`, there)
    if (others.length === 0) return index
    const several = [index, ...others]
    throw new SurehandError(
      'AMBIGUOUS',
      `${this.place}: ${several.length} columns are called ${quoted(name)}: ${several.join(', ')}. Use the index of one.`,
      { column: name, columns: several },
    )
  }

  private inColumn(grid: Grid, row: GridRow, column: number, byName: boolean): SnapshotNode {
    if (byName) this.refuseRagged(grid, row)
    const cell = row.cells[column]
    if (cell !== undefined) return cell
    throw this.missing(
      `column ${column}`,
      `Its row ${row.index} has ${row.cells.length} cells, and the first one is 0.`,
    )
  }

  private namesOf({ headers }: Grid): string[] {
    if (headers.length === 0) throw this.unsuitable('has no column headers. Pass `headers: false` for arrays.')
    const names = headers.map((header, index) => (header === '' ? String(index) : header))
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice === undefined) return names
    const more = 'Pass `headers: false` for arrays.'
    throw new SurehandError('AMBIGUOUS', `${this.place}: two columns are called ${quoted(twice)}. ${more}`, {
      column: twice,
    })
  }

  /** Cells that span several rows or columns shift those after them. */
  private refuseRagged({ headers }: Grid, { index, cells }: GridRow): void {
    if (headers.length === cells.length) return
    const what = `has ${headers.length} headers, and its row ${index} has ${cells.length} cells: some may span several columns or rows.`
    throw this.unsuitable(`${what} Use indexes of cells, or \`headers: false\`.`)
  }

  private refuseCut({ cuts }: Read<Cell>, rows: number): void {
    if (cuts.length === 0) return
    throw new SurehandError(
      'INCOMPLETE_TREE',
      `${this.place} shows ${rows} rows here, and its tree is cut where there may be more: ${cuts.slice(0, 3).join(', ')}. ` +
        'With { atLeast: true } rows() and toArray() give those that are there.',
      { selector: this.place.selector, atLeast: rows, cuts },
    )
  }

  private missing(what: string, there: string): SurehandError {
    return new SurehandError('NOT_FOUND', `${this.place} has no ${what}. ${there}`, { selector: this.place.selector })
  }

  private unsuitable(what: string): SurehandError {
    const details = { selector: this.place.selector, check: 'suitable' }
    return new SurehandError('NOT_ACTIONABLE', `${escaped(String(this.place))} ${what}`, details)
  }
}

/** By its ref, or, where that would be gone by the time it is used, by its place and what it says: it is no other then, either. */
function locatorOf<Cell>({ isPassing, rows }: Grid, place: Place<Cell>, cell: SnapshotNode): Cell {
  if (!isPassing) return place.ofRef(cell.ref)
  const index = rows.flatMap(({ cells }) => cells).indexOf(cell)
  const name = cell.name === undefined ? '' : ` | name:${quote(cell.name)}`
  return place.locator(`(role:cell | nth:${index})${name}`)
}

/** A cell of a sheet is named by where it is. */
function says({ isSheet }: Grid, cell: SnapshotNode): string {
  return isSheet ? (cell.value ?? '') : textOf(cell)
}
