/**
 * What an action costs on a large page: ours through the accessibility tree, Playwright's through the browser's own driver, on the same
 * buttons of the same page, in turns. Prints the table of bench/results/act.md.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { HeadlessSession } from '../../dist/headless.js'
import { page } from '../../test/fixtures/documents.mjs'
import { machine, today } from '../machine.mjs'
import { Random } from '../reliability/random.mjs'
import { median } from './measure.mjs'
import { whole } from './run.mjs'

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--force-renderer-accessibility'],
]

/** @param {number} rows @param {number} rounds */
async function measure(rows, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-pages-'))
  const file = join(folder, 'orders.html')
  writeFileSync(file, page(rows))
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  const desktop = await session.desktop({ defaultTimeout: 30_000 })
  const port = await freePort()
  const more = [`--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, 'chromium')}`, `file://${file}`]
  const app = await desktop.launch({ command: 'chromium', args: [...ARGUMENTS, ...more] }, { timeout: 60_000 })
  const nodes = await whole(app, { name: 'Chromium', atLeast: rows * 5 })
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const theirs = browser.contexts()[0].pages()[0]

  /** @type {Record<string, number[]>} */
  const samples = {}
  const timed = async (name, work) => {
    const began = performance.now()
    const outcome = await work()
    samples[name] ??= []
    samples[name].push(performance.now() - began)
    return outcome
  }
  const ours = (i) => app.getByRole('button', { name: `Edit ${i}` })
  const button = (i) => theirs.getByRole('button', { name: `Edit ${i}`, exact: true })
  const expectEffect = (receipt, ...effects) => {
    if (!effects.includes(receipt.effect)) throw new Error(`expected ${effects.join(' or ')}:\n${receipt}`)
  }
  const steps = (n, round) => ({
    click: async () => expectEffect(await timed('click', () => ours(n).click()), 'changed', 'unknown'),
    verified: async () => {
      const verify = { exists: `name:"edited ${n + 1}"` }
      expectEffect(await timed('verified', () => ours(n + 1).click({ verify })), 'verified')
    },
    fill: async () => {
      expectEffect(await timed('fill', () => app.getByLabel('Customer').fill(`ours ${round}`)), 'verified')
    },
    'no diff': () => timed('no diff', () => ours(n + 2).click({ diff: false })),
    count: () => timed('count', () => ours(n + 2).count()),
    'is visible': () => timed('is visible', () => ours(n + 2).isVisible()),
    'count, at rest': async () => {
      await app.waitForIdle()
      await timed('count, at rest', () => ours(n + 2).count())
    },
    'is visible, at rest': async () => {
      await app.waitForIdle()
      await timed('is visible, at rest', () => ours(n + 2).isVisible())
    },
    snapshot: () => timed('snapshot', () => app.snapshot()),
    tree: () => timed('tree', () => app.tree()),
    'their click': () => timed('their click', () => button(n + 3).click()),
    'their verified': () =>
      timed('their verified', async () => {
        await button(n + 4).click()
        await theirs.getByText(`edited ${n + 4}`).waitFor()
      }),
    'their fill': () => timed('their fill', () => theirs.getByLabel('Customer').fill(`theirs ${round}`)),
  })
  // Whoever follows a click waits for what Chromium still has to do for that. So the order is another in each round, the same each time that
  // this is run. The first round makes both sides' caches.
  const random = new Random(rows)
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) for (const name of Object.keys(samples)) delete samples[name]
    for (const step of shuffled(Object.values(steps(5 * (round % 3), round)), random)) await step()
  }
  await browser.close()
  await session.stop()
  return { nodes, of: (name) => median(samples[name]) }
}

function shuffled(all, random) {
  const left = [...all]
  return all.map(() => left.splice(random.between(0, left.length - 1), 1)[0])
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, rows: { type: 'string', default: '120,900,2200,3100' } },
})
const pages = []
for (const rows of values.rows.split(',')) pages.push(await measure(Number(rows), Number(values.rounds)))

const LINES = [
  ['`click()` with its diff', 'click', 'their click'],
  ['`click({ verify })`, Playwright: click and wait for the text', 'verified', 'their verified'],
  ['`fill()` of a labelled field, read back', 'fill', 'their fill'],
  ['`click({ diff: false })`', 'no diff', 'their click'],
  ['`count()` at once after another step', 'count'],
  ['`isVisible()`, the same', 'is visible'],
  ['`count()` at rest, after `waitForIdle()`', 'count, at rest'],
  ['`isVisible()`, the same', 'is visible, at rest'],
  ['`snapshot()`', 'snapshot'],
  ['`tree()`', 'tree'],
]
const cell = (page, name, beside) => {
  const ms = page.of(name)
  const other = beside === undefined ? undefined : page.of(beside)
  return other === undefined ? ms.toFixed(0) : `${ms.toFixed(0)} / ${other.toFixed(0)} = ${(ms / other).toFixed(1)}`
}
console.log(`# Actions on a large page

\`npm run bench:act\`, ${today()}: ${machine}. Chromium, a page with a table, one process, medians of ${values.rounds} rounds
in an order that is drawn for each. ms of ours / ms of Playwright over CDP = ratio; Playwright's driver is inside the browser and makes no diff.

| | ${pages.map(({ nodes }) => `${nodes.toLocaleString('en')} nodes`).join(' | ')} |
| --- | ${pages.map(() => '---:').join(' | ')} |
${LINES.map(([label, ...names]) => `| ${label} | ${pages.map((page) => cell(page, ...names)).join(' | ')} |`).join('\n')}

An action looks at a tree that is kept by what Chromium announces (docs/internals/quirks.md). Beyond 15,000 nodes the first action looks
at what is near its element, and its diff says so (\`test/live/large-pages.test.ts\`); the tree is read while nothing waits for it.`)
