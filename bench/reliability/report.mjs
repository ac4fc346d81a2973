/** Turns runs into figures, a Markdown page and an SVG plot. */
import { FAULTS } from './faults.mjs'

const percentile = (values, p) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? undefined : sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)]
}
const sum = (values) => values.reduce((total, value) => total + value, 0)
const ofFault = (steps, kind) => steps.filter((step) => (step.fault?.kind ?? 'none') === kind)

/** @param {import('./contest.mjs').Run[]} runs */
export function summarise(letter, name, length, runs) {
  const steps = runs.flatMap((run) => run.steps)
  const times = (some) => ({
    p50: percentile(
      some.map(({ ms }) => ms),
      0.5,
    ),
    p95: percentile(
      some.map(({ ms }) => ms),
      0.95,
    ),
  })
  const done = steps.filter(({ outcome }) => outcome === 'done')
  // Of all runs, how many had done this many steps without a mistake.
  const flawless = ({ success, steps, wrong, double }) => {
    if (success) return length
    const slips = [...wrong, ...double].map(({ step }) => step)
    return Math.min(steps.filter(({ outcome }) => outcome === 'done').length, ...slips)
  }
  const reach = runs.map(flawless)
  return {
    letter,
    name,
    length,
    runs: runs.length,
    successes: runs.filter(({ success }) => success).length,
    honestErrors: runs.filter(({ verdict }) => verdict === 'honest error').length,
    steps: steps.length,
    stepsDone: done.length,
    wrongPresses: sum(runs.map(({ wrong }) => wrong.length)),
    doublePresses: sum(runs.map(({ double }) => double.length)),
    strayTyping: runs.filter(({ stray }) => stray.length > 0).length,
    falseClaims: steps.filter(({ outcome }) => outcome === 'false claim').length,
    falseDenials: steps.filter(({ received, unsure }) => received && !unsure).length,
    time: times(done),
    faults: Object.fromEntries(
      ['none', ...Object.keys(FAULTS)].map((kind) => {
        const hit = ofFault(steps, kind)
        return [
          kind,
          {
            steps: hit.length,
            done: hit.filter(({ outcome }) => outcome === 'done').length,
            ...times(ofFault(done, kind)),
          },
        ]
      }),
    ),
    byLength: Array.from(
      { length: length + 1 },
      (_, count) => reach.filter((reached) => reached >= count).length / runs.length,
    ),
    failures: runs
      .filter(({ success }) => !success)
      .map(({ seed, verdict, steps, wrong, double }) => ({
        seed,
        verdict,
        last: steps[steps.length - 1],
        wrong,
        double,
      })),
  }
}

/** How runs ended that did not come to their end: those alike together, the most frequent first. */
function endings({ failures }) {
  const alike = new Map()
  for (const { seed, verdict, last } of failures) {
    const { outcome, error = '', fault, kind } = last
    const what = outcome === 'gave up' ? error.slice(0, error.indexOf(':')) : outcome
    const ending = [verdict, what, fault?.kind ?? 'none', kind].join(' | ')
    alike.set(ending, [...(alike.get(ending) ?? []), seed])
  }
  return [...alike]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([ending, seeds]) => `| ${ending} | ${seeds.length} | ${first(seeds, SEEDS_TOLD)} |`)
}

// The file beside it has all of them, with their errors.
const SEEDS_TOLD = 8
const first = (all, count) => `${all.slice(0, count).join(', ')}${all.length > count ? ', …' : ''}`

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
const ms = (value) => (value === undefined ? '–' : value.toFixed(value < 100 ? 1 : 0))

