import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { App } from '../sdk/app.js'
import type { Desktop } from '../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'
import type { Snapshot } from '../sdk/tree/snapshot.js'
import { type AuditReport, isChosen, audit as judge } from '../test/audit/audit.js'
import { withoutKnown, writeKnown } from '../test/audit/known-findings.js'
import { reportText, summaryLines } from '../test/audit/report-text.js'
import { contrast } from '../test/audit/rules/contrast.js'
import { sarifOf } from '../test/audit/sarif.js'
import type { Picture } from '../test/audit/screen-picture.js'
import { type TriesResult, tryProgram } from '../test/audit/tries/tries.js'
import { tryRules } from '../test/audit/tries/try-rules.js'
import { reportPage } from './audit/report-page.js'
import { pictureOf } from './inspect/picture-of.js'
import { appOf, checkProgram, desktopOf, type ProgramOptions } from './named-program.js'
import { version } from './version.js'

export interface AuditCommandOptions extends ProgramOptions {
  /** Prints the report as data. */
  json?: boolean
  /** The file that the report is written to as SARIF. */
  sarif?: string
  /** The file that the report is written to as a page. */
  html?: string
  /** The file of accepted findings. */
  baseline?: string
  updateBaseline?: boolean
  /** Ids of the only rules to apply, and of rules to leave out. */
  rules?: string[]
  without?: string[]
  /** Audits the one element that this selector means, and what is in it. */
  within?: string
  /** Presses keys in the program, too. */
  try?: boolean
}

// ms until the program has come to rest; one that goes on changing is judged as it is then.
const REST = 15_000
// ms to take a picture in.
const PATIENCE = 10_000

interface Outcome extends AuditReport {
  program: string
  toolkit: string
  known: number
  gone: number
  tabs?: Omit<TriesResult, 'findings'>
}

/** What was judged, and what of it a report shows. */
interface Seen {
  report: AuditReport
  snapshot: Snapshot
  picture: Picture | undefined
  noPicture: string | undefined
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
    const seen = await seenOf(desktop, app, options)
    const outcome = await outcomeOf(await withTries(seen.report, desktop, app, options), named(app, program), options)
    await writeReports(outcome, seen, options)
    console.log(options.json ? asData(outcome) : asText(outcome))
    return outcome.findings.every(({ severity }) => severity !== 'error')
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** What reports call it: the word that was typed, or its executable. */
const named = ({ executable, name, toolkit }: App, [command]: readonly string[]) => ({
  program: basename(command ?? (executable || name)),
  toolkit,
})

async function seenOf(desktop: Desktop, app: App, options: AuditCommandOptions): Promise<Seen> {
  const { rules, without, within, html } = options
  await app.waitForIdle({ timeout: REST }).catch((error: unknown) => {
    if (!isSurehandError(error, 'TIMEOUT')) throw error
  })
  const snapshot = await app.snapshot()
  const needed = html !== undefined || isChosen(contrast.id, options)
  const { picture, noPicture } = needed ? await pictured(desktop, app) : {}
  const [display] = await desktop.displays()
  const top = within === undefined ? undefined : snapshot.findAll(within)
  if (top !== undefined && top.length !== 1) {
    const message = `surehand audit: --within ${within} matches ${top.length} elements of ${app}; name one.`
    throw new SurehandError('INVALID_ARGUMENT', message, {})
  }
  const how = { top: top?.[0], scale: display?.scale }
  const report = judge(snapshot, { ...how, rules, without, picture })
  if (report.findings.every(({ rule }) => rule !== contrast.id)) return { report, snapshot, picture, noPicture }
  // What was fading in has come by now: only what is too faint in both pictures counts.
  const { picture: later } = await pictured(desktop, app)
  const again = judge(snapshot, { ...how, rules: [contrast.id], picture: later })
  const findings = report.findings.filter(
    ({ rule, ref }) => rule !== contrast.id || again.findings.some((each) => each.ref === ref),
  )
  return { report: { ...report, findings }, snapshot, picture, noPicture }
}

async function pictured(desktop: Desktop, app: App): Promise<{ picture?: Picture; noPicture?: string }> {
  try {
    return { picture: await pictureOf(desktop, app, PATIENCE) }
  } catch (error) {
    if (!isSurehandError(error)) throw error
    return { noPicture: error.message }
  }
}

async function withTries(
  report: AuditReport,
  desktop: Desktop,
  app: App,
  options: AuditCommandOptions,
): Promise<AuditReport & { tabs?: Outcome['tabs'] }> {
  if (options.try !== true) return report
  const { findings, ...tabs } = await tryProgram(desktop, app)
  const chosen = tryRules.filter(({ id }) => isChosen(id, options))
  const found = findings.filter(({ rule }) => isChosen(rule, options))
  return { ...report, rules: [...report.rules, ...chosen], findings: [...report.findings, ...found], tabs }
}

async function outcomeOf(
  report: AuditReport & { tabs?: Outcome['tabs'] },
  about: { program: string; toolkit: string },
  { baseline, updateBaseline }: AuditCommandOptions,
): Promise<Outcome> {
  if (updateBaseline && baseline !== undefined) await writeKnown(report.findings, baseline)
  const { fresh, known, gone } =
    baseline === undefined
      ? { fresh: report.findings, known: 0, gone: 0 }
      : await withoutKnown(report.findings, baseline)
  return { ...report, findings: fresh, known, gone, ...about }
}

async function writeReports(
  outcome: Outcome,
  { snapshot, picture, noPicture }: Seen,
  { sarif, html }: AuditCommandOptions,
): Promise<void> {
  const { program, toolkit } = outcome
  if (sarif !== undefined) {
    const log = sarifOf(outcome, { program, toolkit, version: version() })
    await writeFile(sarif, `${JSON.stringify(log, null, 2)}\n`)
  }
  if (html !== undefined) {
    const summary = countsOf(outcome)
    await writeFile(html, await reportPage(outcome, { program, toolkit, summary, snapshot, picture, noPicture }))
  }
}

/** A ref means nothing to who reads it later. */
const asData = (outcome: Outcome): string =>
  JSON.stringify(outcome, (key, value: unknown) => (key === 'ref' ? undefined : value), 2)

function asText(outcome: Outcome): string {
  const { toolkit, program } = outcome
  const lines = [`${program} (${toolkit || 'unknown toolkit'})`, ...countsOf(outcome)]
  return [reportText(outcome, toolkit), lines.join('\n')].filter((part) => part !== '').join('\n\n')
}

function countsOf(outcome: Outcome): string[] {
  const { known, gone, tabs } = outcome
  const lines = summaryLines(outcome)
  if (known > 0) lines.push(`${known} known and left out, by the baseline.`)
  if (gone > 0) lines.push(`${gone} of the baseline not found any more: --update-baseline takes them out.`)
  if (tabs?.incomplete !== undefined) lines.push(`Tab order not judged: ${tabs.incomplete}.`)
  else if (tabs !== undefined) lines.push(`Tab order: ${tabs.order.length} elements had the focus.`)
  if (tabs?.noPicture !== undefined) lines.push(`Focus and values not judged: ${tabs.noPicture}`)
  for (const path of tabs?.notRestored ?? []) lines.push(`Its value was changed and not put back: ${path}`)
  return lines
}
