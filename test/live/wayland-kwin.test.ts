import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { FORM_TOOLKITS, Form, type FormToolkit } from './support/form.js'
import { KwinSession, noKwin } from './support/kwin.js'

describe.skipIf(noKwin !== '')(`on KWin${noKwin && ` (skipped: ${noKwin})`}`, () => {
  test.each(FORM_TOOLKITS)('%s gets the click, the keys and the text that are meant for it', async (toolkit) => {
    await using kwin = await KwinSession.start({ layout: 'de' })
    await using desktop = await kwin.desktop()
    const form = await Form.start(kwin, toolkit)
    const app = await desktop.app({ pid: form.pid })

    expect(await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })).toMatchObject({ route: 'input' })
    await form.received({ event: 'clicked', name: 'Count' })
    expect(form.events.filter(({ event }) => event === 'clicked')).toHaveLength(1)

    const customer = app.getByLabel('Customer')
    // What a German keyboard has, some of it by Shift and by AltGr.
    const text = 'Grüße {}~ 3 € @ Zürich'
    expect(await customer.pressSequentially(text)).toMatchObject({ route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: text })
    await expect(desktop.type('世界')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      sent: 'no',
      message: expect.stringContaining('keyboard layout'),
    })
    await customer.press('Control+a')
    await customer.press('Control+c')
    await expect.poll(() => desktop.clipboard.read()).toBe(text)
    await desktop.clipboard.write('Ελλάδα')
    await customer.press('Control+v')
    await form.received({ event: 'text', name: 'Customer', value: 'Ελλάδα' })
  })

  test('keys type letters of another script where the layout has them, and shortcuts are of the second layout', async () => {
    await using kwin = await KwinSession.start({ layout: 'gr,us' })
    await using desktop = await kwin.desktop()
    const form = await Form.start(kwin, 'gtk3')
    const customer = (await desktop.app({ pid: form.pid })).getByLabel('Customer')
    await customer.pressSequentially('Αθηνα')
    await form.received({ event: 'text', name: 'Customer', value: 'Αθηνα' })
    await expect(desktop.type('Wien')).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await customer.press('Control+a')
    await customer.press('Backspace')
    await form.received({ event: 'text', name: 'Customer', value: '' })
  })

  test.each(['qt5', 'qt6'] as const)('the entries of menus and lists of %s are where it says', async (toolkit) => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    const form = await Form.start(kwin, toolkit)
    const app = await desktop.app({ pid: form.pid })
    await app.getByLabel('Country').selectOption('Canada')
    await form.received({ event: 'selected', name: 'Country', value: 'Canada' })
    await app.menu('File', 'Open').click()
    await form.received({ event: 'menu', name: 'Open' })
  })

  test('what is in a menu of GTK 3 has no place, and is used by its action', async () => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    const form = await Form.start(kwin, 'gtk3')
    const app = await desktop.app({ pid: form.pid })
    await app
      .getByRole('menuitem', { name: 'File' })
      .or(app.getByRole('menu', { name: 'File' }))
      .click()
    const entry = app.getByRole('menuitem', { name: 'Open' })
    await entry.waitFor()
    expect(await entry.boundingBox()).toBeUndefined()
    expect(await entry.click()).toMatchObject({ route: 'action' })
    await form.received({ event: 'menu', name: 'Open' })
  })

  test.each<FormToolkit>(['gtk3', 'qt5', 'gtk4'])(
    'a window of %s is activated, arranged and closed',
    async (toolkit) => {
      await using kwin = await KwinSession.start()
      await using desktop = await kwin.desktop()
      const form = await Form.start(kwin, toolkit)
      const other = await Form.start(kwin, 'gtk3')
      const window = await (await desktop.app({ pid: form.pid })).window()
      const second = await (await desktop.app({ pid: other.pid })).window()
      await second.activate()
      expect([await window.isActive(), await second.isActive()]).toEqual([false, true])
      await window.activate()
      expect([await window.isActive(), await second.isActive()]).toEqual([true, false])

      await window.move(40, 50)
      await expect.poll(() => window.boundingBox()).toMatchObject({ x: 40, y: 50 })
      await window.maximize()
      await expect.poll(() => window.isMaximized()).toBe(true)
      expect((await window.boundingBox())?.width).toBe(1280)
      await window.restore()
      await expect.poll(() => window.isMaximized()).toBe(false)

      await second.activate()
      await second.move(700, 60)
      await window.minimize()
      await expect.poll(() => window.isMinimized()).toBe(true)
      await window.restore()
      await expect.poll(() => window.isMinimized()).toBe(false)
      await window.close()
      await expect.poll(() => isRunning(form.pid)).toBe(false)
      expect(isRunning(other.pid)).toBe(true)
    },
  )

  test('text editors and a calculator are used by keys, the pointer and their windows', async () => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    for (const command of ['mousepad', 'featherpad']) {
      const file = join(kwin.session.directory, `${command}.txt`)
      await writeFile(file, '')
      kwin.spawn(command, [file], { stdio: 'ignore' })
      const editor = await desktop.app({ name: command })
      const text = editor.getByRole('textbox').first()
      expect(await text.click({ route: 'input' })).toMatchObject({ route: 'input' })
      await text.pressSequentially('one Grüße 世界\n')
      await text.pressSequentially('two {}~ @')
      await text.press('Control+s')
      await expect.poll(() => readFile(file, 'utf8')).toMatch(/^one Grüße 世界\ntwo {}~ @\n?$/)
      const window = await editor.window()
      await window.resize(700, 500)
      await expect.poll(() => window.boundingBox()).toMatchObject({ width: 700, height: 500 })
      const picture = PNG.sync.read(await window.screenshot())
      expect([picture.width, picture.height]).toEqual([700, 500])
      await editor.menu('File', 'Quit').click()
      await expect.poll(async () => (await desktop.apps()).map(({ name }) => name)).not.toContain(command)
    }
    kwin.spawn('gnome-calculator', [], { stdio: 'ignore' })
    const calculator = await desktop.app({ name: 'gnome-calculator' })
    for (const name of ['7', '×', '6', '='])
      expect(await calculator.getByRole('button', { name }).click({ route: 'input' })).toMatchObject({ route: 'input' })
    await expect.poll(async () => (await calculator.snapshot()).toString()).toContain('42')
  })

  test('a picture is of the screen, of an area, and of a window that another covers', async () => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    expect(await desktop.displays()).toMatchObject([{ bounds: { x: 0, y: 0, width: 1280, height: 800 }, scale: 1 }])
    const form = await Form.start(kwin, 'gtk3')
    const window = await (await desktop.app({ pid: form.pid })).window()
    const whole = PNG.sync.read(await desktop.screenshot())
    expect([whole.width, whole.height]).toEqual([1280, 800])
    const box = await window.boundingBox()
    const alone = PNG.sync.read(await window.screenshot())
    expect([alone.width, alone.height]).toEqual([box?.width, box?.height])
    const other = await Form.start(kwin, 'qt5')
    const cover = await (await desktop.app({ pid: other.pid })).window()
    await cover.activate()
    await cover.maximize()
    await expect.poll(() => cover.isMaximized()).toBe(true)
    const covered = PNG.sync.read(await window.screenshot({ covered: true }))
    expect([covered.width, covered.height]).toEqual([alone.width, alone.height])
    // The frame of a window that is not active may look different; what is in it does not.
    const middle = (png: PNG) => png.data.subarray(png.data.length / 2, png.data.length / 2 + png.width * 4)
    expect(middle(covered).some((value) => value !== 0 && value !== 255)).toBe(true)
  })

  test('what can be done is said beforehand, with the reason where it cannot', async () => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    expect((await desktop.permissions()).map(({ state }) => state)).toEqual(['granted', 'notNeeded', 'notNeeded'])
    const capabilities = await desktop.capabilities()
    const lacking = capabilities.filter(({ available }) => !available).map(({ name }) => name)
    expect(lacking.filter((name) => name !== 'gtk2Trees')).toEqual(['hotkey'])
  })

  test('a program that KWin does not permit to make input is told what to allow, and windows are used', async () => {
    await using kwin = await KwinSession.start({ permitted: false })
    await using desktop = await kwin.desktop()
    const permissions = await desktop.permissions()
    expect(permissions.map(({ state }) => state)).toEqual(['granted', 'denied', 'denied'])
    expect(permissions[1]?.remedy).toContain('X-KDE-Wayland-Interfaces')
    expect(permissions[2]?.remedy).toContain('X-KDE-DBUS-Restricted-Interfaces')
    await expect(desktop.press('a')).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const form = await Form.start(kwin, 'gtk3')
    const app = await desktop.app({ pid: form.pid })
    await app.getByRole('button', { name: 'Count' }).click()
    await form.received({ event: 'clicked', name: 'Count' })
    expect((await (await app.window()).boundingBox())?.width).toBeGreaterThan(100)
  })

  test('KWin that ends is NO_DESKTOP, and nothing waits for it', async () => {
    await using kwin = await KwinSession.start()
    await using desktop = await kwin.desktop()
    await desktop.press('a')
    process.kill(kwin.pid)
    await expect.poll(() => isRunning(kwin.pid)).toBe(false)
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.press('a')).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.clipboard.read()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
