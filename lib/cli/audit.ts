import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { App } from '../sdk/app.js'
import type { Desktop } from '../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'
import { type AuditReport, audit as judge } from '../test/audit/audit.js'
import { withoutKnown, writeKnown } from '../test/audit/known-findings.js'
import { reportText, summaryLines } from '../test/audit/report-text.js'
import { sarifOf } from '../test/audit/sarif.js'
import { type TabOrderResult, tabOrder, tryTabOrder } from '../test/audit/tab-order.js'
import { appOf, checkProgram, desktopOf, type ProgramOptions } from './named-program.js'
import { version } from './version.js'

export interface AuditCommandOptions extends ProgramOptions {
  /** Prints the report as data. */
  json?: boolean
  /** The file that the report is written to as SARIF. */
  sarif?: string
  /** The file of accepted findings. */
  baseline?: string
  updateBaseline?: boolean
  /** Ids of the only rules to apply, and of rules to leave out. */
  rules?: string[]
  without?: string[]
  /** Audits the one element that this selector means, and what is in it. */
  within?: string
  /** Presses Tab in the program, too. */
  try?: boolean
}

// ms until the program has come to rest; one that goes on changing is judged as it is then.
const REST = 15_000

interface Outcome extends AuditReport {
  program: string
  toolkit: string
  known: number
  gone: number
  tabs?: TabOrderResult
}

/** Prints what is wrong with a program. Resolves to whether it has no new finding of severity `error`. */
export async function audit(program: readonly string[], options: AuditCommandOptions): Promise<boolean> {
  checkProgram('audit', program, options)
  if (options.updateBaseline && options.baseline === undefined) {
    const message = 'surehand audit: --update-baseline writes the file of --baseline: give both.'
    throw new SurehandError('INVALID_ARGUMENT', message, {})
  }
  const ends: (() => Promise<unknown>)[] = []
  try {
    const desktop = await desktopOf(options, { width: 1280, height: 960 }, ends)
    const app = await appOf(desktop, program, options, new AbortController().signal)
    // One that ran before goes on running.
    ends.push(() => app[Symbol.asyncDispose]())
    const report = await withTries(await reportOf(desktop, app, options), desktop, app, options)
    const { baseline, updateBaseline, sarif } = options
    if (updateBaseline && baseline !== undefined) await writeKnown(report.findings, baseline)
    const { fresh, known, gone } =
      baseline === undefined
        ? { fresh: report.findings, known: 0, gone: 0 }
        : await withoutKnown(report.findings, baseline)
    const outcome: Outcome = { ...report, findings: fresh, known, gone, ...named(app, program) }
    if (sarif !== undefined) {
      const log = sarifOf(outcome, { ...named(app, program), version: version() })
      await writeFile(sarif, `${JSON.stringify(log, null, 2)}\n`)
    }
    console.log(options.json ? JSON.stringify(outcome, null, 2) : asText(outcome))
    return fresh.every(({ severity }) => severity !== 'error')
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** What reports call it: the word that was typed, or its executable. */
const named = ({ executable, name, toolkit }: App, [command]: readonly string[]) => ({
  program: basename(command ?? (executable || name)),
  toolkit,
})

async function reportOf(desktop: Desktop, app: App, { rules, without, within }: AuditCommandOptions) {
  await app.waitForIdle({ timeout: REST }).catch((error: unknown) => {
    if (!isSurehandError(error, 'TIMEOUT')) throw error
  })
  const snapshot = await app.snapshot()
  const [display] = await desktop.displays()
  const top = within === undefined ? undefined : snapshot.findAll(within)
  if (top !== undefined && top.length !== 1) {
    const message = `surehand audit: --within ${within} matches ${top.length} elements of ${app}; name one.`
    throw new SurehandError('INVALID_ARGUMENT', message, {})
  }
  return judge(snapshot, { rules, without, top: top?.[0], scale: display?.scale })
}

async function withTries(
  report: AuditReport,
  desktop: Desktop,
  app: App,
  options: AuditCommandOptions,
): Promise<AuditReport & { tabs?: TabOrderResult }> {
  if (options.try !== true) return report
  const tabs = await tryTabOrder(desktop, app)
  return { ...report, rules: [...report.rules, tabOrder], findings: [...report.findings, ...tabs.findings], tabs }
}

function asText(outcome: Outcome): string {
  const { toolkit, program, known, gone, tabs } = outcome
  const lines = [`${program} (${toolkit || 'unknown toolkit'})`, ...summaryLines(outcome)]
  if (known > 0) lines.push(`${known} known and left out, by the baseline.`)
  if (gone > 0) lines.push(`${gone} of the baseline not found any more: --update-baseline takes them out.`)
  if (tabs?.incomplete !== undefined) lines.push(`Tab order not judged: ${tabs.incomplete}.`)
  else if (tabs !== undefined) lines.push(`Tab order: ${tabs.order.length} elements had the focus.`)
  return [reportText(outcome, toolkit), lines.join('\n')].filter((part) => part !== '').join('\n\n')
}
