import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOON } from '../patience.js'
import { headless } from './support/settled.js'

const STATUS_BAR = join(import.meta.dirname, '..', 'fixtures', 'apps', 'statusbar_gtk3.py')

// From five on who wait for one application share the trees that they look at.
test.each([1, 5])('%i who wait for a status bar that has its name from its text find it', async (waiters) => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [STATUS_BAR] })
  await app.locator('role:status|name:Ready').waitFor()
  const saved = Array.from({ length: waiters }, () => app.locator('role:status|name:Saved').waitFor({ timeout: SOON }))
  await app.locator('role:button|name:Save').click()
  await expect(Promise.all(saved)).resolves.toHaveLength(waiters)
})
