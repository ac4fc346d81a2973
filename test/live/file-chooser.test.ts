import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startSession } from './support/session.js'

const program = (toolkit: string) => fileURLToPath(new URL(`../fixtures/apps/chooser_${toolkit}.py`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surehand-chooser-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("GTK 4's file chooser, which has no role, is the dialog that it is, also where it is read alone", async () => {
  await using session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program('gtk4')] })
  const file = join(folder, 'kept.txt')
  const chooser = app.locator('role:dialog|name:"Save as"')
  await app.locator('role:button|name:Save').click({ verify: { exists: chooser } })
  expect((await chooser.snapshot()).root.role).toBe('dialog')
  // What holds others in it is no dialog, read alone or not.
  expect((await chooser.locator('role:generic').first().snapshot()).root.role).toBe('generic')
  expect((await app.windows()).map(({ role }) => role)).toContain('dialog')
  await chooser.locator('role:textbox|name:Name').fill(file)
  await chooser.locator('role:button|name:Save').click({ verify: { exists: 'role:text|name:Saved' } })
  expect(readFileSync(file, 'utf8')).toBe('kept')
  await expect(chooser.count()).resolves.toBe(0)
})

test('what the dialogs of GTK 3 that choose something are made of is no other dialog', async () => {
  await using session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: 20_000 })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program('gtk3')] })
  const file = join(folder, 'kept3.txt')
  const dialog = app.locator('role:dialog')
  await app.locator('role:button|name:Save').click({ verify: { exists: 'role:dialog|name:"Save as"' } })
  // By the application's own search, in the whole tree, and in the dialog alone.
  expect(await dialog.count()).toBe(1)
  expect((await app.snapshot()).findAll('role:dialog')).toHaveLength(1)
  expect((await dialog.snapshot()).findAll('role:dialog')).toHaveLength(1)
  expect(await dialog.locator('role:group').count()).toBeGreaterThan(0)
  await dialog.locator('role:textbox|visible:true').fill(file)
  await dialog.locator('role:button|name:Save').click({ verify: { exists: 'role:text|name:Saved' } })
  expect(readFileSync(file, 'utf8')).toBe('kept')

  await app.locator('role:button|name:Paint').click({ verify: { exists: 'role:dialog|name:Ink' } })
  expect(await dialog.count()).toBe(1)
  await dialog.locator('role:button|name:Cancel').click({ verify: { notExists: 'role:dialog' } })
})
