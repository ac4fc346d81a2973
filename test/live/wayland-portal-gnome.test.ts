import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Desktop } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeInputStep } from '../../lib/sdk/native/binding.js'
import { PATIENCE } from '../patience.js'
import { DesktopPortal } from './support/desktop-portal.js'
import { Form } from './support/form.js'
import { GnomeSession, noGnome } from './support/mutter.js'

const gnomes = new DesktopPortal({
  program: '/usr/libexec/xdg-desktop-portal-gnome',
  name: 'org.freedesktop.impl.portal.desktop.gnome',
})
const skipped = noGnome || gnomes.missing
const TEXT = 'abc Def! {}~ @'

describe.skipIf(skipped !== '')(`GNOME's desktop portal${skipped && ` (skipped: ${skipped})`}`, () => {
  let session: GnomeSession
  /** Does in the dialog what a person does, and gives the seat a keyboard, as a person's has one. */
  let hand: Desktop
  beforeAll(async () => {
    session = await GnomeSession.start('unsafe shell')
    gnomes.start(session)
    hand = await session.desktop()
  })
  afterAll(async () => {
    await hand?.dispose()
    await session?.[Symbol.asyncDispose]()
  })

  const portal = () => session.desktop({ SUREHAND_WAYLAND: 'portal' })

  async function answer(choice: 'Share' | 'Cancel', interaction = true): Promise<void> {
    const dialog = await hand.app({ name: 'xdg-desktop-portal-gnome' })
    const button = dialog.getByRole('button', { name: choice })
    await button.waitFor()
    if (choice === 'Share') {
      await dialog.getByRole('listitem').first().click()
      await dialog.getByRole('checkbox', { name: 'Allow remote interaction' }).setChecked(interaction)
    }
    await button.click()
    await button.waitFor({ state: 'detached' })
  }

  test('lets keys, text, the pointer and pictures through once a person has agreed', async () => {
    const form = await Form.start(session, 'gtk3')
    const desktop = await portal()
    const customer = (await desktop.app({ pid: form.pid })).getByLabel('Customer')
    // GNOME Shell begins with its overview. Afterwards the form's window has the keyboard.
    await Promise.all([desktop.press('Escape'), answer('Share')])
    const window = await (await desktop.app({ pid: form.pid })).window()
    await expect.poll(() => window.isActive()).toBe(true)
    expect(await customer.pressSequentially(TEXT)).toMatchObject({ effect: 'verified', route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: TEXT })
    await customer.press('Control+a')
    await customer.press('Delete')
    await form.received({ event: 'text', name: 'Customer', value: '' })

    const { width, height, data } = PNG.sync.read(await desktop.screenshot())
    expect([width, height]).toEqual([1280, 800])
    expect(white(data)).toBeGreaterThan((width * height) / 3)
    const part = PNG.sync.read(await desktop.screenshot({ area: { x: 1200, y: 700, width: 500, height: 50 } }))
    expect([part.width, part.height]).toEqual([80, 50])

    // The button of the panel that opens the overview.
    const steps: NativeInputStep[] = [
      { kind: 'move', x: 30, y: 12 },
      { kind: 'down', button: 1 },
      { kind: 'up', button: 1 },
    ]
    const { native } = (desktop.mouse as unknown as { desktop: { native: NativeDesktop } }).desktop
    await native.input(steps, {}, { timeout: PATIENCE })
    const away = { code: 'NOT_ACTIONABLE', sent: 'no', message: expect.stringContaining('overview') }
    await expect.poll(() => customer.press('Delete').catch((error: unknown) => error)).toMatchObject(away)
    await desktop.press('Escape')
    await desktop.dispose()
    await form.end()
  })

  test('is asked in the middle of typing, and the field gets all of the text once it has the keyboard again', async () => {
    const form = await Form.start(session, 'gtk3')
    await using desktop = await portal()
    const customer = (await desktop.app({ pid: form.pid })).getByLabel('Customer')
    await customer.focus()
    const [receipt] = await Promise.all([customer.pressSequentially(TEXT), answer('Share')])
    expect(receipt).toMatchObject({ effect: 'verified', route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: TEXT })
    await form.end()
  })

  test('adds a keyboard where the seat has none, and no key of it is lost', async () => {
    const form = await Form.start(session, 'gtk3')
    await using desktop = await portal()
    await Promise.all([desktop.mouse.move(640, 400), answer('Share')])
    await hand.dispose()
    await desktop.type('xyz')
    await form.received({ event: 'key', value: 'z' })
    const keys = form.events.filter(({ event }) => event === 'key').map(({ value }) => value)
    expect(keys).toEqual(['x', 'y', 'z'])
    hand = await session.desktop()
    await form.end()
  })

  test('is PERMISSION_DENIED when a person presses Cancel, and asks no more', async () => {
    await using desktop = await portal()
    const denied = { code: 'PERMISSION_DENIED', sent: 'no', message: expect.stringContaining('refused it') }
    await Promise.all([expect(desktop.screenshot()).rejects.toMatchObject(denied), answer('Cancel')])
    await expect(desktop.press('Shift')).rejects.toMatchObject(denied)
  })

  test('gives pictures alone when a person shares the screen without interaction', async () => {
    await using desktop = await portal()
    const [picture] = await Promise.all([desktop.screenshot(), answer('Share', false)])
    expect(PNG.sync.read(picture).width).toBe(1280)
    await expect(desktop.press('Shift')).rejects.toMatchObject({ code: 'PERMISSION_DENIED', sent: 'no' })
    const permissions = await desktop.permissions()
    expect(permissions.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'accessibility granted',
      'input denied',
      'screen granted',
    ])
  })

  test('closes its dialog when the call that opened it is given up', async () => {
    await using desktop = await portal()
    const stop = new AbortController()
    const given = expect(desktop.press('Shift', { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    const dialog = (await hand.app({ name: 'xdg-desktop-portal-gnome' })).getByRole('button', { name: 'Share' })
    await dialog.waitFor()
    stop.abort()
    await given
    await dialog.waitFor({ state: 'detached' })
  })

  test('is PERMISSION_DENIED once a person stops sharing, until the desktop is opened again', async () => {
    await using desktop = await portal()
    await Promise.all([desktop.press('Shift'), answer('Share')])
    session.run('[...Main.panel.statusArea.screenSharing._handles].forEach(each => each.stop())')
    const denied = { code: 'PERMISSION_DENIED', message: expect.stringContaining('stops sharing') }
    await expect.poll(() => desktop.press('Shift').catch((error: unknown) => error)).toMatchObject(denied)
    await expect(desktop.screenshot()).rejects.toMatchObject(denied)
    // That stopped the hand's, too.
    await hand.dispose()
    hand = await session.desktop()
    await using other = await portal()
    await Promise.all([other.press('Shift'), answer('Share')])
  })

  test('is NO_DESKTOP when the compositor ends', async () => {
    await using desktop = await portal()
    await Promise.all([desktop.press('Shift'), answer('Share')])
    await session.kill()
    await expect(desktop.press('Shift')).rejects.toMatchObject({ code: 'NO_DESKTOP', sent: 'no' })
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
  })
})

/** How many pixels are white. */
function white(data: Buffer): number {
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255) count++
  return count
}
