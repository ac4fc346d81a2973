import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Rect } from '../../lib/sdk/index.js'
import { contract } from './stage.js'

function middle({ x, y, width, height }: Rect): [number, number] {
  return [x + width / 2, y + height / 2]
}

contract((stage) => {
  const save = () => stage().app.locator('role:button|name:Save')

  test('displays have a place, a work area in it, and one is the primary one', async () => {
    const displays = await stage().desktop.displays()
    expect(displays.filter(({ primary }) => primary)).toHaveLength(1)
    expect(displays[0]?.primary).toBe(true)
    for (const { id, bounds, workArea, scale } of displays) {
      expect(id).not.toBe('')
      expect(bounds).toMatchObject({ width: 1280, height: 960 })
      expect(workArea.width * workArea.height).toBeGreaterThan(0)
      expect(workArea.width).toBeLessThanOrEqual(bounds.width)
      expect(scale).toBeGreaterThan(0)
    }
  })

  test('a picture says where it was taken: of a display, an area, a window, an element', async () => {
    const { desktop, app } = stage()
    const [display] = await desktop.displays()
    const whole = await desktop.picture({ display: display?.id })
    expect(whole).toMatchObject({ bounds: display?.bounds, scale: 1 })
    expect([whole.png.readUInt32BE(16), whole.png.readUInt32BE(20)]).toEqual([1280, 960])
    const area = { x: 1200, y: 900, width: 300, height: 300 }
    expect((await desktop.picture({ area })).bounds).toEqual({ x: 1200, y: 900, width: 80, height: 60 })
    const window = await app.window()
    expect((await window.picture()).bounds).toEqual(await window.boundingBox())
    expect((await save().picture()).bounds).toEqual(await save().boundingBox())
    await expect(desktop.picture({ display: 'no-such' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('a window that is covered has a picture of its own, or the reason why not', async () => {
    const { desktop, app } = stage()
    const can = (await desktop.capabilities()).find(({ name }) => name === 'screenshotCovered')
    const window = await app.window()
    const taken = await window.picture({ covered: true }).catch((error: unknown) => error)
    if (can?.available) expect(taken).toMatchObject({ bounds: await window.boundingBox() })
    else expect(taken).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining(can?.reason ?? '?') })
  })

  test('the element at a point is the one that is in front there', async () => {
    const { desktop } = stage()
    const bounds = (await save().boundingBox()) as Rect
    expect(await desktop.elementAt(...middle(bounds))).toMatchObject({ role: 'button', name: 'Save' })
    expect(await desktop.elementAt(1270, 950)).toBeUndefined()
  })

  test('what has the keyboard is named: application, window and element', async () => {
    const { desktop, app } = stage()
    const window = await app.window()
    await window.activate()
    await app.locator('role:textbox|name:Customer').focus()
    const front = await desktop.foreground()
    expect(front?.app.pid).toBe(app.pid)
    expect(await front?.window?.title()).toBe('Order form')
    expect(front?.focused).toMatchObject({ role: 'textbox', name: 'Customer' })
  })

  test('a window is moved and resized, and says where it is', async () => {
    const window = await stage().app.window()
    await window.move(70, 90)
    expect(await window.boundingBox()).toMatchObject({ x: 70, y: 90 })
    const { width = 0, height = 0 } = (await window.boundingBox()) ?? {}
    await window.resize(width + 60, height + 40)
    expect(await window.boundingBox()).toEqual({ x: 70, y: 90, width: width + 60, height: height + 40 })
  })

  test('a window is minimized, maximized and restored', async () => {
    const window = await stage().app.window()
    // A window that has just come may not have been given its place by the window manager yet.
    await window.move(70, 90)
    const before = await window.boundingBox()
    await window.maximize()
    expect(await window.isMaximized()).toBe(true)
    await expect.poll(async () => (await window.boundingBox())?.width).toBeGreaterThan(1200)
    await window.restore()
    expect(await window.isMaximized()).toBe(false)
    await expect.poll(() => window.boundingBox()).toEqual(before)
    await window.minimize()
    expect(await window.isMinimized()).toBe(true)
    await window.restore()
    expect(await window.isMinimized()).toBe(false)
  })

  test('the clipboard gives back what was written, and takes the next', async () => {
    const { clipboard } = stage().desktop
    for (const text of ['Grüße 😀\nline two', 'x'.repeat(200_000), '']) {
      await clipboard.write(text)
      expect(await clipboard.read()).toBe(text)
    }
  })

  test('the clipboard holds a picture or files, and then no text', async () => {
    const { clipboard } = stage().desktop
    const picture = await stage().desktop.screenshot()
    await clipboard.writeImage(picture)
    expect((await clipboard.readImage())?.equals(picture)).toBe(true)
    expect(await clipboard.readFiles()).toEqual([])
    await expect(clipboard.read()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const files = ['two words.txt', 'Grüße %20 #1.txt'].map((name) => join(tmpdir(), name))
    await clipboard.writeFiles(files)
    expect(await clipboard.readFiles()).toEqual(files)
    expect(await clipboard.readImage()).toBeUndefined()
    await clipboard.write('text')
    expect(await clipboard.readFiles()).toEqual([])
  })

  test('a hotkey is told of whatever has the keyboard, until it is disposed of', async () => {
    const { desktop } = stage()
    const isThere = (await desktop.capabilities()).find(({ name }) => name === 'hotkey')?.available
    let presses = 0
    const watching = desktop.hotkey('Control+Alt+F9', () => presses++)
    if (!isThere) return expect(watching).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const hotkey = await watching
    await desktop.press('Alt+F9')
    await desktop.press('Control+Alt+F9')
    await expect.poll(() => presses).toBe(1)
    await desktop.press('Control+Alt+F9')
    await expect.poll(() => presses).toBe(2)
    hotkey[Symbol.dispose]()
    await desktop.press('Control+Alt+F9')
    await desktop.capabilities()
    expect(presses).toBe(2)
    await expect(desktop.hotkey('Control+Nonsense', () => {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('what a person does is told on X11, and elsewhere it is UNSUPPORTED', async () => {
    const { desktop } = stage()
    const isThere = (await desktop.capabilities()).find(({ name }) => name === 'hotkey')?.available
    const watching = desktop.userInput(() => {})
    if (desktop.backend !== 'linux' || !isThere) {
      return expect(watching).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    }
    ;(await watching)[Symbol.dispose]()
  })

  test('what is allowed and what can be done is said beforehand', async () => {
    const { desktop } = stage()
    const permissions = await desktop.permissions()
    expect(permissions.map(({ name }) => name)).toEqual(['accessibility', 'input', 'screen'])
    for (const { state } of permissions) expect(['granted', 'notNeeded']).toContain(state)
    const capabilities = await desktop.capabilities()
    for (const name of ['events', 'input', 'screenshot', 'windowAt', 'arrange', 'clipboard']) {
      expect(capabilities.find((one) => one.name === name)).toMatchObject({ available: true, reason: '' })
    }
    for (const { available, reason } of capabilities) expect(reason === '').toBe(available)
  })
})
