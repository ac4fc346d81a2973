import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { headless } from './support/settled.js'

// GTK 3 and Qt give the wheel to the spin button, combo box or slider below the pointer, which changes its value and does not scroll. The
// programs print each value that changes.

const fixture = (name: string) => join(import.meta.dirname, '..', 'fixtures', 'apps', name)

const lines = async (app: App) => ((await app.program?.stdout()) ?? '').split('\n').filter(Boolean)

/** What the program said besides that it was scrolled, once it has said `last`. */
async function saidUntil(app: App, last: string): Promise<string[]> {
  await expect.poll(async () => (await lines(app)).join('\n')).toContain(last)
  return (await lines(app)).filter((line) => !line.startsWith('scrolled'))
}

describe.each([
  ['GTK 3', ['wheel_gtk3.py']],
  ['Qt', ['wheel_qt.py']],
  ['Qt, without margins', ['wheel_qt.py', '--full']],
])('%s', (_, [program, ...args]) => {
  test('scrolling to a button below spin buttons, combo boxes and sliders changes no value', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [fixture(program as string), ...args] })
    await app.locator('role:button|name:Go').click({ route: 'input', timeout: 30_000 })
    expect(await saidUntil(app, 'go')).toEqual(['go'])
  })

  test('scroll() over a spin button scrolls what it is in', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [fixture(program as string), ...args] })
    await app.locator('role:spinbutton').first().scroll({ y: 3 }, { timeout: 30_000 })
    expect(await saidUntil(app, 'scrolled')).toEqual([])
  })
})
