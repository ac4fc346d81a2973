import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

// Qt says of the current item of each list that it is focused, whatever has the keyboard. Judged by what the program prints.

const PROGRAM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'current_qt.py')

describe.each(['5', '6'])('the keyboard in Qt %s', (version) => {
  async function open() {
    const place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [PROGRAM, version] })
    const said = async () => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)
    const item = (name: string) => app.locator(`name:"${name}"|role:listitem`)
    return { app, said, item, desktop: place.desktop, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
  }

  test('the current item of a list is not focused while a button is', async () => {
    await using place = await open()
    const { app, item, desktop } = place
    expect((await app.snapshot()).findAll('focused:true').map(({ name }) => name)).toEqual(['Push'])
    expect((await app.window().snapshot()).findAll('focused:true').map(({ name }) => name)).toEqual(['Push'])
    expect(await item('Left 2').isFocused()).toBe(false)
    expect(await app.locator('role:cell|name:"cell 0 1"').isFocused()).toBe(false)
    expect((await desktop.foreground())?.focused?.name).toBe('Push')
  })

  test('keys for a current item are not sent to the button that has the keyboard', async () => {
    await using place = await open()
    const { item, said } = place
    await expect(item('Left 2').press('Space')).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await expect(item('Left 2').focus()).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await item('Left 2').click()
    await item('Left 2').press('Space')
    await expect.poll(said, { timeout: PATIENCE }).toEqual(['key Left Space'])
  })

  test('keys for the current item of one list are not sent to another list that has the keyboard', async () => {
    await using place = await open()
    const { app, item, said } = place
    await item('Left 2').click()
    expect((await app.snapshot()).findAll('role:listitem|focused:true').map(({ name }) => name)).toEqual(['Left 2'])
    await expect(item('Right 2').press('Space')).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await item('Right 2').click()
    await item('Right 2').press('ArrowDown')
    await item('Right 3').press('Space')
    await expect.poll(said, { timeout: PATIENCE }).toEqual(['key Right Down', 'key Right Space'])
  })
})
