import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

// WebKitGTK shows a page from a process of its own, whose elements a socket in the window stands for. Debian: gir1.2-webkit2-4.1.

const PAGE = `<title>Shop</title><h1>Order</h1><a href="#more">read more</a>
  <label>Name <input></label><label><input type="checkbox">Gift</label>
  <button onclick="document.title = 'Sent ' + document.querySelector('input').value">Send</button>`

test('a page of WebKitGTK is in its window’s tree, and is filled and pressed there', async () => {
  await using session = await startSession({
    // WebKit's sandbox needs more than a container gives.
    environment: { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_FORCE_SANDBOX: '0' },
  })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const script = join(import.meta.dirname, '..', 'fixtures', 'apps', 'page_webkit.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [script, PAGE] }, { timeout: 60_000 })
  await app.locator('role:link|name:"read more"').waitFor()
  const snapshot = await app.snapshot()
  expect(snapshot.complete).toBe(true)

  await app.locator('role:textbox|name:Name').fill('Ada')
  expect((await app.locator('role:checkbox').check()).effect).toBe('verified')
  await app.locator('role:button|name:Send').click()
  // The page's own effect: it has another title.
  await app.locator('role:document|name:"Sent Ada"').waitFor()
})

test('a page on a tab that is not selected is hidden, and nothing in it is pressed', async () => {
  await using session = await startSession({
    environment: { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_FORCE_SANDBOX: '0' },
  })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const script = join(import.meta.dirname, '..', 'fixtures', 'apps', 'tabs_webkit.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [script] }, { timeout: 60_000 })
  const here = app.getByRole('button', { name: 'Here button' })
  const there = app.getByRole('button', { name: 'There button' })
  await here.waitFor()
  await app.getByRole('button', { name: 'Turn' }).click()
  await there.waitFor()
  expect(await here.isVisible()).toBe(false)
  expect(await app.tree()).not.toContain('Here button')
  await expect(here.click({ timeout: 1_000 })).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  await app.getByRole('button', { name: 'Turn' }).click()
  await here.waitFor()
  expect(await there.isVisible()).toBe(false)
  expect(await app.tree()).toContain('Here button')
})
