import { expect, test } from 'vitest'
import type { NativeEvent } from '../../lib/sdk/native/binding.js'
import { failure } from '../contract/program.js'
import { ax, backendOf, macos, windowOf } from './support.js'

// What the backend itself answers. The SDK looks again after what it did, and would make good what is wrong here.

const FAILURE = -25200
const SILENT = -25204
const LIMITS = { timeout: 5_000 }

const page = () =>
  windowOf(
    { role: 'text', name: 'Ready', key: 'said' },
    { role: 'button', name: 'OK', key: 'ok', on: { press: [{ set: 'said', name: 'Pressed' }] } },
    { role: 'textbox', name: 'Customer', key: 'customer', value: 'Ann' },
    { role: 'textbox', name: 'Password', key: 'secret', protected: true, value: 'hunter2' },
    {
      role: 'table',
      name: 'Grid',
      children: ['A', 'B'].map((row) => ({
        role: 'row' as const,
        children: [1, 2].map((column) => ({ role: 'cell' as const, name: `${row}${column}` })),
      })),
    },
  )

async function backend() {
  const place = await macos(page())
  const app = await place.desktop.app('editor')
  return {
    place,
    app,
    ...(await backendOf(place.desktop, app)),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}

test('a press that fails before anything was done is an error', async () => {
  await using here = await backend()
  ax.fault({ key: 'ok', on: 'AXPress', error: FAILURE })
  expect(await failure(here.invoke('OK', { kind: 'press' }))).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    sent: 'unknown',
  })
})

