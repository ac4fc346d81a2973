import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

// An open menu has the keyboard and the pointer, and letters press its entries.

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')
const OPEN = 'role:menu >> role:menuitem|visible:true'

async function menus(version: string) {
  const session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'menus_qt.py'), version] })
  const text = app.locator('role:textbox|name:Text')
  await text.waitFor()
  return { desktop, app, text, [Symbol.asyncDispose]: () => session.stop() }
}

const open = async (app: App, name: string) => {
  await app.locator(`role:menuitem|name:${name}|visible:true`).click()
}

describe.each(['5', '6'])('menus of Qt %s', (version) => {
  test('no menu stays open once its entry was pressed, and what is typed next goes where it is meant', async () => {
    await using place = await menus(version)
    const { app, text } = place
    const chosen = (name: string) => ({ verify: { exists: `role:text|name:${name}` } })
    expect(await app.menu('File', 'New').click(chosen('New'))).toMatchObject({ effect: 'verified', route: 'input' })
    expect(await app.locator(OPEN).count()).toBe(0)
    await text.pressSequentially('exit ')
    expect(await text.inputValue()).toBe('exit ')

    await app.menu('File', 'Recent', 'notes.txt').click(chosen('notes.txt'))
    expect(await app.locator(OPEN).count()).toBe(0)
    await text.pressSequentially('under ')

    await open(app, 'Edit')
    await app.locator('role:menuitem|name:Wrap').click(chosen('Wrap'))
    expect(await app.locator(OPEN).count()).toBe(0)
    await open(app, 'File')
    await app.locator('role:menuitem|name:Save|visible:true').click(chosen('Save'))
    expect(await app.locator(OPEN).count()).toBe(0)
    await text.pressSequentially('new')
    expect(await text.inputValue()).toBe('exit under new')
  })

  test('each name of a path is an entry of the menu before it, the first of the bar', async () => {
    await using place = await menus(version)
    const { app } = place
    const chosen = (name: string) => ({ verify: { exists: `role:text|name:${name}` } })
    await app.menu('Edit', 'Wrap').click(chosen('Wrap'))
    await app.menu('View', 'Tool bars', 'Edit').click(chosen('Edit'))
    // Its text is "Turn", a tab and its keys.
    await app.menu('Edit', 'Turn').click(chosen('/^Turn/'))
    const turn = (await app.snapshot()).find('role:menuitem|name:Turn')
    expect([turn?.name, turn?.shortcut]).toEqual(['Turn', 'Control+t'])
    expect(await app.locator(OPEN).count()).toBe(0)
  })

  test('that something is not there can be said of a program that has an action in two menus', async () => {
    await using place = await menus(version)
    const { app } = place
    expect((await app.snapshot()).complete).toBe(true)
    expect(await app.locator('role:menuitem|name:Analyse').count()).toBe(1)
    expect(await app.locator('name:Nothing').exists()).toBe(false)
  })

  test('an entry has no native route while its menu is open, and has one while it is closed', async () => {
    await using place = await menus(version)
    const { app } = place
    const save = app.locator('role:menuitem|name:Save')
    await open(app, 'File')
    await save.waitFor({ state: 'visible' })
    const error = await failing(2000, (timeout) => save.click({ route: 'native', timeout }))
    expect(error).toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await place.desktop.press('Escape')
    await save.waitFor({ state: 'hidden' })
    const shown = { verify: { exists: 'role:text|name:Save' } }
    await save.click({ route: 'native', force: ['visible'], ...shown })
    expect(await app.locator(OPEN).count()).toBe(0)
  })

  test('what is typed after a look into a menu goes to what had the focus, and presses no entry', async () => {
    await using place = await menus(version)
    const { app, text } = place
    await text.focus()
    expect((await app.menu('Edit', 'Wrap').state()).enabled).toBe(true)
    await app.window().type('new')
    expect(await text.inputValue()).toBe('new')
    await failing(1000, (timeout) => app.menu('View', 'Nope').click({ timeout }))
    await app.window().type('er')
    expect(await text.inputValue()).toBe('newer')
    expect(await app.locator('role:text|name:Nothing chosen').count()).toBe(1)
  })

  test('nothing is typed into a field while a menu is open', async () => {
    await using place = await menus(version)
    const { app, text } = place
    await open(app, 'File')
    const error = await failing(1000, (timeout) => text.pressSequentially('new', { timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'uncovered' } })
    expect(error.message).toContain('the menu "File" is open')
    expect((await failing(1000, (timeout) => text.press('n', { timeout }))).code).toBe('NOT_ACTIONABLE')
    await app.locator('role:menuitem|name:File').press('Escape')
    await text.pressSequentially('new')
    expect(await text.inputValue()).toBe('new')
    expect(await app.locator('role:text|name:Nothing chosen').count()).toBe(1)
  })
})
