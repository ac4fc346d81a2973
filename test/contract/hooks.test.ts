import { describe, expect, test } from 'vitest'
import { Clipboard } from '../../lib/sdk/clipboard.js'
import { App, Desktop, type Ended, type Hooks, Locator, Mouse, type Outgoing, Window } from '../../lib/sdk/index.js'
import { Narrowing } from '../../lib/sdk/locator/narrowing.js'
import { Reading } from '../../lib/sdk/locator/reading.js'
import { PATIENCE } from '../patience.js'
import { at, field, OTHERS, ok, type Place, VERBS, verbs, world } from './every-verb.js'
import { failure, window } from './program.js'

// Policy and logs rest on hooks: whatever is sent has to ask first. On the simulated desktop, which says what it received.

async function open(hooks: Hooks): Promise<Place & AsyncDisposable> {
  const desktop = await Desktop.open({ world, hooks, defaultTimeout: PATIENCE })
  const app = await desktop.app('Program')
  const main = await app.window({ title: 'Main' })
  return { desktop, app, window: main, [Symbol.asyncDispose]: () => desktop.dispose() }
}

test.each([Locator, Window, App, Desktop, Clipboard, Mouse])(
  'every verb of %o is in the tests below',
  ({ name: type, prototype }) => {
    const known = ['constructor', ...Object.keys(VERBS[type] ?? {}), ...(OTHERS[type] ?? [])]
    const inherited = type === 'Locator' ? [Reading.prototype, Narrowing.prototype] : []
    const named = [prototype, ...inherited].flatMap((each) => Object.getOwnPropertyNames(each))
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  },
)

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
  await at(place, field).pressSequentially('more')
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

test('the time of beforeDispatch does not count against the timeout', async () => {
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
