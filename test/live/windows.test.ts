import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { headless } from './support/settled.js'

describe.each(FORM_TOOLKITS)('a window of %s', (toolkit) => {
  test('says whether it is minimized, and comes back when it is activated', async () => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    const window = await app.window()
    await window.activate()
    expect(await window.isMinimized()).toBe(false)
    const minimize = place.session.spawn('xdotool', ['getactivewindow', 'windowminimize'])
    await once(minimize, 'exit')
    await expect.poll(() => window.isMinimized()).toBe(true)
    expect(await window.isActive()).toBe(false)
    await window.activate()
    expect(await window.isMinimized()).toBe(false)
    expect(await window.isActive()).toBe(true)
  })

  test('comes back to where it was moved, each time', async () => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const window = await (await place.desktop.app({ pid: form.pid })).window()
    for (const [x, y] of [
      [70, 90],
      [110, 130],
      [70, 90],
    ] as const) {
      await window.move(x, y)
      await window.maximize()
      await window.restore()
      await expect.poll(() => window.boundingBox()).toMatchObject({ x, y })
    }
  })
})

test('an application is found by its untranslated name, whatever it shows', async () => {
  await using place = await headless()
  const env = { LC_ALL: 'C.UTF-8', LANGUAGE: 'de' }
  const launched = await place.desktop.launch({ command: 'gnome-calculator', env })
  expect(await (await launched.window()).title()).toBe('Taschenrechner')
  const found = await place.desktop.app('Calculator')
  expect(found.pid).toBe(launched.pid)
  expect(await found.locator('app:Calculator|role:button|name:Schließen').count()).toBe(1)
})

test('an application has the id of its desktop entry, and is found by it', async () => {
  await using place = await headless()
  const launched = await place.desktop.launch({ command: 'org.xfce.mousepad' })
  expect(launched.id).toBe('org.xfce.mousepad')
  const found = await place.desktop.app({ id: 'org.xfce.mousepad.desktop' })
  expect(found.pid).toBe(launched.pid)
  expect(await found.locator('app:org.xfce.mousepad|role:menuitem|name:Quit').count()).toBe(1)
})
