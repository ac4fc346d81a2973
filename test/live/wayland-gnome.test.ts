import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { GnomeSession, noGnome } from './support/mutter.js'

const LAYOUT_TEXT = 'abc Def! {}~ @'
const ANY_TEXT = `Grüße {}~ αβγ مرحبا 世界 😀`

/** Presses a key until the form has it. Nothing says here when its window got the keyboard. */
async function pressed(desktop: Desktop, form: Form): Promise<void> {
  const press = async () => {
    // GNOME Shell begins with its overview.
    await desktop.press('Escape')
    await desktop.press('x')
    return form.events.some(({ event, value }) => event === 'key' && value === 'x')
  }
  await expect.poll(press, { timeout: PATIENCE }).toBe(true)
}

const skipped = noGnome && ` (skipped: ${noGnome})`

describe.skipIf(noGnome !== '')(`on GNOME Shell in unsafe mode${skipped}`, () => {
  let session: GnomeSession
  let desktop: Desktop
  beforeAll(async () => {
    session = await GnomeSession.start('unsafe shell')
    desktop = await session.desktop()
  })
  afterAll(async () => {
    await desktop?.dispose()
    await session?.[Symbol.asyncDispose]()
  })

  test.each(FORM_TOOLKITS)('%s gets the click, the keys and the text that are meant for it', async (toolkit) => {
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })
    expect(await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })).toMatchObject({ route: 'input' })
    await form.received({ event: 'clicked', name: 'Count' })
    expect(form.events.filter(({ event }) => event === 'clicked')).toHaveLength(1)

    const customer = app.getByLabel('Customer')
    expect(await customer.pressSequentially(LAYOUT_TEXT)).toMatchObject({ route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: LAYOUT_TEXT })
    await customer.press('Control+a')
    await customer.press('Control+x')
    await form.received({ event: 'text', name: 'Customer', value: '' })
    await expect.poll(() => desktop.clipboard.read()).toBe(LAYOUT_TEXT)
    await desktop.clipboard.write(ANY_TEXT)
    expect(await desktop.clipboard.read()).toBe(ANY_TEXT)
    await customer.press('Control+v')
    await form.received({ event: 'text', name: 'Customer', value: ANY_TEXT })
    await form.end()
  })

  test.each(FORM_TOOLKITS)('%s gets text that the keyboard layout does not have', async (toolkit) => {
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })
    await app.getByLabel('Customer').pressSequentially(ANY_TEXT)
    await form.received({ event: 'text', name: 'Customer', value: ANY_TEXT })
    await form.end()
  })

  test.each(['qt5', 'qt6'] as const)('the entries of menus and lists of %s are where it says', async (toolkit) => {
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })
    await app.getByLabel('Country').selectOption('Canada')
    await form.received({ event: 'selected', name: 'Country', value: 'Canada' })
    await app.menu('File', 'Open').click()
    await form.received({ event: 'menu', name: 'Open' })
    await form.end()
  })

  test.each(FORM_TOOLKITS)('a window of %s is moved, resized, maximized, minimized and closed', async (toolkit) => {
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })
    const window = await app.window()
    await window.maximize()
    // Below the panel.
    expect(await window.boundingBox()).toEqual({ x: 0, y: 32, width: 1280, height: 768 })
    await window.restore()
    await window.move(100, 120)
    await window.resize(960, 640)
    expect(await window.boundingBox()).toEqual({ x: 100, y: 120, width: 960, height: 640 })
    await window.minimize()
    await window.activate()
    expect((await desktop.foreground())?.app.pid).toBe(form.pid)
    const picture = PNG.sync.read(await window.screenshot())
    expect([picture.width, picture.height]).toEqual([960, 640])
    await window.close()
    await expect.poll(() => form.exited).toBe(true)
  })

  test('what can be done is said beforehand, with the reason where it cannot', async () => {
    expect(await routes(desktop)).toEqual(['org.gnome.Mutter.RemoteDesktop', 'org.gnome.Shell.Screenshot'])
    const capabilities = await desktop.capabilities()
    const lacking = capabilities.filter(({ available }) => !available).map(({ name }) => name)
    expect(lacking.filter((name) => name !== 'gtk2Trees')).toEqual(['hotkey', 'screenshotCovered'])
    for (const { available, reason } of capabilities) expect(reason === '').toBe(available)
    const bounds = { x: 0, y: 0, width: 1280, height: 800 }
    const workArea = { x: 0, y: 32, width: 1280, height: 768 }
    expect(await desktop.displays()).toMatchObject([{ bounds, workArea, scale: 1 }])
    const whole = PNG.sync.read(await desktop.screenshot())
    expect([whole.width, whole.height]).toEqual([1280, 800])
  })

  test('a session that a person ends is PERMISSION_DENIED until the desktop is opened again', async () => {
    const other = await session.desktop()
    await other.press('Shift')
    session.run('[...Main.panel.statusArea.screenSharing._handles].forEach(each => each.stop())')
    await expect(other.press('Shift')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await other.dispose()
    await desktop.dispose()
    desktop = await session.desktop()
    await desktop.press('Shift')
  })
})

