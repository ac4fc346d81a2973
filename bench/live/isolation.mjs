/** What a hung application costs the calls to another one, and how long our calls keep the event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from '../../dist/headless.js'
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

/** Medians: ms of a snapshot of GTK 3 alone and beside a stopped Qt 6 application; the longest delay of a round, ms. */
export async function measureIsolation() {
  const session = await HeadlessSession.start()
  try {
    const desktop = await session.desktop()
    const bystander = await desktop.launch({ command: 'gtk3-widget-factory', timeout: 30_000 })
    const many = await desktop.launch({ command: '/usr/bin/python3', args: [MANY, '6', '1300'], timeout: 60_000 })
    const read = () => bystander.snapshot()
    await times(10, read)

    const delay = monitorEventLoopDelay({ resolution: 1 })
    const worst = []
    const steps = [
      () => many.snapshot({ timeout: 30_000 }),
      () => many.locator('role:Button|name:Press 0-7').count({ timeout: 30_000 }),
    ]
    for (let round = 0; round < 6; round++) {
      delay.reset()
      delay.enable()
      for (const step of steps) await step()
      delay.disable()
      if (round > 0) worst.push(delay.max / 1e6)
    }
    const { size: nodes } = await many.snapshot({ timeout: 30_000 })

    const alone = median(await times(40, read))
    process.kill(many.pid, 'SIGSTOP')
    const hanging = Array.from({ length: 8 }, () => many.snapshot({ timeout: 10_000 }).catch(() => undefined))
    const beside = median(await times(40, read))
    process.kill(many.pid, 'SIGCONT')
    await Promise.all(hanging)
    return { alone, beside, eventLoop: { nodes, longestDelay: median(worst) } }
  } finally {
    await session.stop()
  }
}
