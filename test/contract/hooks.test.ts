import { describe, expect, test } from 'vitest'
import {
  App,
  Desktop,
  type Ended,
  type Hooks,
  Locator,
  type Outgoing,
  type SimulatedNode,
  Window,
  type World,
} from '../../lib/index.js'
import { PATIENCE } from '../patience.js'
import { failure, window } from './program.js'

// Policy and logs rest on hooks: whatever is sent has to ask first. On the simulated desktop, which says what it received.

const list: SimulatedNode = {
  role: 'list',
  name: 'Items',
  bounds: { x: 0, y: 300, width: 200, height: 60 },
  multiselectable: true,
  children: [
    { role: 'listitem' as const, name: 'Chosen', selected: true },
    ...Array.from({ length: 30 }, (_, index) => ({ role: 'listitem' as const, name: `Item ${index}` })),
  ],
}
const world: World = {
  applications: [
    {
      name: 'Program',
      keepsRunning: true,
      windows: [
        window(
          { role: 'button', name: 'OK', haspopup: true, actions: ['press', 'dance'] },
          { role: 'textbox', name: 'Field', value: 'text' },
          { role: 'textbox', name: 'Secret', protected: true },
          { role: 'checkbox', name: 'Off' },
          { role: 'checkbox', name: 'On', checked: true },
          { role: 'slider', name: 'Volume', value: '10' },
          { role: 'treeitem', name: 'Closed', expanded: false },
          { role: 'treeitem', name: 'Open', expanded: true },
          {
            role: 'combobox',
            name: 'Size',
            value: 'Small',
            expanded: false,
            children: [
              { role: 'option', name: 'Small' },
              { role: 'option', name: 'Large' },
            ],
          },
          list,
        ),
        { role: 'window', name: 'Other', bounds: { x: 700, y: 0, width: 200, height: 200 } },
      ],
    },
  ],
  launchable: { editor: { name: 'Editor', windows: [window()] } },
}

interface Place {
  desktop: Desktop
  app: App
  window: Window
}

const at = (place: Place, selector: string) => place.app.locator(selector)
const ok = 'role:button|name:OK'
const field = 'role:textbox|name:Field'

/** Every verb there is, with something for it to do. */
const VERBS: Record<string, Record<string, (place: Place) => Promise<unknown>>> = {
  Locator: {
    click: (place) => at(place, ok).click(),
    doubleClick: (place) => at(place, ok).doubleClick(),
    rightClick: (place) => at(place, ok).rightClick(),
    hover: (place) => at(place, ok).hover(),
    fill: (place) => at(place, field).fill('new'),
    clear: (place) => at(place, field).clear(),
    type: (place) => at(place, field).type('more'),
    press: (place) => at(place, field).press('Enter'),
    check: (place) => at(place, 'name:Off').check(),
    uncheck: (place) => at(place, 'name:On').uncheck(),
    setChecked: (place) => at(place, 'name:On').setChecked(false),
    toggle: (place) => at(place, 'name:On').toggle(),
    select: (place) => at(place, 'name:"Item 1"').select(),
    selectOption: (place) => at(place, 'role:combobox').selectOption('Large'),
    expand: (place) => at(place, 'name:Closed').expand(),
    collapse: (place) => at(place, 'name:Open').collapse(),
    setValue: (place) => at(place, 'role:slider').setValue(20),
    focus: (place) => at(place, field).focus(),
    scroll: (place) => at(place, 'role:list').scroll({ y: 1 }),
    scrollIntoView: (place) => at(place, 'name:"Item 29"').scrollIntoView(),
    dragTo: (place) => at(place, ok).dragTo(at(place, field)),
    invoke: (place) => at(place, ok).invoke('dance'),
    insertText: (place) => at(place, field).insertText('in'),
    setCaret: (place) => at(place, field).setCaret(1),
    selectText: (place) => at(place, field).selectText({ start: 0, end: 2 }),
    deselect: (place) => at(place, 'name:"Chosen"').deselect(),
  },
  Window: {
    activate: (place) => place.window.activate(),
    close: (place) => place.window.close(),
    press: (place) => place.window.press('Enter'),
    type: (place) => place.window.type('text'),
    minimize: (place) => place.window.minimize(),
    maximize: (place) => place.window.maximize(),
    restore: (place) => place.window.restore(),
    move: (place) => place.window.move(20, 30),
    resize: (place) => place.window.resize(300, 200),
  },
  Clipboard: { write: (place) => place.desktop.clipboard.write('text') },
  App: { activate: (place) => place.app.activate(), quit: (place) => place.app.quit() },
  Desktop: {
    launch: (place) => place.desktop.launch('editor'),
    press: (place) => place.desktop.press('Enter'),
    type: (place) => place.desktop.type('text'),
  },
}

