import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { DesktopPortal } from './support/desktop-portal.js'
import { Form } from './support/form.js'
import { KwinSession, noKwin } from './support/kwin.js'

const portal = new DesktopPortal({
  program: '/usr/lib/x86_64-linux-gnu/libexec/xdg-desktop-portal-kde',
  name: 'org.freedesktop.impl.portal.desktop.kde',
})
const skipped = noKwin || portal.missing
const TEXT = 'abc Def! {}~ @'

// KDE's portal of Plasma 5.27 asks nobody. Without PipeWire it gives nothing to who asks for a screen.
describe.skipIf(skipped !== '')(`KDE's desktop portal, without PipeWire${skipped && ` (skipped: ${skipped})`}`, () => {
  let session: KwinSession
  beforeAll(async () => {
    session = await KwinSession.start()
    portal.start(session)
  })
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]()
  })

  test('gives the keyboard, and says why there are no places and pictures', async () => {
    const form = await Form.start(session, 'gtk3')
    const environment = { ...session.environment, SUREHAND_WAYLAND: 'portal' }
    await using desktop = await Desktop.open({ backend: 'linux', environment, defaultTimeout: PATIENCE })
    const input = { name: 'input', state: 'prompt', route: 'org.freedesktop.portal.RemoteDesktop' }
    expect(await desktop.permissions()).toContainEqual(expect.objectContaining(input))
    const customer = (await desktop.app({ pid: form.pid })).getByLabel('Customer')
    await desktop.press('Escape')
    expect(await customer.pressSequentially(TEXT)).toMatchObject({ effect: 'verified', route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: TEXT })
    const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('is PipeWire running?') }
    await expect(desktop.mouse.move(5, 5)).rejects.toMatchObject(refused)
    await expect(desktop.screenshot()).rejects.toMatchObject(refused)
    await form.end()
  })
})
