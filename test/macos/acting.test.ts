import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { formWorld } from '../contract/form-world.js'
import { failure } from '../contract/program.js'
import { ax, backendOf, macos, windowOf } from './support.js'

// What the macOS backend does to applications, and what it does not.

const button = (name: string, more: Partial<SimulatedNode> = {}): SimulatedNode => ({ role: 'button', name, ...more })
const note: SimulatedNode = { role: 'textbox', name: 'Note', key: 'note' }

const presses = () => ax.received().filter(({ what }) => what === 'press').length
/** How long the texts of the key events were, in UTF-16 units. */
const typed = () =>
  ax.posted().flatMap((event) => (/^key 10 .* units ([1-9]\d*)$/.exec(event) ?? []).slice(1).map(Number))

test('a text goes in pieces of at most 20 UTF-16 units, and no character is cut', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  const field = app.locator('role:textbox|name:Note')
  const family = '👨‍👩‍👧‍👦'
  const text = `${'x'.repeat(15)}${family}${'é'.repeat(30)}😀`
  await field.pressSequentially(text)
  expect(await field.inputValue()).toBe(text)
  expect(Math.max(...typed())).toBeLessThanOrEqual(20)
  // The family is eleven units long and would not have fitted behind the fifteen.
  expect(typed()[0]).toBe(15)
})

test('how much of a text had been sent when the foreground was lost is told in UTF-16 units', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  const text = 'é漢'.repeat(150)
  const typing = failure(app.locator('role:textbox|name:Note').pressSequentially(text))
  await expect.poll(() => typed().length, { interval: 1 }).toBeGreaterThan(1)
  ax.apply([{ openWindow: { role: 'window', name: 'Notice' }, application: 'Editor' }])
  const error = await typing
  const sent = error.details.sentCharacters as number
  expect(sent).toBe(typed().reduce((sum, units) => sum + units, 0))
  expect(sent).toBeLessThan(text.length)
})

test('a key that a Mac has not is refused before the first step', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  const error = await failure(app.locator('role:textbox|name:Note').press('Insert'))
  expect(error).toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
  expect(error.message).toContain('Insert')
  expect(ax.posted()).toEqual([])
})

test('a shortcut carries its modifiers, and nothing is held afterwards', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  await app.locator('role:textbox|name:Note').press('Meta+s')
  const [command, s] = [1 << 20, 1]
  const flagsOf = (event: string | undefined) => Number(/flags (\d+)/.exec(event ?? '')?.[1])
  const events = ax.posted().filter((event) => event.startsWith('key'))
  expect(flagsOf(events.find((event) => event.startsWith(`key 10 ${s} `)))).toBe(command)
  expect(flagsOf(events.at(-1))).toBe(0)
})

test('what is disabled is not pressed, though AXPress would say success', async () => {
  await using place = await macos(windowOf(button('Off', { enabled: false })))
  const app = await place.desktop.app('editor')
  const error = await failure(app.locator('role:button|name:Off').click({ timeout: 300 }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  expect(presses()).toBe(0)
})

test('a press that is answered with an error after it was done is not done again', async () => {
  await using place = await macos(windowOf(button('OK', { key: 'ok' })))
  const app = await place.desktop.app('editor')
  ax.fault({ key: 'ok', on: 'AXPress', error: -25200, afterEffect: true })
  const error = await failure(app.locator('role:button|name:OK').click({ retries: 3 }))
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
  expect(error.message).toContain('kAXErrorFailure (-25200)')
  expect(presses()).toBe(1)
})

test('a press that opened something and could not complete is pending, not failed', async () => {
  await using place = await macos(windowOf(button('Open', { key: 'open' })))
  const app = await place.desktop.app('editor')
  ax.fault({ key: 'open', on: 'AXPress', error: -25204, afterEffect: true })
  expect(await app.locator('role:button|name:Open').click()).toMatchObject({ route: 'action', pending: true })
  expect(presses()).toBe(1)
})

test('a value that is said to be set and is not is never called set', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  ax.fault({ key: 'note', on: 'AXValue', call: 'AXUIElementSetAttributeValue', noEffect: true })
  const error = await failure(app.locator('role:textbox|name:Note').fill('new', { route: 'native', timeout: 1000 }))
  expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
})

test('a field that cannot be written is read-only, and nothing is written', async () => {
  await using place = await macos(windowOf(note))
  const app = await place.desktop.app('editor')
  ax.fault({ key: 'note', on: 'AXValue', value: 'fixed', settable: false })
  const error = await failure(app.locator('role:textbox|name:Note').fill('new', { route: 'native', timeout: 500 }))
  expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
})

test('an application whose menu has no entry to quit is not ended without being asked to', async () => {
  const menubar: SimulatedNode = { role: 'menubar', children: [{ role: 'menuitem', name: 'File' }] }
  await using place = await macos(windowOf(note, menubar))
  const app = await place.desktop.app('editor')
  const outcome = await app.quit({ timeout: 1000 }).catch((error: unknown) => error)
  // Either it was asked by its own entry, or nothing was done to it.
  const asked = !(outcome instanceof Error)
  expect(asked || (outcome as { sent?: string }).sent === 'no').toBe(true)
})

test('an option of a pop-up button is one when it is read alone, too, and is chosen as it was found', async () => {
  await using place = await macos(formWorld)
  const app = await place.desktop.app('order-form')
  const country = app.locator('role:combobox|name:Country')
  await country.expand()
  const option = app.locator('role:option|name:Brazil')
  expect((await option.snapshot()).root.role).toBe('option')
  expect((await option.click()).route).toBe('action')
  await expect(country.inputValue()).resolves.toBe('Brazil')
})

/** Two applications, of which the other one is in front. */
async function behind(window: ReturnType<typeof windowOf>) {
  const other = {
    name: 'Other',
    executable: 'other',
    pid: 4002,
    windows: [{ role: 'window' as const, name: 'In front' }],
  }
  const place = await macos({ applications: [...(window.applications ?? []), other] })
  const app = await place.desktop.app('editor')
  const { native, element } = await backendOf(place.desktop, app)
  return { app, native, element, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

test('keys for a program in the background are sent to it alone, the front stays, and it is said that they were', async () => {
  await using here = await behind(windowOf(note))
  const target = { window: here.element('Page'), background: true }
  const done = await here.native.input([{ kind: 'text', text: 'ab' }], target, { timeout: 5_000 })
  expect(done).toMatchObject({ route: 'input', detail: 'CGEventPostToPid' })
  expect(ax.posted().length).toBeGreaterThan(0)
  for (const event of ax.posted()) expect(event).toMatch(/^to 4001: key/)
  expect(ax.state().frontmost).toBe('Other')
  // The simulator loses them there, as real programs were seen to: nothing of that is said here, `verify` looks.
  expect((await here.app.locator('role:textbox|name:Note').inputValue()) ?? '').toBe('')
})

test('the pointer in the background is refused before anything is sent', async () => {
  await using here = await behind(windowOf(note))
  const target = { window: here.element('Page'), background: true }
  const moved = here.native.input([{ kind: 'move', x: 5, y: 5 }], target, { timeout: 5_000 })
  expect(await failure(moved)).toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
  expect(ax.posted()).toEqual([])
})