/** What sends nothing: reads, waits, pictures, and what only makes another object. */
const OTHERS: Record<string, readonly string[]> = {
  Locator: [
    ...['locator', 'filter', 'first', 'last', 'nth', 'and', 'or', 'with', 'toString', 'derived', 'resolved', 'at'],
    ...['screenshot', 'capture', 'highlight', 'snapshot', 'tree', 'waitFor', 'expectGone', 'exists', 'count', 'all'],
    ...['name', 'role', 'value', 'inputValue', 'description', 'textContent', 'bounds', 'states'],
    ...['isEnabled', 'isEditable', 'isFocused', 'isChecked', 'isSelected', 'isExpanded', 'isVisible'],
    // How they do it.
    ...['textOf', 'limits', 'act', 'run', 'plan', 'conditions', 'whole', 'currentMatches'],
    ...['subtree', 'withOne', 'read', 'state', 'answered', 'boundsOrRefuse'],
  ],
  Window: [
    ...['toString', 'locator', 'title', 'bounds', 'isActive', 'isMinimized', 'isModal', 'screenshot', 'snapshot'],
    ...['isMaximized', 'modality', 'owner', 'capture', 'tree'],
    ...['picture', 'arrange', 'readAll', 'among', 'act', 'limits', 'now', 'read', 'itself', 'is'],
  ],
  App: [
    // What menu() gives clicks locators.
    ...[
      'toString',
      'setDefaultTimeout',
      'with',
      'locator',
      'menu',
      'launched',
      'windows',
      'window',
      'waitForWindow',
      'changes',
      'watch',
    ],
    ...['waitUntil', 'waitForIdle', 'snapshot', 'tree', 'screenshot', 'scope', 'limits', 'readWindows'],
    ...['windowNamed', 'capture', 'picture'],
    // How launch() and the keys of the desktop do it.
    ...['launchVerified', 'send'],
  ],
  Desktop: [
    ...['setDefaultTimeout', 'with', 'apps', 'app', 'locator', 'ref', 'watch', 'screenshot', 'screen', 'dispose'],
    // What point() gives acts by locators, what `clipboard` writes asks by itself.
    ...['point', 'capture', 'displays', 'permissions', 'capabilities', 'elementAt', 'foreground'],
    ...['picture', 'putOnClipboard', 'send', 'sendToForeground', 'limits', 'refuseDisposed'],
  ],
}

async function open(hooks: Hooks): Promise<Place & AsyncDisposable> {
  const desktop = await Desktop.open({ world, hooks, defaultTimeout: PATIENCE })
  const app = await desktop.app('Program')
  const main = await app.window({ title: 'Main' })
  return { desktop, app, window: main, [Symbol.asyncDispose]: () => desktop.dispose() }
}

const verbs = Object.entries(VERBS).flatMap(([type, named]) =>
  Object.entries(named).map(([verb, act]) => [`${type.toLowerCase()}.${verb}`, verb, act] as const),
)

test.each([Locator, Window, App, Desktop])('every verb of %o is in the tests below', ({ name: type, prototype }) => {
  const known = ['constructor', ...Object.keys(VERBS[type] ?? {}), ...(OTHERS[type] ?? [])]
  expect(Object.getOwnPropertyNames(prototype).filter((name) => !known.includes(name))).toEqual([])
})

describe.each(verbs)('%s', (_, verb, act) => {
  test('asks before it sends anything, and tells how it ended', async () => {
    const asked: Outgoing[] = []
    const told: Ended[] = []
    // Nothing has been received when it is asked: what it asks about is yet to be sent.
    const early: number[] = []
    await using place = await open({
      beforeDispatch: (outgoing) => {
        if (asked.length === 0) early.push(place.desktop.simulation?.received().length ?? 0)
        asked.push(outgoing)
      },
      afterAction: (ended) => {
        told.push(ended)
      },
    })
    await act(place)
    expect(early).toEqual([0])
    expect(asked.some(({ part, verb: of }) => part === 'acts' && of === verb)).toBe(true)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ verb, receipt: { verb } })
  })

  test('sends nothing when that is refused', async () => {
    const told: Ended[] = []
    await using place = await open({
      beforeDispatch: () => ({ refuse: 'not on Sundays' }),
      afterAction: (ended) => {
        told.push(ended)
      },
    })
    const error = await failure(act(place))
    expect(error).toMatchObject({ code: 'REFUSED', details: { reason: 'not on Sundays', verb } })
    expect(error.message).toContain('not on Sundays')
    expect(place.desktop.simulation?.received()).toEqual([])
    expect(told).toMatchObject([{ verb, error: { code: 'REFUSED' } }])
  })
})

