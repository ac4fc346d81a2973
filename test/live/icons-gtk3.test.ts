import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

// GTK 3 says of the current icon of a view that it is focused, whatever has the keyboard. Judged by what the program prints.

const PROGRAM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'icons_gtk3.py')

async function open() {
  const place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [PROGRAM] })
  const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)
  const icon = app.locator('role:img|name:Two')
  return { app, said, icon, desktop: place.desktop, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

test.each(['role:textbox', 'role:listitem|has:(name:South)'])(
  'the current icon is not focused while %s is',
  async (other) => {
    await using place = await open()
    const { app, icon, desktop } = place
    await icon.click()
    expect(await icon.isFocused()).toBe(true)
    expect((await app.snapshot()).find('role:img|focused:true')?.name).toBe('Two')
    await app.locator(other).click()
    expect(await icon.isFocused()).toBe(false)
    expect((await app.snapshot()).find('role:img|focused:true')).toBeUndefined()
    expect((await desktop.foreground())?.focused?.role).not.toBe('img')
  },
)

test('keys for the current icon are not sent to the field that has the keyboard', async () => {
  await using place = await open()
  const { app, icon, said } = place
  await icon.click()
  await app.locator('role:textbox').click()
  await icon.press('ArrowRight')
  await expect.poll(said, { timeout: PATIENCE }).toEqual(['key icons Right'])
  expect(await app.locator('role:img|name:Three').isFocused()).toBe(true)
})
