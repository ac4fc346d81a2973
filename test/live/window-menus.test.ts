import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { headless } from './support/settled.js'

// A program with two windows has each menu twice: that of the window is the one that is meant.

test.each([
  ['GTK 3', 'mousepad', ['--disable-server', '--opening-mode=window', 'one.txt', 'two.txt']],
  ['Qt 5', 'featherpad', ['one.txt']],
] as const)('%s: the menu of a window, of a program that has two', async (_, command, args) => {
  await using place = await headless()
  const folder = mkdtempSync(join(tmpdir(), 'surehand-menus-'))
  const file = (name: string) => join(folder, `${name}.txt`)
  for (const name of ['one', 'two']) writeFileSync(file(name), '')
  const app = await place.desktop.launch({ command, args: [...args], cwd: folder }, { timeout: 60_000 })
  if (command === 'featherpad') place.session.spawn('featherpad', ['--win', file('two')])
  const window = (name: string) => app.window({ title: new RegExp(`${name}\\.txt`) })
  for (const name of ['one', 'two']) {
    await window(name).getByRole('textbox').first().fill(`the text of ${name}`)
  }
  await expect(app.menu('File', 'Save').click()).rejects.toMatchObject({ code: 'AMBIGUOUS', sent: 'no' })
  await window('one').menu('File', 'Save').click()
  await expect.poll(() => readFileSync(file('one'), 'utf8')).toMatch(/^the text of one\n?$/)
  expect(readFileSync(file('two'), 'utf8')).toBe('')
  await (await window('two')).menu('File', 'Save').click()
  await expect.poll(() => readFileSync(file('two'), 'utf8')).toMatch(/^the text of two\n?$/)
  const missing = await failing(2_000, (timeout) => window('two').menu('File', 'Sove').click({ timeout }))
  expect(missing).toMatchObject({ code: 'NOT_FOUND' })
  rmSync(folder, { recursive: true })
})
