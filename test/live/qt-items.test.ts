import { describe, expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { processOf } from '../session-process.js'
import { widgets } from './support/widgets.js'

describe.each(['5', '6'])('items of Qt %s', (version) => {
  test('check() and uncheck() press the check mark of a cell', async () => {
    await using place = await widgets(version)
    const box = (name: string) => place.app.locator(`role:cell|leftof:(role:cell|name:${name})|first`)
    expect(await box('Off').check()).toMatchObject({ effect: 'verified', route: 'input' })
    expect(await box('On').uncheck()).toMatchObject({ effect: 'verified', route: 'input' })
    expect(place.said()).toEqual(['changed 0 0  True', 'changed 1 0  False'])
    expect(await box('On').uncheck()).toMatchObject({ effect: 'verified', route: 'none' })
  })

  test('expand() and collapse() press the mark of an item, and select nothing', async () => {
    await using place = await widgets(version)
    const item = (name: string) => place.app.locator(`role:cell|name:"${name}"`)
    expect(await item('Work').expand()).toMatchObject({ effect: 'verified' })
    expect(await item('Inbox Work').expand()).toMatchObject({ effect: 'verified' })
    expect(await item('Work').collapse()).toMatchObject({ effect: 'verified' })
    expect(place.said()).toEqual(['expanded Work', 'expanded Inbox Work', 'collapsed Work'])
  })

  test('an item with nothing below it is neither expanded nor collapsed, and is not clicked', async () => {
    await using place = await widgets(version)
    const item = (name: string) => place.app.locator(`role:cell|name:"${name}"`)
    await item('Work').expand()
    await item('Inbox Work').expand()
    expect(await item('2025 Work').states()).not.toContain('expanded')
    const nothingBelow = { code: 'NOT_ACTIONABLE', sent: 'no' }
    await expect(item('2025 Work').collapse({ timeout: 500 })).rejects.toMatchObject(nothingBelow)
    await expect(item('2025 Work').expand({ timeout: 500 })).rejects.toMatchObject(nothingBelow)
    expect(place.said()).toEqual(['expanded Work', 'expanded Inbox Work'])
  })

  test('fill() of a cell opens its editor', async () => {
    await using place = await widgets(version)
    expect(await place.named('Off').fill('Done')).toMatchObject({ effect: 'verified' })
    expect(place.said()).toEqual(['changed 0 1 Done False'])
  })

  test('fill() of a cell types into the entry of a combo box that edits it', async () => {
    await using place = await widgets(version)
    expect(await place.named('Genre').fill('Rock')).toMatchObject({ effect: 'verified' })
    expect(place.said()).toEqual(['changed 2 1 Rock False'])
    const refused = await failure(place.named('Kind').fill('Pop'))
    expect(refused.code).toBe('NOT_ACTIONABLE')
    expect(refused.message).toContain('a combo box that takes no text')
  })

  test('fill() of a cell waits for a click that the window manager holds back', async () => {
    await using place = await widgets(version)
    const manager = processOf(place.session, 'openbox')
    process.kill(manager, 'SIGSTOP')
    setTimeout(() => process.kill(manager, 'SIGCONT'), 300)
    expect(await place.named('Off').fill('Done')).toMatchObject({ effect: 'verified' })
    expect(place.said()).toEqual(['changed 0 1 Done False'])
  })
})
