import { describe } from 'vitest'
import { expect, test } from '../../../lib/test/testkit/vitest.js'
import { formWorld } from '../form-world.js'

// What Vitest itself adds to matchers: soft assertions, polling, options for a group of tests.

test.override({ deskOptions: { backend: 'simulated', world: formWorld, timeout: 2000 } })

const went: string[] = []

test.fails('a soft assertion that fails goes on', async ({ desktop }) => {
  const app = await desktop.app('order-form')
  await expect.soft(app.locator('role:button|name:Nowhere')).toBeVisible({ timeout: 20 })
  went.push('on')
  await expect.soft(app.locator('role:button|name:Save')).toBeVisible()
  went.push('to the end')
})

test('… to the end of its test', () => {
  expect(went).toEqual(['on', 'to the end'])
})

test('what is polled may be a value, or a locator', async ({ desktop }) => {
  const app = await desktop.app('order-form')
  const late = app.locator('role:button|name:Late')
  await app.locator('role:button|name:Later').click()
  await expect.poll(() => late.count()).toBe(1)
  await expect.poll(() => late).toBeVisible({ timeout: 50 })
})

const ended: Promise<string>[] = []

test('what a test does not wait for', async ({ desktop }) => {
  const app = await desktop.app('order-form')
  const asked = expect(app.locator('role:button|name:Nowhere')).toBeAttached({ timeout: 60_000 })
  ended.push(
    asked.then(
      () => 'it passed',
      (error: Error) => error.message,
    ),
  )
})

test('… ends with it', async () => {
  const [message] = await Promise.all(ended)
  expect(message).toMatch(/toBeAttached\(\) (was ended|failed) after \d+ ms/)
})

describe('a group with options of its own', () => {
  test.override({
    deskOptions: {
      backend: 'simulated',
      world: {
        screen: { width: 640, height: 480 },
        applications: [],
        launchable: { editor: { name: 'Editor', windows: [{ role: 'window', name: 'Text' }] } },
      },
    },
    appCommand: 'editor',
  })

  test('has another world', async ({ desktop, app }) => {
    await expect(app).toMatchTree({ children: [{ role: 'window', name: 'Text' }] })
    expect((await desktop.displays())[0]?.bounds).toMatchObject({ width: 640, height: 480 })
  })

  test('which is new for each test', async ({ desktop }) => {
    expect(await desktop.apps()).toEqual([])
  })
})
