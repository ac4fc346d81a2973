/** What a hung application costs the calls to another one, and how long our calls keep the event loop. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from '../../dist/headless.js'
import { Snapshot } from '../../dist/index.js'
import { median } from './measure.mjs'

const MANY = fileURLToPath(new URL('../../test/fixtures/apps/many_widgets_qt.py', import.meta.url))

async function times(count, work) {
  const all = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await work()
    all.push(performance.now() - start)
  }
  return all
}

/**
 * What the event loop feels of `work`, in ms: the longest time between two turns of a timer of 1 ms, and for how long it ran
 * anything at all. The first is also what the machine's other processes make it wait; the second is ours alone.
 */
async function loopDuring(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = performance.eventLoopUtilization()
  delay.enable()
  await work()
  delay.disable()
  return { longest: delay.max / 1e6, active: performance.eventLoopUtilization(before).active }
}

/** The median of each field. */
const medians = (rounds) =>
  Object.fromEntries(Object.keys(rounds[0]).map((key) => [key, median(rounds.map((round) => round[key]))]))

/** Medians: ms of a snapshot of GTK 3 alone and beside a stopped Qt 6 application; what the event loop felt, ms. */
export async function measureIsolation() {
  const session = await HeadlessSession.start()
  try {
    const desktop = await session.desktop()
    const bystander = await desktop.launch({ command: 'gtk3-widget-factory', timeout: 30_000 })
    const many = await desktop.launch({ command: '/usr/bin/python3', args: [MANY, '6', '1300'], timeout: 60_000 })
    const read = () => bystander.snapshot()
    await times(10, read)

    const reader = fork(fileURLToPath(new URL('reader.mjs', import.meta.url)), [
      String(many.pid),
      JSON.stringify(session.environment),
    ])
    await once(reader, 'message')
    const button = many.locator('role:Button|name:Press 0-7')
    const tree = (await many.snapshot({ timeout: 30_000 })).toJSON()
    const text = JSON.stringify(tree)
    const calls = {
      snapshot: () => many.snapshot({ timeout: 30_000 }),
      'find by role and name': () => button.count({ timeout: 30_000 }),
      'two snapshots and their diff': () => many.changes(() => undefined, { timeout: 30_000 }),
      'click, verified': () =>
        button.click({ verify: { exists: 'role:Button|name:Press 0-8', timeout: 30_000 }, timeout: 60_000 }),
      'a wait of 2 s that nothing ends': () =>
        many
          .locator('name:"Not there"')
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined),
      'Snapshot.from(object)': () => Snapshot.from(tree),
      'Snapshot.from(JSON text)': () => Snapshot.from(text),
      // The same load on the machine, and nothing for this process to do.
      'the same snapshot in another process': async () => {
        reader.send('read')
        await once(reader, 'message')
      },
    }
    const felt = {}
    for (const [name, call] of Object.entries(calls)) {
      await call()
      const rounds = []
      for (let round = 0; round < 7; round++) rounds.push(await loopDuring(call))
      felt[name] = medians(rounds)
    }
    reader.kill()
    const { size: nodes } = await many.snapshot({ timeout: 30_000 })

    const alone = median(await times(40, read))
    process.kill(many.pid, 'SIGSTOP')
    const hanging = Array.from({ length: 8 }, () => many.snapshot({ timeout: 10_000 }).catch(() => undefined))
    const beside = median(await times(40, read))
    process.kill(many.pid, 'SIGCONT')
    await Promise.all(hanging)
    return { alone, beside, eventLoop: { nodes, felt } }
  } finally {
    await session.stop()
  }
}
