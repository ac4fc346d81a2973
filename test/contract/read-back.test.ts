import { afterEach, describe, expect, test } from 'vitest'
import { type App, type Desktop, type SimulatedNode, SurehandError } from '../../lib/sdk/index.js'
import type { NativeDesktop } from '../../lib/sdk/native/binding.js'
import { openWorld, window } from './program.js'

// What an element shows is read back from the element, once, whatever its backend says of it; the backend's word counts
// for what no tree shows.

let desktop: Desktop
afterEach(() => desktop.dispose())

type Instead = Partial<Pick<NativeDesktop, 'invoke' | 'snapshot'>>

/** A program whose backend is asked by way of what `replace` gives. */
async function openBy(replace: (native: NativeDesktop) => Instead, ...children: SimulatedNode[]): Promise<App> {
  const opened = await openWorld({ applications: [{ name: 'Program', windows: [window(...children)] }] })
  desktop = opened.desktop
  const surroundings = (opened.app as unknown as { desktop: { native: NativeDesktop } }).desktop
  const { native } = surroundings
  const instead = replace(native)
  surroundings.native = new Proxy(native, {
    get(target, name) {
      const member: unknown = Reflect.get(name in instead ? instead : target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return opened.app
}

/** A program whose backend says of everything that it sends whether it saw the effect. */
function open(confirmed: boolean, ...children: SimulatedNode[]): Promise<App> {
  return openBy(
    (native) => ({ invoke: async (...given) => ({ ...(await native.invoke(...given)), confirmed }) }),
    ...children,
  )
}

const field: SimulatedNode = { role: 'textbox', name: 'Field', value: 'old' }
const box: SimulatedNode = { role: 'checkbox', name: 'On' }
const item: SimulatedNode = { role: 'listitem', name: 'Item', selected: false }
const list = (...children: SimulatedNode[]): SimulatedNode => ({ role: 'list', name: 'List', children })
const volume: SimulatedNode = { role: 'slider', name: 'Volume', value: '3', range: { minimum: 0, maximum: 10 } }
const lying = (node: SimulatedNode): SimulatedNode => ({ ...node, faults: { lying: true } })

describe('a backend that says that it saw what did not happen is not believed', () => {
  const timeout = 800
  const options = { timeout, route: 'native' } as const

  test('by fill, check, setValue and select: VERIFY_FAILED', async () => {
    const app = await open(true, lying(field), lying(box), lying(volume), list(lying(item)))
    const failed = { code: 'VERIFY_FAILED' }
    await expect(app.locator('name:Field').fill('new', options)).rejects.toMatchObject(failed)
    await expect(app.locator('name:On').check(options)).rejects.toMatchObject(failed)
    await expect(app.locator('name:Volume').setValue(7, { timeout })).rejects.toMatchObject(failed)
    await expect(app.locator('name:Item').select(options)).rejects.toMatchObject(failed)
    await expect(app.locator('name:List').selectOption('Item', { timeout })).rejects.toMatchObject(failed)
  })

  test('by toggle and insertText: they are not confirmed', async () => {
    const app = await open(true, lying(field), lying(box))
    expect(await app.locator('name:On').toggle(options)).toMatchObject({ confirmed: false, effect: 'unknown' })
    expect(await app.locator('name:Field').insertText('x', options)).toMatchObject({ confirmed: false })
  })
})

describe('what the element shows is enough', () => {
  test('for fill, toggle by either route, insertText, setValue, select and focus', async () => {
    const app = await open(false, field, box, volume, list(item))
    const confirmed = { confirmed: true }
    expect(await app.locator('name:Field').fill('new')).toMatchObject({ ...confirmed, route: 'text' })
    expect(await app.locator('name:Field').insertText('er')).toMatchObject({ ...confirmed, route: 'text' })
    expect(await app.locator('name:On').toggle()).toMatchObject({ ...confirmed, route: 'action' })
    expect(await app.locator('name:On').toggle({ route: 'input' })).toMatchObject({ ...confirmed, route: 'input' })
    expect(await app.locator('name:Volume').setValue(7)).toMatchObject(confirmed)
    expect(await app.locator('name:Item').select()).toMatchObject(confirmed)
    expect(await app.locator('name:Field').focus()).toMatchObject(confirmed)
  })

  test('a toggle that shows a little later is waited for', async () => {
    const app = await open(false, {
      ...box,
      key: 'on',
      on: { press: { instead: [{ set: 'on', checked: true, after: 60 }] } },
    })
    expect(await app.locator('name:On').toggle()).toMatchObject({ confirmed: true })
  })
})

describe('what the application takes back is not there in the end', () => {
  const timeout = 800
  /** What takes it back as soon as it was read for the first time. */
  const takingBackOnceRead =
    (was: Partial<SimulatedNode>) =>
    (native: NativeDesktop): Instead => {
      let isSent = false
      return {
        invoke: async (...given) => {
          const sent = await native.invoke(...given)
          isSent = true
          return sent
        },
        snapshot: async (...given) => {
          const tree = await native.snapshot(...given)
          if (isSent) desktop.simulation?.apply([{ set: 'it', ...was }])
          isSent = false
          return tree
        },
      }
    }

  test.each([
    ['check', { ...box, key: 'it' }, 'checked'],
    ['select', list({ ...item, key: 'it' }), 'selected'],
  ] as const)('%s: VERIFY_FAILED, which says so', async (verb, node, state) => {
    const app = await openBy(takingBackOnceRead({ [state]: false }), node)
    const error = await app
      .locator(verb === 'check' ? 'name:On' : 'name:Item')
      [verb]({ timeout })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', sent: 'unknown', details: { takenBack: true } })
    expect((error as Error).message).toContain(`expected to be ${state} afterwards and is not ${state}`)
    expect((error as Error).message).toContain('It was so for a moment: the application took it back.')
  })

  test('a retry does it again', async () => {
    let left = 1
    const app = await openBy(
      (native) => ({
        invoke: async (...given) => {
          const sent = await native.invoke(...given)
          if (left-- > 0) setTimeout(() => desktop.simulation?.apply([{ set: 'it', checked: false }]), 10)
          return sent
        },
      }),
      { ...box, key: 'it' },
    )
    const receipt = await app.locator('name:On').check({ retries: 1, timeout: 5_000 })
    expect(receipt).toMatchObject({ effect: 'verified' })
    expect(receipt.attempts).toMatchObject([{ error: 'VERIFY_FAILED' }, { step: 'done' }])
  })

  test('what comes back by itself is there', async () => {
    const app = await open(false, {
      ...box,
      key: 'it',
      on: {
        change: [
          { set: 'it', checked: false, after: 5 },
          { set: 'it', checked: true, after: 400 },
        ],
      },
    })
    const receipt = await app.locator('name:On').check()
    expect(receipt).toMatchObject({ effect: 'verified' })
    expect(receipt.diff?.modified).toMatchObject([{ name: 'On', changes: [{ attribute: 'checked', new: true }] }])
  })

  test('a text that is written in another way is no failure, and not confirmed', async () => {
    const app = await openBy(takingBackOnceRead({ value: '1,000.00' }), { ...field, key: 'it' })
    const receipt = await app.locator('name:Field').fill('1000')
    expect(receipt).toMatchObject({ confirmed: false, effect: 'changed' })
    expect(receipt.diff?.modified).toMatchObject([{ name: 'Field', value: '1,000.00' }])
  })
})

describe('what no tree shows is the backend’s to see', () => {
  test.each([true, false])('a caret, a selected range, a password: %s', async (seen) => {
    const app = await open(seen, field, { role: 'textbox', name: 'Password', protected: true })
    expect(await app.locator('name:Field').setCaret(1)).toMatchObject({ confirmed: seen })
    expect(await app.locator('name:Field').selectText({ start: 0, end: 2 })).toMatchObject({ confirmed: seen })
    expect(await app.locator('name:Password').fill('swordfish')).toMatchObject({ confirmed: seen })
    expect(await app.locator('name:Password').insertText('2', { route: 'native' })).toMatchObject({ confirmed: seen })
  })
})

test('fill by a native route that the element does not have is UNSUPPORTED', async () => {
  const app = await openBy(
    () => ({ invoke: () => Promise.reject(new SurehandError('UNSUPPORTED', 'there is no way')) }),
    field,
  )
  const filled = app.locator('name:Field').fill('new', { route: 'native', timeout: 800 })
  await expect(filled).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
})
