import { expect, test } from 'vitest'
import { failing } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  test('the application is found by executable, process, pid and id, never by a part of a name', async () => {
    const { desktop, app } = stage()
    expect((await desktop.apps()).map(({ pid }) => pid)).toContain(app.pid)
    expect((await desktop.app({ pid: app.pid })).pid).toBe(app.pid)
    expect((await desktop.app(app.executable)).executable).toBe(app.executable)
    expect((await desktop.app({ process: app.executable.toUpperCase() })).executable).toBe(app.executable)
    const part = app.executable.slice(0, -1)
    const missing = await failing(1000, (timeout) => desktop.app(part, { timeout }))
    expect(missing).toMatchObject({ code: 'APP_NOT_FOUND' })
  })

  test('an application that is not there is APP_NOT_FOUND, with those that are', async () => {
    const { desktop, app } = stage()
    const error = await failing(1000, (timeout) => desktop.app('no-such-program', { timeout }))
    expect(error).toMatchObject({ code: 'APP_NOT_FOUND' })
    expect(error.message).toContain(app.executable)
  })

  test('the one window is the window; it has a title and bounds', async () => {
    const window = await stage().app.window()
    expect(await window.title()).toBe('Order form')
    expect(await window.boundingBox()).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
    expect(await stage().app.windows()).toHaveLength(1)
  })

  test('a window is found by its title and by a selector', async () => {
    const { app } = stage()
    expect(await (await app.window({ title: 'order form' })).title()).toBe('Order form')
    expect(await (await app.window({ title: /^Order/ })).title()).toBe('Order form')
    expect(await (await app.window('role:window|has:(role:button|name:Save)')).title()).toBe('Order form')
    const error = await failing(1000, (timeout) => app.window({ title: 'Another' }, { timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    expect(error.message).toContain('Order form')
  })

  test('a dialog is waited for, used, and gone', async () => {
    const { app } = stage()
    await app.locator('role:button|name:Delete').click()
    const dialog = await app.window({ title: 'Really delete?' })
    expect(await dialog.isModal()).toBe(true)
    await dialog.locator('role:button|name:Yes').click()
    await app.locator('role:text|name:Deleted').waitFor({ state: 'attached' })
    await expect.poll(async () => (await app.windows()).length).toBe(1)
    await expect(dialog.title()).rejects.toMatchObject({ code: 'STALE' })
  })

  test('a window looks only in itself', async () => {
    const { app } = stage()
    await app.locator('role:button|name:Delete').click()
    const dialog = await app.window({ title: 'Really delete?' })
    expect(await dialog.locator('role:button|name:No').count()).toBe(1)
    expect(await dialog.locator('role:button|name:Save').count()).toBe(0)
    expect((await dialog.snapshot()).find('role:button|name:Save')).toBeUndefined()
  })

  test('close asks a window to close', async () => {
    const { app } = stage()
    await app.locator('role:button|name:Delete').click()
    const dialog = await app.window({ title: 'Really delete?' })
    await dialog.close()
    await expect.poll(async () => (await app.windows()).length).toBe(1)
  })

  test('activate gives a window the keyboard', async () => {
    const window = await stage().app.window()
    await window.activate()
    await expect.poll(() => window.isActive()).toBe(true)
  })

  test('screenshot of a window has its size', async () => {
    const window = await stage().app.window()
    const bounds = await window.boundingBox()
    const png = await window.screenshot()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([bounds?.width, bounds?.height])
  })

  test('quit ends the application; what it is asked then is APP_EXITED', async () => {
    const { app, desktop } = stage()
    await app.quit({ force: true })
    await expect(app.locator('role:button').count()).rejects.toMatchObject({ code: 'APP_EXITED' })
    expect((await desktop.apps()).map(({ pid }) => pid)).not.toContain(app.pid)
    await app.quit()
  })
})
