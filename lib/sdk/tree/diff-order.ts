/** An entry of a diff as its native row tells of it, without what reading the trees would cost. */
export interface Row<List extends string = string> {
  list: List
  /** Which of the list. */
  row: number
  /** 0 unknown, 1 out of view, 2 in view. */
  shows: number
  /** 0 a window, 1 a value, 2 a text, 3 a state, 4 anything else, 5 what is in a window that came or went. */
  matters: number
}

const IN_A_WINDOW = 5
const OUT_OF_VIEW = 1
// Entries that say what an action did even where they are out of view: windows, values, texts.
const SAYS_SOMETHING = 2
// Of these, when nothing else is there to be shown.
const UNSEEN_LINES = 2

/**
 * Which entries a reader of the first few is to see, in this order: what was acted on, windows, values, texts, states, the rest. What is in
 * a window that came or went is part of that window's line. What is out of view is counted and not listed, unless it was acted on.
 */
export function inOrder<R extends Row>(rows: readonly R[], isActedOn: (row: R) => boolean): { rows: R[]; unseen: R[] } {
  const first: R[] = []
  const ranks: R[][] = [[], [], [], [], []]
  const unseen: R[] = []
  for (const row of rows) {
    if (isActedOn(row)) first.push(row)
    else if (row.matters === IN_A_WINDOW) continue
    else if (row.shows === OUT_OF_VIEW) unseen.push(row)
    else ranks[row.matters]?.push(row)
  }
  const listed = [first, ...ranks].flat()
  const stands =
    listed.length > 0 ? [] : unseen.filter(({ matters }) => matters <= SAYS_SOMETHING).slice(0, UNSEEN_LINES)
  return { rows: [...listed, ...stands], unseen: unseen.filter((row) => !stands.includes(row)) }
}

/** The rows of one list that are kept when there is no place for all, in their own order. */
export function mostImportant<R extends Row>(rows: readonly R[], most: number): readonly R[] {
  if (rows.length <= most) return rows
  const weight = ({ shows, matters }: R) => (shows === OUT_OF_VIEW ? IN_A_WINDOW + 1 : 0) + matters
  const sorted = [...rows].sort((a, b) => weight(a) - weight(b) || a.row - b.row)
  return sorted.slice(0, most).sort((a, b) => a.row - b.row)
}

/** How many of the rows after this one are in its window. */
export function inItsWindow(rows: readonly Row[], { row }: Row): number {
  let count = 0
  while (rows[row + 1 + count]?.matters === IN_A_WINDOW) count++
  return count
}
