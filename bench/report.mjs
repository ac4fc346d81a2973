/** Turns measurements into a Markdown table and an SVG plot. */

const ALTERNATIVES = ['libatspi lite', 'libatspi lite warm', 'libatspi full', 'pyatspi full', 'dogtail dump']

const ms = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const cell = (reader) =>
  reader === undefined ? '–' : reader.tooSlow ? `> ${reader.tooSlow / 1000} s` : `${ms(reader.ms)}`
const ratio = (reader, ours) => {
  if (reader === undefined || !ours) return '–'
  return reader.tooSlow ? `> ${(reader.tooSlow / ours.ms).toFixed(1)}×` : `${(reader.ms / ours.ms).toFixed(1)}×`
}

/** How many times faster we are than libatspi's C walker for the same fields; at least so many where it was ended for its slowness. */
export function ratios(result) {
  const { readers } = result
  const against = (alternative, ours) =>
    readers[alternative] && readers[ours]?.ms
      ? (readers[alternative].tooSlow ?? readers[alternative].ms) / readers[ours].ms
      : undefined
  return {
    lite: against('libatspi lite', 'surehand lite'),
    full: against('libatspi full', 'surehand full'),
    showing: against('libatspi lite', 'surehand showing'),
  }
}

/** @param {{machine: string, date: string, rounds: number, live: any[], micro: any, isolation?: any, acts?: any}} report */
export function markdown({ machine, date, rounds, live, micro, isolation, acts }) {
  const most = Math.max(rounds, ...live.map(({ readers }) => readers['surehand lite'].runs))
  const lines = [
    '# Benchmark',
    '',
    `Written by \`npm run bench\` on ${date}. ${machine}. Medians of ${rounds} interleaved rounds (${most} where a round takes seconds) on the same live trees;`,
    'an alternative that needs more than 3 s a run is run three times. Milliseconds unless another unit stands there.',
    '',
    '**lite**: structure, name, role, states, bounds. **full**: also description, value and text, actions, attributes.',
    '**showing**: lite, of what shows only. libatspi starts with its cache cleared, **warm** with what it cached before.',
    '',
    '## A snapshot of a whole application',
    '',
    '| application | nodes | ours lite | libatspi C lite | × | ours full | libatspi C full | × | ours showing | × of lite |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ]
  for (const result of live) {
    const r = result.readers
    lines.push(
      `| ${result.name} | ${result.nodes} | ${cell(r['surehand lite'])} | ${cell(r['libatspi lite'])} | **${ratio(r['libatspi lite'], r['surehand lite'])}** ` +
        `| ${cell(r['surehand full'])} | ${cell(r['libatspi full'])} | **${ratio(r['libatspi full'], r['surehand full'])}** ` +
        `| ${cell(r['surehand showing'])} (${r['surehand showing'].nodes} nodes) | ${ratio(r['libatspi lite'], r['surehand showing'])} |`,
    )
  }
  lines.push('', '## The other readers', '', `| application | ${ALTERNATIVES.join(' | ')} |`)
  lines.push(`| --- | ${ALTERNATIVES.map(() => '---').join(' | ')} |`)
  for (const { name, readers } of live) {
    lines.push(
      `| ${name} | ${ALTERNATIVES.map((key) => `${cell(readers[key])} (${readers[key]?.nodes ?? '–'} nodes)`).join(' | ')} |`,
    )
  }
  lines.push(
    '',
    '## Finding one button',
    '',
    '| application | ours | libatspi C | pyatspi | dogtail |',
    '| --- | --- | --- | --- | --- |',
  )
  for (const { name, readers } of live) {
    const keys = ['surehand find', 'libatspi find', 'pyatspi find', 'dogtail find']
    lines.push(`| ${name} | ${keys.map((key) => cell(readers[key])).join(' | ')} |`)
  }
  lines.push(
    '',
    '## Processor time and memory',
    '',
    '| application | our CPU, full | the application’s CPU, full | ours / application’s | wall / application’s, lite | bytes a node | text bytes a node |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const result of live) {
    const full = result.readers['surehand full']
    const lite = result.readers['surehand lite']
    lines.push(
      `| ${result.name} | ${ms(full.ourCpu)} | ${ms(full.appCpu)} | ${((100 * full.ourCpu) / full.appCpu).toFixed(0)} % ` +
        `| ${(lite.ms / lite.appCpu).toFixed(2)} | ${result.bytesPerNode.toFixed(0)} | ${result.textBytesPerNode.toFixed(0)} |`,
    )
  }
  const peak = Math.max(0, ...live.map((result) => result.peakMemoryMiB))
  if (peak > 0) lines.push('', `Peak resident memory of the Node process over the whole run: ${peak.toFixed(0)} MiB.`)
  if (isolation) {
    const { alone, beside, eventLoop } = isolation
    lines.push(
      '',
      '## A hung application, and the event loop',
      '',
      `A snapshot of gtk3-widget-factory takes ${ms(alone)} ms, and ${ms(beside)} ms (${(beside / alone).toFixed(2)}×) while eight calls wait for a stopped Qt 6 application.`,
      '',
      `What the event loop feels of calls on that application (${eventLoop.nodes} nodes): the longest time between two turns of a timer of 1 ms, how much of that is not the timer's own millisecond, and for how long it ran anything at all. Medians of 7 calls, ms.`,
      '',
      '| call | longest time between two turns | held up for | ran for |',
      '| --- | --- | --- | --- |',
      ...Object.entries(eventLoop.felt).map(
        ([name, { longest, active }]) => `| ${name} | ${ms(longest)} | ${ms(longest - 1)} | ${ms(active)} |`,
      ),
    )
  }
  if (acts) {
    const both = ({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`
    lines.push(
      '',
      '## Pressing a button and knowing what it changed',
      '',
      'p50 / p95. Ours is one `click()`: find, check, press, settle (20 ms of quiet are part of it), read again, diff; with `verify` instead of settling.',
      'Beside it: a full walk of libatspi, the press, another walk, and a text diff of the two.',
      '',
      '| application | nodes | click | click with verify | two walks and a text diff |',
      '| --- | --- | --- | --- | --- |',
      ...acts.map(
        (act) => `| ${act.name} | ${act.nodes} | ${both(act.ours)} | ${both(act.verified)} | ${both(act.walks)} |`,
      ),
    )
  }
  if (micro) lines.push('', '## On trees in memory', '', ...microTable(micro))
  return `${lines.join('\n')}\n`
}

function microTable(micro) {
  const rows = Object.keys(micro[0].operations)
  return [
    `| operation | ${micro.map((size) => `${size.nodes.toLocaleString('en')} nodes`).join(' | ')} |`,
    `| --- | ${micro.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row} | ${micro.map((size) => ms(size.operations[row])).join(' | ')} |`),
  ]
}

const READERS = [
  ['surehand lite', 'surehand', '#1c7c54'],
  ['libatspi lite', 'libatspi, C', '#7f8ea3'],
  ['pyatspi full', 'pyatspi, OSWorld’s attributes', '#b6a36a'],
  ['dogtail dump', 'dogtail dump', '#b5655c'],
]

/** Bars on a logarithmic scale: one group an application, one bar a reader. @param {any[]} live */
export function svg(live) {
  const left = 250
  const width = 960
  const barHeight = 15
  const groupHeight = READERS.length * (barHeight + 3) + 22
  const top = 66
  const height = top + live.length * groupHeight + 40
  const [from, to] = [1, 100_000]
  const x = (value) =>
    left +
    ((Math.log10(Math.max(value, from)) - Math.log10(from)) / (Math.log10(to) - Math.log10(from))) * (width - left - 90)
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    '<text x="20" y="28" font-size="17" font-weight="600" fill="#1b2030">Reading a whole application, ms (logarithmic, shorter is better)</text>',
  ]
  READERS.forEach(([, label, colour], i) => {
    out.push(`<rect x="${left + i * 170}" y="40" width="12" height="12" fill="${colour}"/>`)
    out.push(`<text x="${left + 17 + i * 170}" y="51" fill="#39415a" font-size="12">${label}</text>`)
  })
  for (let decade = from; decade <= to; decade *= 10) {
    out.push(`<line x1="${x(decade)}" y1="${top}" x2="${x(decade)}" y2="${height - 30}" stroke="#e3e7ef"/>`)
    out.push(
      `<text x="${x(decade)}" y="${height - 12}" text-anchor="middle" fill="#6a7389" font-size="11">${decade.toLocaleString('en')}</text>`,
    )
  }
  live.forEach((result, group) => {
    const y0 = top + group * groupHeight + 10
    const [name, rest = ''] = result.name.split(' (')
    out.push(`<text x="20" y="${y0 + 22}" font-weight="600" fill="#1b2030">${name}</text>`)
    out.push(`<text x="20" y="${y0 + 40}" fill="#6a7389" font-size="12">${rest.replace(')', '')}</text>`)
    READERS.forEach(([key, , colour], i) => {
      const reader = result.readers[key]
      if (!reader) return
      const y = y0 + i * (barHeight + 3)
      const value = reader.tooSlow ?? reader.ms
      out.push(
        `<rect x="${left}" y="${y}" width="${(x(value) - left).toFixed(1)}" height="${barHeight}" fill="${colour}"/>`,
      )
      out.push(
        `<text x="${(x(value) + 6).toFixed(1)}" y="${y + 12}" fill="#39415a" font-size="11.5">${cell(reader)}</text>`,
      )
    })
  })
  out.push('</svg>')
  return `${out.join('\n')}\n`
}
