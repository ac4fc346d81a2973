import { expect, test } from 'vitest'
import { PATIENCE } from '../patience.js'
import { at, field, ok, type Place, verbs, world } from './every-verb.js'
import { SENDING, watched } from './watched.js'

// Seen from below: whatever reaches the native part and sends something has been asked about right before. On the simulated desktop.

/** The same verbs by their other routes, and what sends without a verb of its own. */
const OTHER_ROUTES: Record<string, (place: Place) => Promise<unknown>> = {
  'click by the pointer': (place) => at(place, ok).click({ route: 'input' }),
  'click by the keyboard': (place) => at(place, ok).press('Enter'),
  'fill by keys': (place) => at(place, field).fill('new', { route: 'input' }),
  'clear by keys': (place) => at(place, field).clear({ route: 'input' }),
  'check by the pointer': (place) => at(place, 'name:Off').check({ route: 'input' }),
  'select by the pointer': (place) => at(place, 'name:"Item 1"').select({ route: 'input' }),
  'type into a protected field': (place) => at(place, 'name:Secret').pressSequentially('swordfish'),
  'a point clicked': (place) => place.desktop.point(10, 30).click(),
  'a point clicked twice': (place) => place.desktop.point(10, 30).dblclick(),
  'a point hovered over': (place) => place.desktop.point(10, 30).hover(),
  'a point scrolled at': (place) => place.desktop.point(10, 310).scroll({ y: 1 }),
  'an element by its ref': async (place) => place.desktop.ref((await at(place, ok).snapshot()).root.ref).click(),
  'whatever application has it': (place) => place.desktop.locator(`process:Program >> ${ok}`).click(),
  'a click that is tried again': (place) => at(place, ok).click({ retries: 2, verify: { exists: ok } }),
  'keys for whoever has the keyboard': (place) => place.desktop.press('Control+s'),
  'a program by its command': (place) => place.desktop.launch({ command: 'editor', args: [] }),
  'a program ended by force': (place) => place.app.quit({ force: true }),
  'copied and pasted': async (place) => {
    await place.desktop.clipboard.write('text')
    await place.window.press('Control+v')
  },
}

const routes = [...verbs.map(([name, , act]) => [name, act] as const), ...Object.entries(OTHER_ROUTES)]
const seen = new Set<string>()

test.each(routes)('%s asks before each thing that it sends', async (_, act) => {
  await using stage = await watched({ world, defaultTimeout: PATIENCE })
  const { desktop } = stage
  const app = await desktop.app('Program')
  await act({ desktop, app, window: await app.window({ title: 'Main' }) })
  expect(stage.sent).not.toEqual([])
  expect(stage.unasked).toEqual([])
  expect(stage.unknown).toEqual([])
  for (const method of stage.sent) seen.add(method)
})

test('an entry of a menu, and the menus on the way, ask', async () => {
  const entry = { role: 'menuitem' as const, name: 'Quit' }
  const menu = { role: 'menuitem' as const, name: 'File', expanded: false, children: [entry] }
  const bar = { role: 'menubar' as const, name: 'Menus', children: [menu] }
  const main = {
    role: 'window' as const,
    name: 'Main',
    bounds: { x: 0, y: 0, width: 300, height: 200 },
    children: [bar],
  }
  await using stage = await watched({
    world: { applications: [{ name: 'Program', keepsRunning: true, windows: [main] }] },
    defaultTimeout: PATIENCE,
  })
  const app = await stage.desktop.app('Program')
  await app
    .menu('File', 'Quit')
    .state()
    .catch(() => {})
  await app
    .menu('File', 'Quit')
    .click()
    .catch(() => {})
  expect(stage.sent).not.toEqual([])
  expect(stage.unasked).toEqual([])
})

test('every native call that sends was among them', () => {
  expect(SENDING.filter((method) => !seen.has(method))).toEqual([])
})
