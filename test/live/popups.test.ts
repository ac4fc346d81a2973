import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { startSession } from './support/session.js'

// Qt lists no popup among the children of its application; the window system knows of their windows.

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')

async function popups(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'popups-'))
  const log = join(folder, 'log')
  const session = await startSession()
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'popups_qt.py'), version, log] })
  const item = (name: string) => app.locator(`role:listitem|name:${name}`)
  const entry = (name: string) => app.locator(`role:menuitem|name:"${name}"|visible:true`)
  await item('beta').waitFor()
  return {
    desktop,
    app,
    item,
    entry,
    openMenu: async () => {
      await item('beta').rightClick()
      await entry('Rename').waitFor()
    },
    said: () => readFileSync(log, 'utf8').trim().split('\n'),
    [Symbol.asyncDispose]: async () => {
      await session.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

describe.each(['5', '6'])('popups of Qt %s', (version) => {
  test('click() presses an entry of a context menu, and of its submenu', async () => {
    await using place = await popups(version)
    const { app, entry, said } = place
    await place.openMenu()
    await entry('Rename').click()
    await entry('Rename').waitFor({ state: 'detached' })
    expect(said()).toEqual(['selected beta', 'Rename beta'])
    await place.openMenu()
    await entry('Send to').click()
    await entry('Disk').click()
    await entry('Disk').waitFor({ state: 'hidden' })
    expect(said().at(-1)).toBe('Disk beta')
    expect(await app.locator('role:menu >> role:menuitem|visible:true').count()).toBe(0)
  })

  test('click() refuses what a context menu covers', async () => {
    await using place = await popups(version)
    const { item, desktop, said } = place
    await place.openMenu()
    const error = await failing(2000, (timeout) => item('gamma').click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'uncovered' } })
    expect(error.message).toMatch(/covers it|is covered by menu/)
    expect(said()).toEqual(['selected beta'])
    await desktop.press('Escape')
    await item('gamma').click()
    expect(said()).toEqual(['selected beta', 'selected gamma'])
  })

  test('the element at a point of a context menu is its entry', async () => {
    await using place = await popups(version)
    const { entry, desktop } = place
    await place.openMenu()
    const { x, y, width, height } = (await entry('Delete').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const at = await desktop.elementAt(x + width / 2, y + height / 2)
    expect(at).toMatchObject({ role: 'menuitem', name: 'Delete' })
  })

  test('the picture of the application has a menu whole that reaches out of its window', async () => {
    await using place = await popups(version)
    const { app, item, entry } = place
    const { width } = (await item('beta').boundingBox()) ?? { width: 0 }
    await item('beta').rightClick({ position: { x: width - 5, y: 5 } })
    await entry('Delete').waitFor()
    const [menu, window] = [await entry('Delete').boundingBox(), await app.window().boundingBox()]
    const right = (box: typeof menu) => (box === undefined ? Number.NaN : box.x + box.width)
    expect(right(menu)).toBeGreaterThan(right(window))
    expect(right(await app.area())).toBeGreaterThanOrEqual(right(menu))
  })

  test('nothing is typed into a field while a context menu is open', async () => {
    await using place = await popups(version)
    await place.openMenu()
    const town = place.app.locator('role:textbox|name:Town')
    const error = await failing(1000, (timeout) => town.pressSequentially('O', { timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'uncovered' } })
    expect(place.said()).toEqual(['selected beta'])
  })

  test('the list of a completer can be read and pressed', async () => {
    await using place = await popups(version)
    const { app } = place
    const town = app.locator('role:textbox|name:Town')
    await town.pressSequentially('Os')
    await app.locator('name:Osnabrück').click()
    await expect.poll(() => town.inputValue()).toBe('Osnabrück')
  })
})
