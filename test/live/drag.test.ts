import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

// The programs print what is dropped into which list.

const program = (name: string) => ({
  command: '/usr/bin/python3',
  args: [join(import.meta.dirname, '..', 'fixtures', 'apps', name)],
})
const item = (app: App, name: string) => app.locator(`name:${name}|(role:listitem || role:cell || role:text)`).first()

test.each([
  ['GTK 3', 'drag_gtk3.py'],
  ['GTK 4', 'drag_gtk4.py'],
  ['Qt', 'drag_qt.py'],
])('dragTo() without options drops in %s, and no highlight is taken for a drop', async (_, name) => {
  await using place = await headless()
  const app = await place.desktop.launch(program(name))
  const missed = await item(app, 'Pear').dragTo(app.locator('name:"Nothing drops here"'), { timeout: 20_000 })
  expect(missed).toMatchObject({ route: 'input', effect: 'unknown' })
  await item(app, 'Apple').dragTo(app.locator('name:Right|(role:list || role:table)'), { timeout: 20_000 })
  await expect.poll(async () => app.program?.stdout()).toContain('dropped Apple into Right')
  expect(await app.program?.stdout()).not.toContain('Pear')
})
