/**
 * A text that a person has edited, with what is new in the text that it was made from: `before` became `after`. What is new stands where it
 * would without the edits, below the nearest line that both have.
 */
export function keptEdits(edited: string, before: string, after: string): string {
  if (edited === before) return after
  const [mine, old, now] = [edited, before, after].map((text) => text.split('\n')) as [string[], string[], string[]]
  const head = common(old, now)
  const tail = common(old.slice(head).reverse(), now.slice(head).reverse())
  const gone = old.slice(head, old.length - tail)
  const come = now.slice(head, now.length - tail)
  const at = gone.length === 0 ? -1 : lastIndexOf(mine, gone)
  if (at >= 0) mine.splice(at, gone.length, ...come)
  else mine.splice(placeOf(mine, old, head, tail), 0, ...come)
  return mine.join('\n')
}

/** How many lines are the same at the beginning. */
function common(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return index
  return length
}

function lastIndexOf(lines: readonly string[], part: readonly string[]): number {
  for (let at = lines.length - part.length; at >= 0; at--) {
    if (part.every((line, index) => lines[at + index] === line)) return at
  }
  return -1
}

/** Before what follows, where that is the end of both; else below the nearest line above. */
function placeOf(mine: readonly string[], old: readonly string[], head: number, tail: number): number {
  const end = common([...mine].reverse(), [...old].reverse())
  if (end >= tail) return mine.length - tail
  for (let line = head - 1; line >= 0; line--) {
    const at = old[line] === '' ? -1 : mine.lastIndexOf(old[line] as string)
    if (at >= 0) return at + 1
  }
  return mine.length
}
