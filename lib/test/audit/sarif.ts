import type { AuditReport } from './audit.js'
import type { Finding } from './finding.js'
import { mendOf } from './report-text.js'

/** What the log says of the program. */
export interface Audited {
  /** Its executable or name: the artifact that results are about. */
  program: string
  toolkit: string
  /** Of surehand. */
  version: string
}

/**
 * The report as SARIF 2.1.0, for what shows results of analysers. An element has a logical location, its path. The program stands for
 * the file, which services that read SARIF ask for.
 */
export function sarifOf({ rules, findings }: AuditReport, { program, toolkit, version }: Audited): object {
  const ids = rules.map(({ id }) => id)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'surehand audit',
            semanticVersion: version,
            rules: rules.map((rule) => ({
              id: rule.id,
              shortDescription: { text: rule.summary },
              fullDescription: { text: `${rule.summary} ${rule.source}` },
              help: { text: mendOf(rule, toolkit).join('\n') },
              defaultConfiguration: { level: rule.severity },
              properties: { tags: ['accessibility'], source: rule.source },
            })),
          },
        },
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule), program)),
      },
    ],
  }
}

function resultOf({ rule, severity, seen, path, selector, bounds }: Finding, ruleIndex: number, program: string) {
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${path}: ${seen}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(program) } },
        logicalLocations: [{ fullyQualifiedName: path, kind: 'element' }],
      },
    ],
    partialFingerprints: { 'surehandElement/v1': `${rule} ${path}` },
    properties: { selector, ...(bounds === undefined ? {} : { bounds }) },
  }
}
