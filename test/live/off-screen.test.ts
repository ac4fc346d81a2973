import { expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { failing } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { noSway } from './support/sway.js'

// A pointer that is sent beyond the edge of the screen stops there, over another element of the same window.

test.each(noSway === '' ? (['x11', 'wayland'] as const) : (['x11'] as const))(
  'what lies beyond the edge of the screen is not pressed by the pointer (%s)',
  async (display) => {
    await using session = await HeadlessSession.start({ display, width: 1000, height: 700 })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const app = await desktop.launch('mousepad')
    await (await app.window()).move(800, 100)
    const help = app.getByRole('menu', { name: 'Help' })
    await expect.poll(async () => (await help.boundingBox())?.x).toBeGreaterThan(1000)

    const refused = await failing(2_000, (timeout) => help.click({ route: 'input', timeout }))
    expect(refused).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'viewport' } })
    expect(refused.message).toContain('there is no screen')
    expect(await app.locator('role:menuitem|visible:true').count()).toBe(0)

    // By its action it opens; on sway its menu has no place to open at.
    if (display === 'wayland') return
    await help.click({ route: 'native' })
    await app.getByRole('menuitem', { name: 'About' }).waitFor()
  },
)
