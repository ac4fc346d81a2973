import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

// Programs that answer and compute in a thread for 1.5 s before they show what came of it.

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')

test.each(['slow_gtk3.py', 'slow_qt.py'])('%s: an effect that is computed is not called unchanged', async (program) => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, program)] })
  await app.waitForIdle({ quiet: 300 })
  const receipt = await app.locator('role:button|name:Compute').click()
  // On a machine that is busy with other things it may take longer than anybody waits: then nobody claims anything.
  expect(['changed', 'unknown']).toContain(receipt.effect)
  await app.locator('name:Computed').waitFor()
})

test.each(['slow_gtk3.py', 'slow_qt.py'])('%s: nor is it computed a second time', async (program) => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, program)] })
  await app.waitForIdle({ quiet: 300 })
  const verify = { exists: 'name:Computed', timeout: 300 }
  await expect(app.locator('role:button|name:Compute').click({ retries: 3, verify })).rejects.toMatchObject({
    code: 'VERIFY_FAILED',
    details: { attempts: [{ step: 'verify' }] },
  })
  await app.locator('name:Computed').waitFor()
})

test.each(['slow_gtk3.py', 'slow_qt.py'])('%s: an effect that comes by the clock is for verify', async (program) => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, program)] })
  await app.waitForIdle({ quiet: 300 })
  const receipt = await app
    .locator('role:button|name:Wait')
    .click({ verify: { exists: 'name:Later', timeout: 10_000 } })
  expect(receipt.effect).toBe('verified')
})
