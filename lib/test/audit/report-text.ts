import type { AuditReport } from './audit.js'
import type { Finding } from './finding.js'
import type { RuleText, Toolkit } from './rule.js'

const TOOLKITS: readonly { toolkit: Toolkit; called: string; fits: RegExp }[] = [
  // GTK 2 calls itself GAIL.
  { toolkit: 'gtk', called: 'GTK', fits: /^(gtk|gail)/i },
  { toolkit: 'qt', called: 'Qt', fits: /^qt/i },
  { toolkit: 'web', called: 'Web', fits: /chrom|gecko|firefox|webkit|electron/i },
  { toolkit: 'swing', called: 'Swing', fits: /java|swing/i },
]

/** The report for a person: by rule, each element with its path and a selector, and how to mend it in this toolkit. */
export function reportText({ findings, rules }: Pick<AuditReport, 'findings' | 'rules'>, toolkit: string): string {
  const groups = rules.flatMap((rule) => {
    const of = findings.filter((finding) => finding.rule === rule.id)
    return of.length === 0 ? [] : [groupText(rule, of, toolkit)]
  })
  return groups.join('\n\n')
}

/** The counts of a report, in lines. */
export function summaryLines({ findings, judged, hidden, controls, cuts }: AuditReport): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return [
    `${errors} ${errors === 1 ? 'error' : 'errors'}, ${counted(findings.length - errors, 'warning')}; ` +
      `${counted(judged, 'element')} judged, ${hidden} hidden and not judged.`,
    `Automatable: ${controls.automatable} of ${counted(controls.total, 'control')} are found by role and name alone.`,
    ...cuts.map((cut) => `Not read, and so not judged: ${cut}`),
  ]
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function groupText(rule: RuleText, findings: readonly Finding[], toolkit: string): string {
  const lines = findings.flatMap(({ path, selector, seen }) => [`  ${path}`, `    ${seen}`, `    ${selector}`])
  const mend = mendOf(rule, toolkit).map((line) => `  ${line}`)
  return [`${rule.severity} ${rule.id}: ${rule.summary} (${rule.source})`, ...lines, ...mend].join('\n')
}

/** For the toolkit of the program, or for each where it is none of these. */
export function mendOf({ mend }: RuleText, toolkit: string): string[] {
  const fitting = TOOLKITS.filter(({ fits }) => fits.test(toolkit))
  return (fitting.length > 0 ? fitting : TOOLKITS).map(
    (each) => `How to mend it, ${each.called}: ${mend[each.toolkit]}`,
  )
}
