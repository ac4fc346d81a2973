/** Parts of a text that another one has, too (from where, how many), or a part of its own. */
export type Run = readonly [start: number, count: number] | string

// What a node of a tree begins with. In a JSON text no string can hold it: its quotes would be escaped.
const NODE = '{"role":"'

/** The JSON text of a tree, cut before each node. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(NODE, 1); at >= 0; at = text.indexOf(NODE, at + 1)) {
    parts.push(text.slice(from, at))
    from = at
  }
  parts.push(text.slice(from))
  return parts
}

/** `parts`, as far as can be by those that there were before. */
export function runsOf(parts: readonly string[], before: readonly string[]): Run[] {
  const places = new Map<string, number>()
  for (let at = before.length - 1; at >= 0; at--) places.set(before[at] as string, at)
  const runs: Run[] = []
  let start = 0
  let count = 0
  for (const part of parts) {
    if (count > 0 && before[start + count] === part) {
      count++
      continue
    }
    if (count > 0) runs.push([start, count])
    const place = places.get(part)
    count = place === undefined ? 0 : 1
    if (place === undefined) runs.push(part)
    else start = place
  }
  if (count > 0) runs.push([start, count])
  return runs
}

/** What {@link runsOf} was given. */
export function partsBy(runs: readonly Run[], before: readonly string[]): string[] {
  return runs.flatMap((run) => (typeof run === 'string' ? [run] : before.slice(run[0], run[0] + run[1])))
}