test('a write that fails is an error, and one of what cannot be written is not tried', async () => {
  await using here = await backend()
  ax.fault({ key: 'customer', on: 'AXValue', call: 'AXUIElementSetAttributeValue', error: FAILURE })
  expect(await failure(here.invoke('Customer', { kind: 'setText', text: 'Bob' }))).toBeInstanceOf(Error)
  ax.heal()
  ax.fault({ key: 'customer', on: 'AXValue', settable: false, value: 'Ann' })
  ax.forgetMessages()
  const error = await failure(here.invoke('Customer', { kind: 'setText', text: 'Bob' }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  expect(ax.messages().AXUIElementSetAttributeValue).toBeUndefined()
})

test('a field that cannot be written is told as read-only', async () => {
  await using here = await backend()
  ax.fault({ key: 'customer', on: 'AXValue', settable: false, value: 'Ann' })
  const customer = (await here.app.snapshot()).find('role:textbox|name:Customer')
  expect([customer?.state('readonly'), customer?.state('editable')]).toEqual([true, false])
})

test('a password has no value, at whatever is asked', async () => {
  await using here = await backend()
  ax.fault({ key: 'secret', on: 'AXValue', value: 'hunter2' })
  expect(JSON.stringify((await here.app.snapshot()).toJSON())).not.toContain('hunter2')
})

test('an element that is gone is STALE, of an application that is still there', async () => {
  await using here = await backend()
  ax.apply([{ remove: 'ok' }])
  expect(await failure(here.invoke('OK', { kind: 'press' }))).toMatchObject({ code: 'STALE', sent: 'no' })
})

test('what comes back from a press that its dialog holds is pending; from a program that hangs it is an error', async () => {
  const opens = { openWindow: { role: 'dialog' as const, name: 'Really?', modal: true, children: [] } }
  await using place = await macos(
    windowOf(
      { role: 'button', name: 'Delete', returns: 'closed', on: { press: [opens] } },
      { role: 'button', name: 'Busy', on: { press: [{ hang: 4_000 }] } },
    ),
  )
  const { invoke } = await backendOf(place.desktop, await place.desktop.app('editor'))
  const began = performance.now()
  expect(await invoke('Delete', { kind: 'press' }, { timeout: 40_000 })).toMatchObject({ pending: true })
  // Not when the caller's time is over.
  expect(performance.now() - began).toBeLessThan(20_000)
  const error = await failure(invoke('Busy', { kind: 'press' }, { timeout: 400 }))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
})

test('an element whose attributes take long costs no more than the deadline', async () => {
  await using here = await backend()
  ax.fault({ key: 'ok', call: 'AXUIElementCopyMultipleAttributeValues', delay: 20_000 })
  const began = performance.now()
  await here.native.snapshot({ appKey: here.appKey }, {}, { timeout: 400 }).catch(() => undefined)
  // Six seconds are what AX waits by itself.
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('columns are no part of a table beside its rows', async () => {
  await using here = await backend()
  const table = (await here.app.snapshot()).find('role:table')
  expect(table?.children.map(({ role }) => role)).toEqual(['row', 'row'])
})

/** What is announced of `kinds` while `work` is done, until there is an event that is wanted. */
async function announced(
  here: Awaited<ReturnType<typeof backend>>,
  work: () => void,
  wanted: (event: NativeEvent) => boolean,
) {
  const events: NativeEvent[] = []
  const subscription = await here.native.observe({ appKey: here.appKey }, ['property', 'structure', 'value'], LIMITS)
  subscription.listen((came) => events.push(...came))
  work()
  await expect.poll(() => events.some(wanted)).toBe(true)
  subscription.close()
  return events
}

test('what changes is announced, of the element that changed', async () => {
  await using here = await backend()
  const said = here.element('Ready').identity
  await announced(
    here,
    () => ax.apply([{ set: 'said', name: 'Pressed' }]),
    ({ source }) => source === said,
  )
})

test('an application that is too busy to be listened to is asked again, and listening begins all the same', async () => {
  await using here = await backend()
  ax.fault({ call: 'AXObserverAddNotification', error: SILENT })
  const said = here.element('Ready').identity
  let name = 0
  const timer = setInterval(() => ax.apply([{ set: 'said', name: `Step ${++name}` }]), 50)
  setTimeout(() => ax.heal(), 60)
  await announced(
    here,
    () => {},
    ({ source }) => source === said,
  ).finally(() => clearInterval(timer))
})

test('what nobody announces is found by a wait all the same', async () => {
  await using here = await backend()
  ax.fault({ call: 'AXObserverAddNotification', noEffect: true })
  const seen = here.app.locator('role:text|name:Pressed').waitFor()
  ax.apply([{ set: 'said', name: 'Pressed', after: 300 }])
  await seen
})

test('of every application it is said that it forgets to announce, so that waits look as well', async () => {
  await using here = await backend()
  const [editor] = await here.native.applications(LIMITS)
  expect(editor?.pace).toMatchObject({ forgetful: true, forgetsRemoval: true })
})

test('a value that cannot be written is stepped to, in the direction where it is', async () => {
  await using place = await macos(windowOf({ role: 'slider', name: 'Volume', key: 'volume', value: '5' }))
  const app = await place.desktop.app('editor')
  const { invoke } = await backendOf(place.desktop, app)
  ax.fault({ key: 'volume', on: 'AXValue', call: 'AXUIElementSetAttributeValue', noEffect: true })
  for (const number of [7, 3]) {
    await invoke('Volume', { kind: 'setValue', number })
    expect(await app.locator('role:slider').inputValue()).toBe(String(number))
  }
})

test('a caret is never set into the middle of a character', async () => {
  await using here = await backend()
  await here.invoke('Customer', { kind: 'setText', text: 'a😀b' })
  await here.invoke('Customer', { kind: 'setCaret', number: 2 })
  await here.invoke('Customer', { kind: 'insertText', text: 'x' })
  expect(await here.app.locator('role:textbox|name:Customer').inputValue()).toBe('ax😀b')
})

test('an insertion takes away nothing, of what is selected neither', async () => {
  await using here = await backend()
  await here.invoke('Customer', { kind: 'selectText', start: 0, end: 3 })
  await here.invoke('Customer', { kind: 'insertText', text: '!' })
  expect(await here.app.locator('role:textbox|name:Customer').inputValue()).toBe('Ann!')
})

test('nothing shows of a window that is minimized', async () => {
  await using here = await backend()
  await (await here.app.window()).minimize()
  expect((await here.app.snapshot()).find('role:button|name:OK')?.state('visible')).toBe(false)
})

test('an agent without windows is an application, too', async () => {
  const agent = { name: 'Agent', executable: 'agent', pid: 4002, windows: [] }
  await using place = await macos({ applications: [...(page().applications ?? []), agent] })
  expect((await place.desktop.apps()).map(({ name }) => name).sort()).toEqual(['Agent', 'Editor'])
  expect(await (await place.desktop.app('agent')).windows()).toEqual([])
})

test('an application is found by its untranslated name and by its bundle id, too', async () => {
  const [editor] = page().applications ?? []
  await using place = await macos({
    applications: [{ ...editor, name: '計算機', otherNames: ['Calculator'], id: 'com.apple.calculator' } as never],
  })
  expect(await (await place.desktop.app('com.apple.calculator')).name).toBe('計算機')
  expect(await (await place.desktop.app('Calculator')).name).toBe('計算機')
})

test('what is selected already is not written again', async () => {
  await using place = await macos(
    windowOf({ role: 'list', name: 'Tracks', children: [{ role: 'listitem', name: 'Drums', selected: true }] }),
  )
  const { invoke } = await backendOf(place.desktop, await place.desktop.app('editor'))
  expect(await invoke('Drums', { kind: 'select' })).toMatchObject({ route: 'none' })
  expect(ax.received()).toEqual([])
})
