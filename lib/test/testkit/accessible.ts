import { checkOptions, texts, waiting, text as written } from '../../sdk/call/arguments.js'
import type { WaitOptions } from '../../sdk/call/limits.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'
import { type AuditReport, audit } from '../audit/audit.js'
import { withoutKnown } from '../audit/known-findings.js'
import { reportText } from '../audit/report-text.js'
import { type Context, expected, type Outcome, type Subject } from './expectation.js'
import { ofOne } from './judgement.js'

/** Which rules count, and which findings are accepted. */
export interface AccessibleOptions extends WaitOptions {
  /** Ids of the only rules to apply (`surehand audit` prints them). Default: all. */
  rules?: readonly string[]
  /** Ids of rules to leave out. */
  without?: readonly string[]
  /** A file that `surehand audit --baseline FILE --update-baseline` wrote: what is in it is left out. A path from the working folder. */
  baseline?: string
}

/** Audits the subject and what is in it: no new finding may be left, error or warning. */
export function toBeAccessible(this: Context, subject: unknown, given?: unknown): Promise<Outcome> {
  checkOptions('expect(subject).toBeAccessible(options)', given, {
    ...waiting,
    rules: texts,
    without: texts,
    baseline: written,
  })
  const { rules, without, baseline, ...waits } = (given ?? {}) as AccessibleOptions
  return expected(
    this,
    {
      matcher: 'toBeAccessible',
      subject: subject as Subject,
      expected: 'no finding of the audit',
      unexpected: 'a finding of the audit',
      async look({ sight }) {
        const seen = await sight()
        const [node] = seen.nodes
        const report = node && audit(seen.snapshot, { rules, without, top: node })
        const fresh = report && (await freshOf(report, baseline))
        return ofOne(seen, ({ snapshot }) => {
          if (report === undefined || fresh === undefined || fresh.length === 0) {
            return { holds: isRead(snapshot) ? true : undefined, seen: inFull(report) }
          }
          return { holds: false, seen: failed({ ...report, findings: fresh }) }
        })
      },
    },
    waits,
  )
}

/** What was not read may have faults; closed menus and rows out of sight are not judged anyway. */
const isRead = (snapshot: Snapshot): boolean =>
  snapshot.cuts.every(({ reason }) => reason === 'closed' || reason === 'virtual' || reason === 'hidden')

async function freshOf({ findings }: AuditReport, baseline: string | undefined) {
  return baseline === undefined ? findings : (await withoutKnown(findings, baseline)).fresh
}

const inFull = (report: AuditReport | undefined): string =>
  `no finding among ${report?.judged ?? 0} elements${report?.cuts.map((cut) => `; not read: ${cut}`).join('') ?? ''}`

function failed(report: AuditReport): string {
  const { length } = report.findings
  const lines = reportText(report, '').split('\n')
  const shown = lines.filter((line) => !line.startsWith('  How to mend it'))
  return `${length} ${length === 1 ? 'finding' : 'findings'}${shown.map((line) => `\n    ${line}`).join('')}`
}
