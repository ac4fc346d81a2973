import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect as vitestExpect } from 'vitest'
import { Desks } from '../../../lib/test/testkit/desk.js'
import { expect, test } from '../../../lib/test/testkit/vitest.js'
import { readTrace, type StepEntry } from '../../../lib/test/trace/index.js'
import { formWorld } from '../form-world.js'

const desks = new Desks()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-kit-trace-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function kept(trace: 'on' | 'retain-on-failure' | 'off', failure?: string): Promise<string[]> {
  const desk = await desks.open({ backend: 'simulated', world: formWorld, trace, timeout: 2_000 }, 'orders')
  const app = await desk.desktop.app('order-form')
  await app.locator('role:button|name:Save').click()
  await expect(app.locator('role:button|name:Save')).toBeVisible()
  const wrong = expect(app.locator('role:button|name:Save')).toHaveAccessibleName('Load', { timeout: 500 })
  await vitestExpect(wrong).rejects.toThrow('Load')
  const files = await desk.keepRecords(folder, failure)
  await desk.end()
  return files
}

test('a trace of a test that failed has its actions and its matchers as steps, and what it says', async () => {
  const [file] = await kept('retain-on-failure', 'it is not so')
  const entries = await readTrace(file as string)
  vitestExpect(entries[0]).toMatchObject({ title: 'orders' })
  vitestExpect(entries.at(-1)).toMatchObject({ status: 'failed', error: 'it is not so' })
  const steps = entries.filter((entry): entry is StepEntry => entry.type === 'step')
  vitestExpect(steps).toMatchObject([
    { kind: 'action', verb: 'click', selector: 'role:button|name:Save' },
    { kind: 'expect', verb: 'toBeVisible', seen: vitestExpect.any(String) },
    {
      kind: 'expect',
      verb: 'toHaveAccessibleName',
      error: { message: vitestExpect.stringContaining('Load') },
      element: { role: 'button', name: 'Save' },
      place: { file: import.meta.filename },
    },
  ])
  vitestExpect(steps[1]?.error).toBeUndefined()
})

test('what passes has one when all are kept, and none when those of failures are, or none', async () => {
  vitestExpect(await kept('on')).toEqual([join(folder, 'test.trace')])
  await rm(join(folder, 'test.trace'))
  vitestExpect(await kept('retain-on-failure')).toEqual([])
  vitestExpect(await kept('off', 'it is not so')).toEqual([])
  vitestExpect(existsSync(join(folder, 'test.trace'))).toBe(false)
})

test.for(['simulated', 'real'] as const)(
  'no video is made of a %s desktop, and the test that asks for one fails',
  async (backend) => {
    await vitestExpect(desks.open({ backend, video: 'on' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: vitestExpect.stringContaining(`deskOptions.video is 'on' with backend '${backend}'`),
    })
  },
)