export function markdown({ machine, date, desktop, workflows }) {
  const lines = [
    '# The hard desktop',
    '',
    `Written by \`npm run bench:reliability\` on ${date}, desktop: ${desktop}. ${machine}. README.md says what is done and what counts as what.`,
  ]
  for (const { length, runs, first, seconds, contestants } of workflows) {
    lines.push(
      '',
      `## ${length} steps, ${runs} runs each (seeds ${first} to ${first + runs - 1}), ${seconds} s`,
      '',
      '| contestant | end to end | or an honest error | a step | wrong presses | double presses | said done and was not | said not done and was | typed elsewhere (runs) | ms a step, p50 | p95 |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      ...contestants.map(
        (c) =>
          `| ${c.letter}, ${c.name} | **${percent(c.successes, c.runs)}** | ${percent(c.successes + c.honestErrors, c.runs)} ` +
          `| ${percent(c.stepsDone, c.steps)} | ${c.wrongPresses} | ${c.doublePresses} ` +
          `| ${c.falseClaims} | ${c.falseDenials} | ${c.strayTyping} | ${ms(c.time.p50)} | ${ms(c.time.p95)} |`,
      ),
      '',
      'Steps done of those that were hit, and the time of those done, p50 / p95 in ms:',
      '',
      `| fault | ${contestants.map(({ letter }) => letter).join(' | ')} |`,
      `| --- |${' --- |'.repeat(contestants.length)}`,
      ...['none', ...Object.keys(FAULTS)].map((kind) => {
        const cells = contestants.map(({ faults }) => {
          const { steps, done, p50, p95 } = faults[kind]
          return `${done} of ${steps} (${ms(p50)} / ${ms(p95)})`
        })
        return `| ${kind} | ${cells.join(' | ')} |`
      }),
    )
    for (const contestant of contestants.filter(({ failures }) => failures.length > 0)) {
      lines.push(
        '',
        `How the runs of ${contestant.letter}, ${contestant.name} ended that did not come to their end:`,
        '',
        '| judged | what it said | fault | step | runs | seeds |',
        '| --- | --- | --- | --- | --- | --- |',
        ...endings(contestant),
      )
    }
  }
  return `${lines.join('\n')}\n`
}

const COLOURS = { a: '#b5655c', b: '#b6a36a', c: '#1c7c54', d: '#5a7fb0' }

/** Of the runs, how many are still without a mistake after so many steps. */
export function svg({ desktop, workflows }) {
  const { length, contestants } = workflows[workflows.length - 1]
  const [width, height, left, right, top, bottom] = [920, 430, 56, 280, 64, 56]
  const x = (step) => left + (step / length) * (width - left - right)
  const y = (share) => top + (1 - share) * (height - top - bottom)
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="20" y="30" font-size="17" font-weight="600" fill="#1b2030">Runs without a mistake after so many steps (${desktop})</text>`,
  ]
  for (let share = 0; share <= 1; share += 0.25) {
    out.push(`<line x1="${left}" y1="${y(share)}" x2="${width - right}" y2="${y(share)}" stroke="#e3e7ef"/>`)
    out.push(
      `<text x="${left - 8}" y="${y(share) + 4}" text-anchor="end" fill="#6a7389" font-size="11">${100 * share} %</text>`,
    )
  }
  for (let step = 0; step <= length; step += 5) {
    out.push(
      `<text x="${x(step)}" y="${height - bottom + 18}" text-anchor="middle" fill="#6a7389" font-size="11">${step}</text>`,
    )
  }
  out.push(`<text x="${x(length / 2)}" y="${height - 14}" text-anchor="middle" fill="#39415a">steps</text>`)
  const ends = []
  for (const { letter, name, byLength } of contestants) {
    const points = byLength.map((share, step) => `${x(step).toFixed(1)},${y(share).toFixed(1)}`)
    out.push(`<path d="M${points.join(' L')}" fill="none" stroke="${COLOURS[letter]}" stroke-width="2.5"/>`)
    ends.push({ letter, name, share: byLength[length] })
  }
  // Labels that would lie on each other move apart.
  let lowest = Number.NEGATIVE_INFINITY
  for (const { letter, name, share } of ends.sort((one, other) => other.share - one.share)) {
    lowest = Math.max(y(share) + 4, lowest + 18)
    out.push(
      `<text x="${width - right + 10}" y="${lowest.toFixed(1)}" fill="${COLOURS[letter]}" font-weight="600">${name}: ${(100 * share).toFixed(1)} %</text>`,
    )
  }
  out.push('</svg>')
  return `${out.join('\n')}\n`
}
