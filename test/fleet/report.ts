import type { Run } from './drive.js'
import { versionOf } from './packages.js'
import { type FleetProgram, TOOLKITS } from './program.js'

/** All runs of one program. */
export interface Record {
  name: string
  toolkit: FleetProgram['toolkit']
  version: string
  task: string
  knownFailure?: FleetProgram['knownFailure']
  runs: Run[]
}

export function recordOf(name: string, program: FleetProgram, runs: Run[]): Record {
  const { toolkit, task, knownFailure, packages } = program
  const version = versionOf(packages[0]) ?? 'not installed'
  return { name, toolkit, version, task, ...(knownFailure === undefined ? {} : { knownFailure }), runs }
}

/** One line for a terminal. */
export function lineOf(record: Record): string {
  const { p50, p95 } = timesOf(record)
  const { claims, words } = sightsOf([record])
  const seen = `shows ${share(claims)}, words ${share(words)}`
  const failure = failureOf(record)
  return `${record.name.padEnd(22)} ${outcomeOf(record).padEnd(14)} ${p50}/${p95} ms a step, ${seen}${failure === '' ? '' : `\n    ${failure}`}`
}

/** docs/applications.md. */
export function reportOf(records: Record[]): string {
  const sorted = [...records].sort(
    (a, b) => TOOLKITS.indexOf(a.toolkit) - TOOLKITS.indexOf(b.toolkit) || a.name.localeCompare(b.name),
  )
  const done = sorted.filter(({ runs }) => runs.every(({ result }) => result === 'done'))
  const all = sightsOf(sorted)
  const tokens = sorted.flatMap(tokensOf)
  return `# Real applications

Written by \`npm run fleet\` (test/fleet): programs from Debian's archive, each in a headless session of its own, with one task that a
person would do, through the public SDK, judged from outside by a file, a setting or a picture.

${done.length} of ${sorted.length} programs did their task${runsText(sorted)}.
What shows, by a witness that reads the picture (tesseract) of ${sorted.filter((record) => sights(record).length > 0).length} of them: of ${all.claims.judged} named elements that claim to show ${share(all.claims)} have their
text at their place in it (precision), ${all.pictures} more draw a picture instead of their name and are not judged; of ${all.words.judged} words in it ${share(all.words)} belong to an element (recall). ${all.unpublished} more
words stand in canvases, elements that their programs publish without any text or anything below them (listed; with them recall is ${share({ judged: all.words.judged + all.unpublished, good: all.words.good })}).
A window's outline has ${median(tokens)} tokens in the median (four bytes each).

| program | toolkit | version | task | result | steps | a step, p50 | p95 | shows | words | tokens |
| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${sorted.map(rowOf).join('\n')}

## What failed, and whose fault it is

${
  sorted
    .filter((record) => failureOf(record) !== '' || record.knownFailure !== undefined)
    .map(failureText)
    .join('\n') || 'Nothing.'
}

## What the witness missed

Claims: elements that say that they show, and their text is not there. Words: text in the picture that no element has. The
witness errs, too: names that are drawn otherwise than they are said, letters misread. Canvases: elements without a text and without anything below them, in which the picture has words.

${sorted.flatMap(missesText).join('\n') || 'Nothing.'}
`
}

function rowOf(record: Record): string {
  const { p50, p95 } = timesOf(record)
  const { claims, words } = sightsOf([record])
  const cells = [
    record.name,
    record.toolkit,
    record.version,
    record.task,
    outcomeOf(record),
    Math.max(...record.runs.map(({ steps }) => steps.length)),
    `${p50} ms`,
    `${p95} ms`,
    share(claims),
    share(words),
    median(tokensOf(record)),
  ]
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

function failureText(record: Record): string {
  const known = record.knownFailure
  const reason = known === undefined ? 'not explained yet' : `${known.fault}: ${known.reason}`
  const failure = failureOf(record)
  return `- **${record.name}** (${reason})${failure === '' ? ' succeeds now' : `: ${failure}`}`
}

function missesText(record: Record): string[] {
  const of = (kind: 'claims' | 'words') => [...new Set(sights(record).flatMap((sight) => sight[kind].misses))]
  const [claims, words] = [of('claims'), of('words')]
  const canvases = [...new Set(sights(record).flatMap(({ unpublished }) => unpublished?.where ?? []))]
  if (claims.length + words.length + canvases.length === 0) return []
  const list = (what: string, misses: string[]) =>
    misses.length === 0
      ? []
      : [
          `  - ${what}: ${misses.slice(0, 12).join('; ')}${misses.length > 12 ? `; and ${misses.length - 12} more` : ''}`,
        ]
  return [
    `- **${record.name}**`,
    ...list('claims', claims),
    ...list('words', words),
    ...list('canvases with words', canvases),
  ]
}

function outcomeOf({ runs }: Record): string {
  const done = runs.filter(({ result }) => result === 'done').length
  return runs.length === 1 ? (done === 1 ? 'done' : 'failed') : `${done} of ${runs.length}`
}

function failureOf({ runs }: Record): string {
  const failure = runs.find(({ result }) => result !== 'done')?.failure
  return failure === undefined
    ? ''
    : `${failure.step}: ${failure.code}: ${failure.message.split('\n')[0]?.slice(0, 300)}`
}

function timesOf({ runs }: Record): { p50: number; p95: number } {
  const times = runs.flatMap(({ steps }) => steps.map(({ ms }) => ms)).sort((a, b) => a - b)
  return { p50: Math.round(quantile(times, 0.5)), p95: Math.round(quantile(times, 0.95)) }
}

function sightsOf(records: Record[]) {
  const total = { claims: { judged: 0, good: 0 }, pictures: 0, words: { judged: 0, good: 0 }, unpublished: 0 }
  for (const { claims, words, unpublished } of records.flatMap(sights)) {
    total.unpublished += unpublished?.words ?? 0
    total.claims.judged += claims.judged
    total.claims.good += claims.seen
    // Records of runs before they were counted have none.
    total.pictures += claims.pictures ?? 0
    total.words.judged += words.judged
    total.words.good += words.known
  }
  return total
}

function sights({ runs }: Record) {
  return runs.flatMap((run) => run.sights)
}

function tokensOf(record: Record): number[] {
  return sights(record).map(({ tokens }) => tokens)
}

function runsText(records: Record[]): string {
  const least = Math.min(...records.map(({ runs }) => runs.length))
  return least > 1 ? `, each ${least} times in a row or more` : ', each at least once'
}

function share({ judged, good }: { judged: number; good: number }): string {
  return judged === 0 ? '–' : `${((100 * good) / judged).toFixed(1)} %`
}

function median(values: number[]): number | string {
  return values.length === 0
    ? '–'
    : Math.round(
        quantile(
          [...values].sort((a, b) => a - b),
          0.5,
        ),
      )
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}
