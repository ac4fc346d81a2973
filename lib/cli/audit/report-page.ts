import { encodePng } from '../../sdk/picture/png.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'
import type { AuditReport } from '../../test/audit/audit.js'
import { mendOf } from '../../test/audit/report-text.js'
import type { Picture } from '../../test/audit/screen-picture.js'
import { builtViewer, standalonePage, type Viewer } from '../../test/trace/standalone-page.js'
import type { ReportData } from './report-data.js'

/** What a report is about: the program, its tree, and its picture or why there is none. */
export interface SeenProgram {
  program: string
  toolkit: string
  summary: readonly string[]
  snapshot: Snapshot
  picture: Picture | undefined
  noPicture: string | undefined
}

/** The report as one HTML file, which asks for nothing else and may not. */
export async function reportPage(
  { findings, rules }: AuditReport,
  { program, toolkit, summary, snapshot, picture, noPicture }: SeenProgram,
  viewer?: Viewer,
): Promise<string> {
  const found = rules.filter(({ id }) => findings.some(({ rule }) => rule === id))
  const data: ReportData = {
    program,
    toolkit,
    summary,
    findings: found.flatMap(({ id }) => findings.filter(({ rule }) => rule === id)),
    rules: found.map((rule) => ({
      id: rule.id,
      summary: rule.summary,
      source: rule.source,
      mend: mendOf(rule, toolkit),
    })),
    tree: JSON.parse(snapshot.toJSONText({ refs: true })) as ReportData['tree'],
    ...(picture === undefined
      ? { noPicture: noPicture ?? 'None was taken.' }
      : { picture: { png: (await encodePng(picture)).toString('base64'), bounds: picture.bounds } }),
  }
  // In a script element `<` could begin its end or a comment.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  const page = { id: 'report', type: 'application/json', text }
  return standalonePage(`${program} – audit`, viewer ?? (await builtViewer('audit-page')), [page])
}
