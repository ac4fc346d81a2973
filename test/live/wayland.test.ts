import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

test('a Wayland session without X11 says what is not possible there, and why', async () => {
  await using place = await headless()
  const environment = {
    ...place.session.environment,
    DISPLAY: undefined,
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_SESSION_TYPE: 'wayland',
  }
  await using desktop = await Desktop.open({ backend: 'linux', environment })
  const permissions = await desktop.permissions()
  expect(permissions.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'accessibility granted',
    'input denied',
    'screen denied',
  ])
  for (const { remedy } of permissions.slice(1)) expect(remedy).toContain('Wayland')
  const capabilities = await desktop.capabilities()
  const lacking = capabilities.filter(({ name }) => !['events', 'realize', 'gtk2Trees'].includes(name))
  expect(lacking.map(({ available }) => available)).toEqual(lacking.map(() => false))
  for (const { reason } of lacking) expect(reason).toContain('Wayland')
  const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('Wayland') }
  await expect(desktop.press('a')).rejects.toMatchObject(refused)
  await expect(desktop.screenshot()).rejects.toMatchObject(refused)
})