/** By what input and pictures are made. */
async function routes(desktop: Desktop): Promise<(string | undefined)[]> {
  const permissions = await desktop.permissions()
  return ['input', 'screen'].map((one) => permissions.find(({ name }) => name === one)?.route)
}

/** Whether a picture of the screen shows the form, much of which is white, at its full size. */
function showsForm(picture: Buffer): boolean {
  const { width, height, data } = PNG.sync.read(picture)
  expect([width, height]).toEqual([1280, 800])
  let white = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255 && data[at + 3] === 255) white++
  }
  return white > (width * height) / 3
}

describe.skipIf(noGnome !== '')(`on GNOME otherwise${skipped}`, () => {
  test('GNOME Shell as it is started gives keys, pictures and clipboard, and says how to allow the rest', async () => {
    await using session = await GnomeSession.start('shell')
    const desktop = await session.desktop()
    expect(await routes(desktop)).toEqual(['org.gnome.Mutter.RemoteDesktop', 'org.gnome.Mutter.ScreenCast'])
    const capabilities = await desktop.capabilities()
    const closed = capabilities.filter(({ reason }) => reason.includes('unsafe_mode')).map(({ name }) => name)
    expect(closed).toEqual(['windowAt', 'foreground', 'arrange'])
    const form = await Form.start(session, 'gtk3')
    const app = await desktop.app({ pid: form.pid })
    const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('unsafe_mode') }
    await expect((await app.window()).screenshot()).rejects.toMatchObject(refused)
    await expect((await app.window()).activate()).rejects.toMatchObject(refused)
    await expect(app.getByRole('button', { name: 'Count' }).hover()).rejects.toMatchObject(refused)
    await pressed(desktop, form)
    await expect.poll(async () => showsForm(await desktop.screenshot())).toBe(true)
    const customer = app.getByLabel('Customer')
    expect(await customer.pressSequentially(LAYOUT_TEXT)).toMatchObject({ effect: 'verified', route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: LAYOUT_TEXT })
    // In the overview GTK goes on to say that its window has the keyboard.
    await desktop.press('Meta')
    await expect.poll(async () => showsForm(await desktop.screenshot())).toBe(false)
    const away = { code: 'NOT_ACTIONABLE', sent: 'no', message: expect.stringContaining('overview') }
    await expect(customer.press('Delete')).rejects.toMatchObject(away)
    await desktop.clipboard.write('ours')
    expect(await desktop.clipboard.read()).toBe('ours')
    await desktop.dispose()
  })

  test('text editors and a calculator are used by actions, and by keys while they say that they have them', async () => {
    await using session = await GnomeSession.start('mutter')
    const desktop = await session.desktop()
    for (const [command, ...args] of [['gnome-text-editor', '--standalone'], ['mousepad']] as const) {
      session.spawn(command, args, { stdio: 'ignore' })
      const editor = await desktop.app({ name: command })
      const text = editor.getByRole('textbox').first()
      expect(await text.fill('one')).toMatchObject({ effect: 'verified', route: 'text' })
      await text.press('Control+End')
      expect(await text.pressSequentially(' two {}~ @')).toMatchObject({ effect: 'verified', route: 'input' })
      await text.press('Enter')
      await text.pressSequentially('three')
      await expect.poll(() => text.inputValue()).toBe('one two {}~ @\nthree')
      const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('where its windows are') }
      for (const call of [() => text.click(), () => text.hover(), () => text.screenshot()])
        await expect(call()).rejects.toMatchObject(refused)
    }
    const editor = await desktop.app({ name: 'mousepad' })
    const text = editor.getByRole('textbox').first()
    // A window that opens takes the keyboard: the rest of the text is not sent.
    const long = 'more '.repeat(4000)
    const lost = { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('foreground') }
    const typing = expect(text.pressSequentially(long)).rejects.toMatchObject(lost)
    session.spawn('gnome-calculator', [], { stdio: 'ignore' })
    await typing
    expect((await text.inputValue()).length).toBeLessThan(long.length)
    await text.fill('one')
    const calculator = await desktop.app({ name: 'gnome-calculator' })
    await calculator.getByRole('textbox').first().fill('')
    for (const name of ['7', '×', '6', '='])
      expect(await calculator.getByRole('button', { name }).click()).toMatchObject({ route: 'action' })
    await expect.poll(async () => (await calculator.snapshot()).toString()).toContain('42')
    const sum = calculator.getByRole('textbox').first()
    await sum.press('Escape')
    await sum.pressSequentially('8*3')
    await sum.press('Enter')
    await expect.poll(async () => (await calculator.snapshot()).toString()).toContain('24')
    expect(await (await editor.window()).isActive()).toBe(false)
    const behind = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('does not have the keyboard') }
    await expect(text.pressSequentially('lost')).rejects.toMatchObject(behind)
    await expect(text.press('Delete')).rejects.toMatchObject(behind)
    expect(await text.inputValue()).toBe('one')
    expect(await text.fill('behind')).toMatchObject({ effect: 'verified' })
    await desktop.dispose()
  })

  test('mutter gives a picture of the screen, of a display and of a part, each as it is now', async () => {
    await using session = await GnomeSession.start('mutter')
    const desktop = await session.desktop()
    expect(showsForm(await desktop.screenshot())).toBe(false)
    const form = await Form.start(session, 'gtk3')
    await expect.poll(async () => showsForm(await desktop.screenshot())).toBe(true)
    // Partly beyond the right edge. What is further left has a caret that blinks.
    const area = { x: 1000, y: 50, width: 1000, height: 301 }
    const part = PNG.sync.read(await desktop.screenshot({ area }))
    expect([part.width, part.height]).toEqual([280, 301])
    const [display] = await desktop.displays()
    for (const options of [{}, { display: display?.id as string }]) {
      const whole = PNG.sync.read(await desktop.screenshot(options))
      const cut = new PNG({ width: part.width, height: part.height })
      PNG.bitblt(whole, cut, area.x, area.y, part.width, part.height, 0, 0)
      // mutter draws the area anew, and rounds the colours of its background otherwise.
      expect(part.data.every((value, at) => Math.abs(value - (cut.data[at] as number)) <= 2)).toBe(true)
    }
    const outside = desktop.screenshot({ area: { x: 1280, y: 0, width: 10, height: 10 } })
    await expect(outside).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await form.end()
    await expect.poll(async () => showsForm(await desktop.screenshot())).toBe(false)
    await desktop.dispose()
  })

  test('a picture that never comes is a TIMEOUT that says why, ABORTED, or NO_DESKTOP', async () => {
    await using session = await GnomeSession.start('mutter', { wireplumber: false })
    const desktop = await session.desktop()
    const late = { code: 'TIMEOUT', message: expect.stringContaining('start pipewire and wireplumber') }
    await expect(desktop.screenshot({ timeout: 5000 })).rejects.toMatchObject(late)
    const stop = new AbortController()
    const aborted = desktop.screenshot({ signal: stop.signal })
    stop.abort()
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
    const ended = expect(desktop.screenshot()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await session.kill()
    await ended
    await desktop.dispose()
  })

  test('mutter without PipeWire has keys, and says what pictures and the pointer need', async () => {
    await using session = await GnomeSession.start('mutter', { pipewire: false })
    const desktop = await session.desktop()
    const form = await Form.start(session, 'gtk3')
    await pressed(desktop, form)
    const refused = { code: 'UNSUPPORTED', message: expect.stringContaining('start pipewire') }
    await expect(desktop.mouse.move(5, 5)).rejects.toMatchObject(refused)
    await expect(desktop.screenshot()).rejects.toMatchObject(refused)
    const screen = (await desktop.permissions()).find(({ name }) => name === 'screen')
    expect(screen).toMatchObject({ state: 'denied', remedy: expect.stringContaining('start pipewire') })
    await desktop.dispose()
  })

  test('a compositor that ends is NO_DESKTOP, and nothing waits for it', async () => {
    await using session = await GnomeSession.start('mutter')
    const desktop = await session.desktop()
    await desktop.press('a')
    await session.kill()
    await expect(desktop.press('a')).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.clipboard.read()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await desktop.dispose()
  })
})
