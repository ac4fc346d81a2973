import type { WaitOptions } from '../../sdk/call/limits.js'
import { baselineOf, MISSING, mayWrite, named, type SnapshotContext } from './baseline.js'
import { type Context, expected, type Outcome, type Subject } from './expectation.js'
import { ofOne } from './judgement.js'
import { shownPath } from './results.js'
import { settling } from './settled.js'
import { compareTrees, treeLines } from './tree-text.js'

/** Compares the tree of the subject with the text in a file, and writes the file where there is none. */
export async function toMatchTreeSnapshot(
  this: Context & SnapshotContext,
  subject: unknown,
  first?: unknown,
  second?: unknown,
): Promise<Outcome> {
  const not = this.isNot === true
  const { name, options } = named<WaitOptions>(first, second)
  const baseline = baselineOf(this, 'toMatchTreeSnapshot', name, '.tree.txt')
  const { file, update } = baseline
  const kept = (await baseline.read())?.toString('utf8').trimEnd().split('\n')
  const settled = settling<string[]>((a, b) => a.join('\n') === b.join('\n'))
  let lines: string[] = []
  const outcome = await expected(
    this,
    {
      matcher: 'toMatchTreeSnapshot',
      subject: subject as Subject,
      expected: `the tree in ${shownPath(file)}`,
      async look({ sight, soon }) {
        const seen = await sight()
        return ofOne(seen, (node) => {
          lines = treeLines(node)
          const { same, difference } =
            kept === undefined ? { same: false, difference: lines } : compareTrees(kept, lines)
          if (same) return { holds: true, seen: 'that tree' }
          if (!not && mayWrite(update, kept)) {
            soon(SOON)
            return { holds: settled(lines) ? true : undefined, seen: 'a tree that goes on changing' }
          }
          return { holds: kept === undefined ? undefined : false, seen: shown(kept, difference) }
        })
      },
    },
    options,
  )
  if (outcome.pass === not) baseline.count('unmatched')
  else if (kept !== undefined && (not || compareTrees(kept, lines).same)) baseline.count('matched')
  else
    await baseline.write(
      `${(kept === undefined ? lines : compareTrees(kept, lines).resolved).join('\n')}\n`,
      kept === undefined ? 'added' : 'updated',
    )
  return outcome
}

// ms between looks while it is waited until nothing changes.
const SOON = 50
// Lines of a difference that a message shows; the file of the failed test has them all.
const SHOWN = 40

function shown(kept: readonly string[] | undefined, difference: readonly string[]): string {
  if (kept === undefined) return MISSING
  const more = difference.length > SHOWN ? `\n    … and ${difference.length - SHOWN} more lines` : ''
  const lines = difference.slice(0, SHOWN).map((line) => `\n    ${line}`)
  return `another tree (- kept, + seen; -u accepts it):${lines.join('')}${more}`
}
