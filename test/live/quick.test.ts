import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

// Qt Quick (QML). Judged by what the program's handlers say: its accessible actions change what shows without them.

const form = join(import.meta.dirname, '..', 'fixtures', 'apps', 'quick.qml')

describe.each([
  ['Qt 5', '/usr/lib/qt5/bin/qmlscene'],
  ['Qt 6', '/usr/lib/qt6/bin/qml'],
])('Qt Quick of %s', (_, command) => {
  async function open() {
    const place = await headless()
    const app = await place.desktop.launch({ command, args: [form], env: { QT_QUICK_BACKEND: 'software' } })
    const heard = async () =>
      [...((await app.program?.stderr()) ?? '').matchAll(/^qml: (.*)$/gm)].map(([, said]) => said)
    const hears = (...lines: string[]) => expect.poll(heard, { timeout: PATIENCE }).toEqual(lines)
    return { app, hears, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
  }

  test('a check box, a switch and a radio button are changed so that the program hears of it', async () => {
    await using place = await open()
    const { app, hears } = place
    expect(`${await app.getByRole('checkbox', { name: 'Check' }).check()}`).toContain('verified')
    expect(`${await app.getByRole('checkbox', { name: 'Switch' }).check()}`).toContain('verified')
    expect(`${await app.getByRole('radio', { name: 'Radio B' }).check()}`).toContain('verified')
    await app.getByRole('checkbox', { name: 'Check' }).click()
    await app.getByRole('button', { name: 'Press me' }).click()
    await hears('check true', 'switch true', 'radio b true', 'check false', 'pressed')
  })

  test('a number, an option and an entry of a menu are chosen', async () => {
    await using place = await open()
    const { app, hears } = place
    expect(`${await app.getByRole('spinbutton', { name: 'Count' }).setValue(9)}`).toContain('verified')
    const size = app.getByRole('combobox', { name: 'Size' })
    expect(`${await size.selectOption('Large')}`).toContain('verified')
    expect(`${await size.selectOption('Large')}`).toContain('nothing to do')
    await app.menu('File', 'Save').click()
    await hears('count 9', 'size Large', 'save')
  })
})
