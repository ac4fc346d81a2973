/**
 * What it costs to press a button and to know what that changed: ours in one call, beside two full walks of libatspi with
 * a press between them and a text diff of what they printed. The same button, in turns.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from '../../dist/headless.js'
import { median, percentile } from './measure.mjs'
import { buildWalker, whole } from './run.mjs'
import { targets } from './targets.mjs'

const GTK3 = fileURLToPath(new URL('../../test/fixtures/apps/many_widgets_gtk3.py', import.meta.url))

/** The applications in which buttons are pressed. */
export const actSubjects = () => [
  {
    name: 'GTK 3 (window of 1,000 nodes)',
    command: '/usr/bin/python3',
    args: [GTK3, '335'],
    atLeast: 1000,
    button: (i) => `role:button|name:"Press ${i}"`,
    says: (i) => `name:"pressed ${i}"`,
  },
  {
    ...targets().find(({ name }) => name.startsWith('Chromium')),
    button: (i) => `role:button|name:"Edit ${i}"`,
    says: (i) => `name:"edited ${i}"`,
  },
]

/** @param {{rounds?: number, only?: string, log?: (line: string) => void}} options */
export async function measureActs({ rounds = 21, only, log = console.error } = {}) {
  const walker = buildWalker()
  const results = []
  for (const subject of actSubjects()) {
    if (only && !subject.name.toLowerCase().includes(only.toLowerCase())) continue
    log(`press and diff, ${subject.name} …`)
    results.push(await measureSubject(subject, walker, rounds))
  }
  return results
}

async function measureSubject(subject, walker, rounds) {
  const session = await HeadlessSession.start({ width: 1280, height: 800 })
  try {
    const desktop = await session.desktop()
    const app = await desktop.launch({ command: subject.command, args: subject.args, timeout: 60_000 })
    const nodes = await whole(app, subject)

    const walk = () => {
      const { stdout, status, stderr } = spawnSync(walker, ['--pid', String(app.pid), '--dump', '--fields', 'full'], {
        env: session.environment,
        maxBuffer: 2 ** 28,
      })
      if (status !== 0) throw new Error(`the libatspi walker failed: ${stderr}`)
      return String(stdout).replaceAll('{"role"', '\n{"role"')
    }
    const folder = mkdtempSync(join(tmpdir(), 'surehand-act-'))
    const textDiff = (before, after) => {
      writeFileSync(join(folder, 'before'), before)
      writeFileSync(join(folder, 'after'), after)
      return String(spawnSync('diff', [join(folder, 'before'), join(folder, 'after')], { maxBuffer: 2 ** 28 }).stdout)
    }

    const samples = { ours: [], verified: [], walks: [] }
    for (let round = 0; round < rounds; round++) {
      const timed = async (key, work) => {
        const began = performance.now()
        await work()
        if (round > 0) samples[key].push(performance.now() - began)
      }
      const number = 3 * (round % 3)
      await timed('ours', async () => {
        const receipt = await app.locator(subject.button(number)).click({ timeout: 30_000 })
        if (receipt.effect !== 'changed') throw new Error(`expected a change:\n${receipt}`)
      })
      await timed('verified', async () => {
        const verify = { exists: subject.says(number + 1), timeout: 10_000 }
        const receipt = await app.locator(subject.button(number + 1)).click({ timeout: 30_000, verify })
        if (receipt.effect !== 'verified') throw new Error(`expected it to be verified:\n${receipt}`)
      })
      // The slow ones need not be as many.
      if (round > 6) continue
      const [element] = await app.locator(subject.button(number + 2)).all()
      await timed('walks', async () => {
        const before = walk()
        await element.click({ diff: false, timeout: 30_000 })
        const after = walk()
        if (!textDiff(before, after).includes(`${number + 2}`))
          throw new Error('the text diff does not show the change')
      })
    }
    await desktop.dispose()
    const summary = Object.fromEntries(
      Object.entries(samples).map(([key, all]) => [
        key,
        { runs: all.length, p50: median(all), p95: percentile(all, 0.95) },
      ]),
    )
    return { name: subject.name, nodes, ...summary }
  } finally {
    await session.stop()
  }
}
