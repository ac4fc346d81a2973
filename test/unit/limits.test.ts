import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import { SurehandError } from '../../lib/sdk/errors.js'
import { SharedLooks } from '../../lib/sdk/wait/shared-looks.js'

const binding = { createCancel: () => ({ cancel() {} }) }

function unheard(): unknown[] {
  const reasons: unknown[] = []
  const note = (reason: unknown) => void reasons.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return reasons
}

test.each([
  ['before it asked', 0],
  ['while it waited', 1],
])('a shared look that fails after the only one who wanted it gave up %s is nobody’s error', async (_, turns) => {
  const reasons = unheard()
  const controller = new AbortController()
  if (turns === 0) controller.abort()
  const limits = new Limits(binding, { signal: controller.signal }, 5_000)
  let close: (reason: unknown) => void = () => {}
  const look = () => new Promise<never>((_, reject) => (close = reject))
  const waiting = limits.race(new SharedLooks().take('tree', look))
  const ended = expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  await turn()
  controller.abort()
  await ended
  close(new SurehandError('ABORTED', 'the desktop was closed'))
  await turn()
  await turn()
  expect(reasons).toEqual([])
})
