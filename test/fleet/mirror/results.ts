import type { Finding, Tally } from './rounds.js'

/** The results of one toolkit. */
export interface Result {
  toolkit: string
  version: string
  seed: number
  tally: Tally
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** A table by toolkit, one by answer and field, and the first difference of each kind in full. */
export function resultsText(results: readonly Result[]): string {
  const rows = results.map(({ toolkit, version, seed, tally }) => {
    const { snapshot, tree, kept, count, click } = tally.comparisons
    const cells = [
      toolkit,
      version,
      seed,
      tally.mutations,
      snapshot,
      tree,
      kept,
      count,
      click,
      sum(tally.leftOut),
      tally.restless,
    ]
    return `| ${[...cells, tally.findings.length].join(' | ')} |`
  })
  return `| toolkit | version | seed | mutations | snapshots | trees | kept trees | counts | clicks | clicks left out | not at rest | differences |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
${results.map(differencesText).join('')}`
}

const kindOf = ({ answer, field }: Finding) => `${answer}: ${field}`

function differencesText({ toolkit, tally }: Result): string {
  const kinds = new Map<string, Finding[]>()
  for (const finding of tally.findings) kinds.set(kindOf(finding), [...(kinds.get(kindOf(finding)) ?? []), finding])
  return [...kinds]
    .map(([kind, [first, ...rest]]) => {
      if (first === undefined) return ''
      const { mutation, said, round, node, path, long, fresh } = first
      return `
${toolkit}: ${kind}, ${rest.length + 1} times; the first:
  mutation ${round}: ${mutation}: ${said}
  node: ${node}${path ? ` (${path})` : ''}
  long-lived desktop: ${shown(long)}
  fresh desktop: ${shown(fresh)}
`
    })
    .join('')
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 600)
