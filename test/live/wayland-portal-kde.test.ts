import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'
import { KwinSession, noKwin } from './support/kwin.js'

const PROGRAMS = [
  '/usr/libexec/xdg-permission-store',
  '/usr/lib/x86_64-linux-gnu/libexec/xdg-desktop-portal-kde',
  '/usr/libexec/xdg-desktop-portal',
]
const missing = PROGRAMS.filter((program) => !existsSync(program))
const skipped = noKwin || (missing.length > 0 ? `not installed: ${missing.join(', ')}` : '')
const TEXT = 'abc Def! {}~ @'

// KDE's portal of Plasma 5.27 asks nobody. Without PipeWire it gives nothing to who asks for a screen.
describe.skipIf(skipped !== '')(`KDE's desktop portal, without PipeWire${skipped && ` (skipped: ${skipped})`}`, () => {
  let session: KwinSession
  beforeAll(async () => {
    session = await KwinSession.start()
    for (const program of PROGRAMS) session.spawn(program, [], {})
  })
  afterAll(async () => {
    await session?.[Symbol.asyncDispose]()
  })

  test('gives the keyboard, and says why there are no places and pictures', async () => {
    const form = await Form.start(session, 'gtk3')
    const environment = { ...session.environment, SUREHAND_WAYLAND: 'portal' }
    const opened = () => Desktop.open({ backend: 'linux', environment, defaultTimeout: PATIENCE })
    // The portal takes its time to come to the bus.
    await expect.poll(inputOf).toMatchObject({ state: 'prompt', route: 'org.freedesktop.portal.RemoteDesktop' })
    async function inputOf() {
      await using desktop = await opened()
      return (await desktop.permissions()).find(({ name }) => name === 'input')
    }
    await using desktop = await opened()
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