test('a hook is told to whom, by which route and what', async () => {
  const asked: Outgoing[] = []
  await using place = await open({ beforeDispatch: (outgoing) => void asked.push(outgoing) })
  await at(place, ok).click()
  expect(asked).toMatchObject([
    {
      verb: 'click',
      part: 'acts',
      app: { name: 'Program', pid: expect.any(Number) },
      element: { role: 'button', name: 'OK', ref: expect.stringMatching(/^e\d+$/), protected: false },
      route: 'action',
      payload: { kind: 'action', action: 'press' },
    },
  ])
  asked.length = 0
  await at(place, ok).click({ route: 'input' })
  expect(asked.at(-1)).toMatchObject({ route: 'input', payload: { kind: 'pointer', buttons: [1] } })
  await place.window.press('Control+s')
  expect(asked.at(-1)).toMatchObject({
    verb: 'press',
    route: 'input',
    payload: { kind: 'keys', keys: ['Control', 's'] },
  })
  await (await place.desktop.launch({ command: 'editor', args: ['a.txt'] })).quit({ force: true })
  expect(asked.slice(-2)).toMatchObject([
    { verb: 'launch', route: 'process', payload: { kind: 'launch', command: 'editor', args: ['a.txt'] } },
    { verb: 'quit', route: 'process', app: { name: 'Editor' }, payload: { kind: 'quit', force: true } },
  ])
})

test('it is given the text, and whoever logs all that it is given does not log that', async () => {
  const asked: Outgoing[] = []
  await using place = await open({ beforeDispatch: (outgoing) => void asked.push(outgoing) })
  await at(place, 'name:Secret').fill('swordfish')
  await at(place, field).fill('plain')
  const payloads = asked.map(({ payload }) => payload).filter(({ kind }) => kind === 'text')
  expect(payloads).toMatchObject([
    { text: 'swordfish', length: 9, protected: true },
    { text: 'plain', length: 5, protected: false },
  ])
  expect(JSON.stringify(asked)).not.toMatch(/swordfish|plain/)
})

test('what prepares for an action asks as well', async () => {
  const asked: Outgoing[] = []
  await using place = await open({ beforeDispatch: (outgoing) => void asked.push(outgoing) })
  await (await place.app.window({ title: 'Other' })).activate()
  asked.length = 0
  await at(place, field).type('more')
  expect(asked.map(({ part, payload }) => `${part} ${payload.kind}`)).toEqual([
    'prepares window',
    'prepares action',
    'acts text',
  ])
})

test('what it throws is the reason', async () => {
  await using place = await open({
    beforeDispatch: async () => {
      throw new Error('ask the boss')
    },
  })
  const error = await failure(at(place, ok).click())
  expect(error).toMatchObject({ code: 'REFUSED', sent: 'no', details: { reason: 'ask the boss' } })
})

test('the time it takes is nobody’s', async () => {
  const TAKES = 700
  await using place = await open({ beforeDispatch: () => new Promise((resolve) => setTimeout(resolve, TAKES)) })
  const receipt = await at(place, ok).click({ timeout: TAKES / 2 })
  expect(receipt.duration).toBeLessThan(TAKES)
})

test('what changed while it was asked is not acted on', async () => {
  await using place = await open({
    beforeDispatch: async () => {
      place.desktop.simulation?.apply([{ set: 'cancel', name: 'Delete everything' }])
      await new Promise((resolve) => setTimeout(resolve, 200))
    },
  })
  place.desktop.simulation?.apply([
    { openWindow: window({ role: 'button', key: 'cancel', name: 'Cancel' }), application: 'Program' },
  ])
  const error = await failure(at(place, 'role:button|name:Cancel').click())
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'stable' } })
  expect(place.desktop.simulation?.received()).toEqual([])
})

test('with() adds hooks and never takes one away', async () => {
  const order: string[] = []
  const noting = (name: string): Hooks => ({ beforeDispatch: () => void order.push(name) })
  await using place = await open(noting('desktop'))
  const strict = place.desktop.with({ hooks: noting('with') })
  const app = (await strict.app('Program')).with({ hooks: [noting('app'), noting('more')] })
  await app
    .locator(ok)
    .with({ hooks: noting('locator') })
    .click()
  expect(order).toEqual(['desktop', 'with', 'app', 'more', 'locator'])
})

test('a failure of afterAction is a warning: what was done was done', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  await using place = await open({
    afterAction: () => {
      throw new Error('the disk is full')
    },
  })
  expect(await at(place, ok).click()).toMatchObject({ verb: 'click' })
  await expect.poll(() => warnings.map(({ message }) => message).join()).toContain('the disk is full')
  process.off('warning', note)
})
