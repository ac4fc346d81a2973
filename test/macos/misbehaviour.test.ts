import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure } from '../contract/program.js'
import { ax, macos, windowOf } from './support.js'

// What applications of macOS were seen to do, each with where; docs/internals/macos.md has the list.

const FAILURE = -25200
const INVALID = -25202
const SILENT = -25204
const UNSUPPORTED = -25205
const NO_VALUE = -25212

const page = () =>
  windowOf(
    { role: 'text', name: 'Ready', key: 'said' },
    { role: 'button', name: 'OK', key: 'ok', on: { press: [{ set: 'said', name: 'Pressed' }] } },
    { role: 'textbox', name: 'Customer', key: 'customer', value: 'Ann' },
  )

const ok = 'role:button|name:OK'
const presses = () => ax.received().filter(({ what }) => what === 'press').length

for (const error of [FAILURE, SILENT, UNSUPPORTED, -25206]) {
  test(`an error (${error}) after the press was done: seen by what it changed, and never sent twice`, async () => {
    await using place = await macos(page())
    ax.fault({ key: 'ok', on: 'AXPress', error, afterEffect: true })
    const app = await place.desktop.app('editor')
    const done = await app
      .locator(ok)
      .click({ retries: 2, verify: { exists: 'role:text|name:Pressed' } })
      .catch((reason: unknown) => reason)
    expect(presses()).toBe(1)
    expect(['verified', undefined]).toContain((done as { effect?: string }).effect)
    if (done instanceof Error) expect(done).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
}

test('success that does nothing is not called a success', async () => {
  await using place = await macos(page())
  ax.fault({ key: 'ok', on: 'AXPress', noEffect: true })
  const app = await place.desktop.app('editor')
  const error = await failure(app.locator(ok).click({ verify: { exists: 'role:text|name:Pressed', timeout: 300 } }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
})

test('a text that is taken and not kept is noticed when it is read back', async () => {
  await using place = await macos(page())
  ax.fault({ key: 'customer', on: 'AXValue', call: 'AXUIElementSetAttributeValue', noEffect: true })
  const app = await place.desktop.app('editor')
  const done = await app
    .locator('role:textbox')
    .fill('Bob', { timeout: 2000 })
    .catch((reason: unknown) => reason)
  const value = await app.locator('role:textbox').inputValue()
  // Either another way did it, or it is said that it was not done.
  if (!(done instanceof Error)) expect(value).toBe('Bob')
})

test('attributes that fail, one by one and all of them, end no read', async () => {
  for (const error of [FAILURE, UNSUPPORTED, NO_VALUE, SILENT]) {
    for (const on of ['AXTitle', 'AXSubrole', 'AXPosition', 'AXSize', 'AXEnabled', 'AXHelp', 'AXValue']) {
      await using place = await macos(page())
      ax.fault({ call: 'slot', on, error })
      const app = await place.desktop.app('editor')
      const text = (await app.snapshot()).toString()
      expect(text, `${on} ${error}`).toContain('textbox')
    }
  }
})

test('a slot that failed may be null instead of an error', async () => {
  await using place = await macos(page())
  ax.set({ nullSlots: true })
  const app = await place.desktop.app('editor')
  expect(await app.locator(ok).isEnabled()).toBe(true)
})

test('an attribute of another type than it has to be is no attribute', async () => {
  const wrong = [
    7,
    true,
    { url: 'https://example.org' },
    { data: 'x' },
    { array: [1, 'two'] },
    { attributed: 'OK' },
    { range: { location: 0, length: 1 } },
    { error: INVALID },
  ]
  for (const value of wrong) {
    for (const on of [
      'AXTitle',
      'AXDescription',
      'AXEnabled',
      'AXPosition',
      'AXSize',
      'AXChildren',
      'AXRole',
      'AXValue',
      'AXIdentifier',
    ]) {
      await using place = await macos(page())
      ax.fault({ key: 'ok', on, value })
      const app = await place.desktop.app('editor')
      expect((await app.snapshot()).toString(), `${on}: ${JSON.stringify(value)}`).toContain('textbox')
    }
  }
})

test('an unpaired surrogate is one replaced character, and the text goes on', async () => {
  await using place = await macos(page())
  ax.fault({ key: 'ok', on: 'AXTitle', value: { units: [0x61, 0xd83d, 0x62, 0xde00, 0x63] } })
  const app = await place.desktop.app('editor')
  expect((await app.snapshot()).toString()).toContain('button "a\uFFFDb\uFFFDc"')
})

test('a child that is its own ancestor, and the application as its own child, end no read', async () => {
  await using place = await macos(page())
  ax.fault({ key: 'ok', on: 'AXChildren', value: { elements: ['page', 'application', 'ok'] } })
  const app = await place.desktop.app('editor')
  expect((await app.snapshot()).size).toBeLessThan(40)
})

test('cells that hang under their row and under their column are there once', async () => {
  const cell = (name: string) => ({ role: 'cell' as const, name })
  const rows = ['A', 'B'].map((row) => ({ role: 'row' as const, children: [cell(`${row}1`), cell(`${row}2`)] }))
  await using place = await macos(windowOf({ role: 'table', name: 'Grid', children: rows }))
  const app = await place.desktop.app('editor')
  expect(await app.locator('role:cell|name:A1').count()).toBe(1)
})

test('an application that hangs is APP_UNRESPONSIVE by the deadline; nothing was sent, and others answer meanwhile', async () => {
  await using place = await macos({
    applications: [
      ...(page().applications ?? []),
      { name: 'Other', executable: 'other', pid: 4002, windows: [{ role: 'window', name: 'Fine' }] },
    ],
  })
  const app = await place.desktop.app('editor')
  const other = await place.desktop.app('other')
  ax.apply([{ hang: 1500, application: 'Editor' }])
  const started = performance.now()
  const stuck = failure(app.snapshot({ timeout: 300 }))
  expect((await other.windows()).length).toBe(1)
  expect(performance.now() - started).toBeLessThan(300)
  expect(await stuck).toMatchObject({ code: 'APP_UNRESPONSIVE' })
  expect(performance.now() - started).toBeLessThan(1200)
})

test('a press that was sent to an application as it hung may still come: never sent again, never called failed', async () => {
  await using place = await macos(windowOf({ role: 'button', name: 'OK', key: 'ok', on: { press: [{ hang: 900 }] } }))
  const app = await place.desktop.app('editor')
  const done = await app
    .locator(ok)
    .click({ timeout: 400, retries: 3 })
    .catch((reason: unknown) => reason)
  await expect.poll(presses).toBe(1)
  if (done instanceof Error) expect((done as { sent?: string }).sent).not.toBe('no')
})

test('a press that opens a modal dialog and returns when that is closed is pending, and the dialog can be pressed', async () => {
  await using place = await macos(
    windowOf({
      role: 'button',
      name: 'Delete',
      key: 'delete',
      returns: 'closed',
      on: {
        press: [
          {
            openWindow: {
              role: 'dialog',
              name: 'Really?',
              modal: true,
              children: [{ role: 'button', name: 'Yes', on: { press: [{ closeWindow: 'window' }] } }],
            },
          },
        ],
      },
    }),
  )
  const app = await place.desktop.app('editor')
  await app.locator('role:button|name:Delete').click({ verify: { exists: 'role:button|name:Yes' } })
  await app.locator('role:button|name:Yes').click()
  expect(presses()).toBe(2)
})

test('an element that is gone is STALE or found anew, never another', async () => {
  await using place = await macos(page())
  const app = await place.desktop.app('editor')
  const { ref } = (await app.snapshot()).find(ok) ?? {}
  ax.apply([{ remove: 'ok' }])
  const error = await failure(app.locator(`ref:${ref}`).click({ timeout: 400 }))
  expect(['STALE', 'NOT_FOUND']).toContain((error as { code?: string }).code)
  expect(presses()).toBe(0)
})

test('an observer that cannot be registered yet (-25204, as of one that is starting) is no failure of a wait', async () => {
  await using place = await macos(page())
  ax.fault({ call: 'AXObserverAddNotification', error: SILENT, times: 5 })
  const app = await place.desktop.app('editor')
  expect(await app.locator(ok).click({ verify: { exists: 'role:text|name:Pressed' } })).toMatchObject({
    effect: 'verified',
  })
})

test('an observer that is never registered (-25207) means to look', async () => {
  await using place = await macos(page())
  ax.fault({ call: 'AXObserverAddNotification', error: -25207 })
  const app = await place.desktop.app('editor')
  expect(await app.locator(ok).click({ verify: { exists: 'role:text|name:Pressed' } })).toMatchObject({
    effect: 'verified',
  })
})

test('what AX says of a password is never told', async () => {
  await using place = await macos(
    windowOf({ role: 'textbox', name: 'Password', key: 'secret', protected: true, value: 'hunter2' }),
  )
  ax.fault({ key: 'secret', on: 'AXValue', value: 'hunter2' })
  const app = await place.desktop.app('editor')
  const snapshot = await app.snapshot()
  expect(JSON.stringify(snapshot.toJSON())).not.toContain('hunter2')
  expect(JSON.stringify(snapshot.toJSON())).not.toContain('\u2022')
})

test('windows that AX does not tell of (another Space) are known from the window list, or the tree says that it is cut', async () => {
  await using place = await macos(page())
  ax.fault({ part: 'application', on: 'AXWindows', value: { elements: [] } })
  ax.fault({ part: 'application', on: 'AXChildren', value: { elements: [] } })
  const app = await place.desktop.app('editor')
  const snapshot = await app.snapshot()
  expect(snapshot.complete).toBe(false)
})

test('what a window list of AX holds besides windows does no harm', async () => {
  await using place = await macos(page())
  ax.fault({ part: 'application', on: 'AXWindows', value: { elements: ['page', 'ok'] } })
  const app = await place.desktop.app('editor')
  expect((await app.windows()).length).toBe(1)
})

test('Electron is woken by AXManualAccessibility, whatever it answers', async () => {
  await using place = await macos({
    applications: [{ ...(page().applications?.[0] as object), toolkit: 'Electron' } as never],
  })
  ax.fault({
    part: 'application',
    on: 'AXManualAccessibility',
    call: 'AXUIElementSetAttributeValue',
    error: UNSUPPORTED,
    afterEffect: true,
  })
  const app = await place.desktop.app('editor')
  expect(await app.locator(ok).isEnabled()).toBe(true)
  expect(ax.state().switches).toMatchObject({ '4001 AXManualAccessibility': true })
  expect(ax.state().switches).not.toHaveProperty('4001 AXEnhancedUserInterface', true)
  // Once: each time costs it a new tree.
  ax.forgetMessages()
  await app.snapshot()
  expect(ax.messages().AXUIElementSetAttributeValue).toBeUndefined()
})

test('the page of an Electron program is waited for when it was asked for', async () => {
  const page: SimulatedNode = { role: 'document', name: 'Page of Electron', key: 'document', children: [] }
  const [editor] = windowOf(page).applications ?? []
  await using place = await macos({ applications: [{ ...editor, toolkit: 'Electron' } as never] })
  const app = await place.desktop.app('editor')
  ax.apply([{ add: { role: 'button', name: 'Inside' }, to: 'document', after: 400 }])
  expect((await app.snapshot()).findAll('role:button|name:Inside')).toHaveLength(1)
})

test('secure input is noticed and said before a key is sent', async () => {
  await using place = await macos(page())
  const app = await place.desktop.app('editor')
  ax.set({ secureInput: true })
  const error = await failure(app.locator('role:textbox').pressSequentially('x', { timeout: 800 }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  expect(error.message).toContain('secure keyboard input is on')
  expect(ax.posted()).toEqual([])
})

test('a menu entry that was said to be disabled while its menu was closed is pressed when the open menu says otherwise', async () => {
  // It is asked whether it can be used when its menu opens, and not before.
  const entry = (name: string, key: string, enabled: boolean) => ({ role: 'menuitem' as const, name, key, enabled })
  await using place = await macos(
    windowOf({
      role: 'menubar',
      children: [
        {
          role: 'menu',
          name: 'Edit',
          key: 'edit',
          expanded: false,
          on: {
            press: [
              { set: 'paste', enabled: true },
              { set: 'undo', enabled: false },
            ],
          },
          children: [entry('Paste', 'paste', false), entry('Undo', 'undo', true)],
        },
      ],
    }),
  )
  const app = await place.desktop.app('editor')
  await app.menu('Edit', 'Paste').click()
  expect(ax.received()).toContainEqual(expect.objectContaining({ what: 'press', key: 'paste' }))
  const error = await failure(app.menu('Edit', 'Undo').click({ timeout: 500 }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  expect(ax.received()).not.toContainEqual(expect.objectContaining({ what: 'press', key: 'undo' }))
})

test('what is selected is not selected again: in some programs writing AXSelected turns it off', async () => {
  await using place = await macos(
    windowOf({
      role: 'list',
      name: 'Tracks',
      children: [
        { role: 'listitem', name: 'Drums', key: 'drums', selected: true },
        { role: 'listitem', name: 'Bass', key: 'bass', selected: false },
      ],
    }),
  )
  const app = await place.desktop.app('editor')
  expect(await app.locator('role:listitem|name:Drums').select()).toMatchObject({ route: 'none' })
  expect(ax.received().filter(({ what }) => what === 'select')).toEqual([])
  await app.locator('role:listitem|name:Bass').select()
  expect(ax.received().filter(({ what }) => what === 'select')).toHaveLength(1)
})

test('a help tag in the list of windows is no window, and ends no look', async () => {
  await using place = await macos(page())
  ax.fault({ part: 'application', on: 'AXWindows', value: { elements: ['page', 'customer'] } })
  ax.fault({ key: 'customer', on: 'AXRole', value: 'AXHelpTag' })
  ax.fault({ key: 'customer', on: 'AXSubrole', error: UNSUPPORTED })
  ax.fault({ key: 'customer', on: 'AXTitle', error: NO_VALUE })
  const app = await place.desktop.app('editor')
  expect((await app.windows()).map(({ role }) => role)).toEqual(['window'])
  expect((await app.snapshot()).findAll(ok)).toHaveLength(1)
})

test('a window of an enhanced program is moved without its animation, and the program is as it was afterwards', async () => {
  await using place = await macos(page())
  const app = await place.desktop.app('editor')
  ax.fault({ part: 'application', on: 'AXEnhancedUserInterface', value: true, settable: true })
  const [window] = await app.windows()
  await window?.move(40, 50)
  expect(ax.state().switches).toMatchObject({ '4001 AXEnhancedUserInterface': true })
  expect(ax.messages().AXUIElementSetAttributeValue).toBeGreaterThanOrEqual(3)
})

test('on a locked screen no key is sent: it would go into its password field', async () => {
  await using place = await macos(page())
  const app = await place.desktop.app('editor')
  ax.set({ locked: true })
  const error = await failure(app.locator('role:textbox').pressSequentially('x', { timeout: 800 }))
  expect(error).toMatchObject({ code: 'NO_DESKTOP', sent: 'no' })
})
