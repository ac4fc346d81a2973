/**
 * npm run fleet:outlines -- --before <folder> [--only NAME,…]
 *
 * What the outline of the first window of each of the fleet's programs costs a model, in tokens of o200k: as another checkout of this
 * repository writes it (built), and as this one does, of the same window at the same time. Writes bench/results/outlines.md.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Desktop } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { Home } from './home.js'
import { install } from './packages.js'
import type { FleetProgram } from './program.js'

const { values } = parseArgs({ options: { before: { type: 'string' }, only: { type: 'string' } } })
if (values.before === undefined) throw new Error('--before <folder>: the other checkout, built')
const { Desktop: Before } = (await import(pathToFileURL(join(resolve(values.before), 'dist', 'index.js')).href)) as {
  Desktop: typeof Desktop
}
const programs = fileURLToPath(new URL('programs', import.meta.url))
const names = readdirSync(programs).map((file) => file.slice(0, -'.ts'.length))
const wanted = values.only?.split(',') ?? names.sort()

interface Row {
  name: string
  toolkit: string
  nodes: number
  before: number
  after: number
}

const rows: Row[] = []
for (const name of wanted) {
  const { program } = (await import(join(programs, `${name}.ts`))) as { program: FleetProgram }
  if (program.toolkit === 'no tree') continue
  install(program.packages)
  try {
    rows.push({ name, toolkit: program.toolkit, ...(await measure(program)) })
    console.error(JSON.stringify(rows.at(-1)))
  } catch (error) {
    console.error(`${name}: left out: ${String(error)}`)
  }
}

/** Both builds read the window in turns until they have seen the same. */
async function measure(program: FleetProgram): Promise<Omit<Row, 'name' | 'toolkit'>> {
  await using session = await HeadlessSession.start({
    width: 1280,
    height: 900,
    ...(program.environment === undefined ? {} : { environment: program.environment }),
  })
  const home = new Home(session.environment.HOME as string)
  try {
    await program.prepare?.(home)
    const command = program.launch(home)
    const desktop = await session.desktop()
    const launched = await desktop.launch({
      cwd: home.directory,
      timeout: 60_000,
      ...(typeof command === 'string' ? { command } : command),
    })
    await launched.waitForIdle({ timeout: 10_000 }).catch(() => {})
    const before = await (await Before.open({ environment: session.environment })).app({ pid: launched.pid })
    const outlined = async (app: typeof launched) => countTokens(await app.tree({ timeout: 30_000 }))
    const { size: nodes } = await launched.snapshot({ timeout: 30_000 })
    return { nodes, before: await outlined(before), after: await outlined(launched) }
  } finally {
    await home.close()
  }
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
const ratios = rows.map(({ before, after }) => after / before)
const line = ({ name, toolkit, nodes, before, after }: Row) =>
  `| ${name} | ${toolkit} | ${nodes} | ${before} | ${after} | ${(after / before).toFixed(2)} |`
const page = `# What an outline costs

Written by \`npm run fleet:outlines\`: \`app.tree()\` of the first window of the fleet's programs, in tokens (o200k), as the build before wrote
it and as this one does, one after the other. Median before ${median(rows.map(({ before }) => before))}, after ${median(rows.map(({ after }) => after))}; median of
the ratios ${median(ratios).toFixed(2)}.

| program | toolkit | nodes | before | after | ratio |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.map(line).join('\n')}
`
writeFileSync(fileURLToPath(new URL('../../bench/results/outlines.md', import.meta.url)), page)
console.log(page)
process.exit()
