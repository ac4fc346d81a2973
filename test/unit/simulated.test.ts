import { expect, test } from 'vitest'
import { loadNative } from '../../lib/sdk/native/load.js'
import { checkEffects, checkWorld } from '../../lib/sdk/simulated/check-world.js'
import type { Effect, World } from '../../lib/sdk/simulated/world.js'
import { PATIENCE } from '../patience.js'

const soon = { timeout: PATIENCE }

/** One of everything that a world can say. */
const world: World = {
  screen: { width: 1000, height: 700 },
  applications: [
    {
      name: 'Everything',
      id: 'org.example.Everything',
      executable: 'everything',
      pid: 77,
      toolkit: 'test',
      keepsRunning: true,
      silent: false,
      forgets: [
        'structure',
        'property',
        'state',
        'text',
        'value',
        'focus',
        'window',
        'selection',
        'ChildrenChanged:add',
      ],
      faults: { hanging: { after: 100_000, for: 10 }, exit: 200_000 },
      windows: [
        {
          role: 'window',
          name: 'Main',
          key: 'main',
          minimized: false,
          active: true,
          children: [
            {
              role: 'button',
              key: 'go',
              name: 'Go',
              value: 'v',
              description: 'd',
              id: 'i',
              class: 'c',
              placeholder: 'p',
              platformRole: 'push button',
              localizedRole: 'Knopf',
              shortcut: 'Control+g',
              bounds: { x: 10, y: 10, width: 50, height: 20 },
              attributes: { a: 'b' },
              actions: ['press', 'explode'],
              pressed: 'mixed',
              on: {
                press: [{ set: 'self', name: 'Went' }],
                'action:explode': [{ exit: true, after: 100_000 }],
                'key:Control+g': { instead: [{ focus: 'self' }] },
              },
              faults: {
                late: 0,
                vanishing: 100_000,
                moving: { for: 1, x: 2, y: 3 },
                duplicated: 100_000,
                disabled: 0,
                covered: 0,
                recreated: 100_000,
                lying: false,
                lostPresses: 1000,
                intruding: 1000,
              },
            },
            {
              role: 'slider',
              range: { minimum: 1, maximum: 2 },
              bounds: null,
              cut: { reason: 'virtual', detail: 'x' },
            },
            { role: 'tab', controls: 'panel', states: ['enabled'], faults: { moving: 5, duplicated: true } },
            { role: 'tabpanel', key: 'panel', children: [{ role: 'text', key: 'text' }] },
          ],
        },
      ],
    },
  ],
  launchable: { other: { name: 'Other', windows: [{ role: 'dialog', modal: true }] } },
}

const effects: Effect[] = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the world's
  { set: 'text', name: 'Text of ${go.name}', attributes: { a: 'c' }, states: ['visible'], enabled: true, bounds: null },
  { add: { role: 'text', key: 'new' }, to: 'panel', at: 0 },
  { replace: 'new', with: { role: 'link', key: 'newer' } },
  { move: 'newer', to: 'main' },
  { recreate: 'newer' },
  { focus: 'go' },
  { openWindow: { role: 'dialog', key: 'dialog' }, application: 'Everything' },
  { closeWindow: 'dialog' },
  { remove: 'newer' },
  { launch: 'other' },
  { hang: 1, application: 'Other' },
  { exit: true, application: 'Other', after: 100_000 },
]

test('what the check accepts, the native desktop takes, too', async () => {
  checkWorld(world)
  checkEffects(effects)
  const desktop = await loadNative().openDesktop({ backend: 'simulated', environment: {}, world }, soon)
  const [application] = await desktop.applications(soon)
  expect(application).toMatchObject({
    name: 'Everything',
    id: 'org.example.Everything',
    executable: 'everything',
    pid: 77,
  })
  desktop.apply(effects)
  const tree = await desktop.snapshot({ appKey: application!.key }, {}, soon)
  expect(tree.toJSONText(0, {})).toContain('Text of Go')
  expect(desktop.record()).toEqual([])
  await desktop.dispose()
})

const inWindow = (children: unknown[]) => ({ applications: [{ name: 'A', windows: [{ role: 'window', children }] }] })

test.each([
  ['world', 7, 'it is 7; expected an object'],
  ['world', { aplications: [] }, "'aplications' is not known here; did you mean 'applications'?"],
  ['world.screen', { screen: { width: 5 } }, "it has no 'height'"],
  ['world.applications[0]', { applications: [{ windows: [] }] }, "it has no 'name'"],
  ['world.applications[0].windows[0].children[0].role', inWindow([{ role: 'buton' }]), "did you mean 'button'?"],
  [
    'world.applications[0].windows[0].children[0]',
    inWindow([{ role: 'text', cheked: true }]),
    "did you mean 'checked'?",
  ],
  [
    'world.applications[0].windows[0].children[0].checked',
    inWindow([{ role: 'text', checked: 1 }]),
    'it is 1; expected true or false',
  ],
  [
    'world.applications[0].forgets[1]',
    { applications: [{ name: 'A', windows: [], forgets: ['state', 'structur'] }] },
    "did you mean 'structure'?",
  ],
  [
    'world.applications[0].windows[0].children[0].faults.late',
    inWindow([{ role: 'text', faults: { late: -1 } }]),
    'milliseconds',
  ],
  [
    'world.applications[0].windows[0].children[0].on',
    inWindow([{ role: 'text', on: { pres: [] } }]),
    "did you mean 'press'?",
  ],
  [
    'world.applications[0].windows[0].children[0].on["press"][0]',
    inWindow([{ role: 'text', on: { press: [{ sett: 'self' }] } }]),
    'it has none of set, add',
  ],
])('at %s', (path, wrong, message) => {
  expect(() => checkWorld(wrong)).toThrowError(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      details: { path },
      message: expect.stringContaining(message),
    }),
  )
})
