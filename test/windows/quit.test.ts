import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'

// Asked first, and ended only where that is wanted: who is asked can save what there is.

const FORM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'win32-form', 'win32-form.exe')

let form: ChildProcess
let desktop: Desktop
let app: App
let ended: Promise<unknown[]>

beforeEach(async () => {
  form = spawn(FORM, ['extras'], { stdio: ['ignore', 'pipe', 'ignore'] })
  ended = once(form, 'exit')
  await once(form.stdout as NodeJS.ReadableStream, 'data')
  desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  app = await desktop.app({ pid: form.pid as number })
})
afterEach(async () => {
  form.kill('SIGKILL')
  await desktop.dispose()
})

test('an application that is asked to quit ends by itself', async () => {
  await app.quit()
  expect((await ended)[0]).toBe(0)
})

test('one that does not answer is ended where that is asked for, and not without', async () => {
  await app.locator('role:tab|name:Windows').click()
  const frozen = app.locator('role:button|name:"Freeze long"').click({ timeout: 2000 })
  await frozen.catch(() => {})
  await expect(app.quit({ timeout: 1000 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(form.exitCode).toBe(null)
  await app.quit({ force: true })
  expect((await ended)[0]).toBe(1)
})
