import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type App, Desktop, type SimulatedNode, type SurehandError } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeTarget } from '../../lib/sdk/native/binding.js'
import { PATIENCE } from '../patience.js'

// An action on a window's locator looks at that window alone where nothing needs more. The looks are counted.

const window = (name: string, x: number): SimulatedNode => ({
  role: 'window',
  name,
  key: name,
  bounds: { x, y: 0, width: 300, height: 300 },
  children: [
    { role: 'button', name: `${name} OK`, key: `${name} OK`, on: { press: [{ set: 'status', name: 'Done' }] } },
  ],
})
const status: SimulatedNode = { role: 'window', name: 'Status', children: [{ role: 'text', key: 'status', name: '' }] }

let desktop: Desktop
let app: App
let looks: string[]

beforeEach(async () => {
  desktop = await Desktop.open({
    world: { applications: [{ name: 'Program', windows: [window('Left', 0), window('Right', 400), status] }] },
  })
  app = await desktop.app('Program')
  looks = counted(app)
})
afterEach(() => desktop.dispose())

/** What is read from now on, of what: the application, a window, one element. */
function counted(application: App): string[] {
  const { native } = (application as unknown as { desktop: { native: NativeDesktop } }).desktop
  const seen: string[] = []
  const whole = (target: NativeTarget) => (target.identity === undefined ? 'application' : 'window')
  const snapshot: NativeDesktop['snapshot'] = (target, options, limits) => {
    seen.push(options.maxDepth === 0 ? 'element' : whole(target))
    return NATIVE.snapshot.call(native, target, options, limits)
  }
  const find: NativeDesktop['find'] = (target, ...more) => {
    seen.push(whole(target))
    return NATIVE.find.call(native, target, ...more)
  }
  const NATIVE = { snapshot: native.snapshot, find: native.find }
  for (const [name, value] of Object.entries({ snapshot, find })) Object.defineProperty(native, name, { value })
  return seen
}

describe('a click in a window', () => {
  test('reads that window and the element when nobody asks what it changed', async () => {
    const left = await app.window({ title: 'Left' })
    looks.length = 0
    await left.locator('role:button').click({ diff: false })
    expect(looks).toEqual(['window', 'element'])
  })

  test('the same with alternatives in the same window; one elsewhere takes the application', async () => {
    const left = await app.window({ title: 'Left' })
    looks.length = 0
    await left.locator('name:Absent').click({ diff: false, alternatives: ['role:button'] })
    expect(looks).toEqual(['window', 'element'])
    looks.length = 0
    await left.locator('name:Absent').click({ diff: false, alternatives: [app.locator('name:"Right OK"')] })
    expect(looks).toEqual(['application', 'element'])
  })

  test('reads the application for what it changes and for what is to be so afterwards, which may be in another window', async () => {
    const left = await app.window({ title: 'Left' })
    const receipt = await left.locator('role:button').click()
    expect(receipt.diff?.modified.map(({ name }) => name)).toEqual(['Done'])
    const verified = await left.locator('role:button').click({ diff: false, verify: { exists: 'name:Done' } })
    expect(verified.heldBefore).toBe(true)
  })

  test('while it waits for its element it reads that window only, and the application once, when it is there', async () => {
    const left = await app.window({ title: 'Left' })
    looks.length = 0
    const click = left.locator('name:Late').click()
    desktop.simulation?.apply([{ add: { role: 'button', name: 'Late' }, to: 'Left', after: 150 }])
    await click
    const waiting = looks.slice(1, looks.indexOf('element'))
    expect(looks[0]).toBe('application')
    expect(waiting.filter((what) => what === 'window').length).toBeGreaterThan(0)
    expect(waiting.filter((what) => what === 'application')).toHaveLength(1)
  })

  test('a window that is closed is STALE, and nothing is waited for', async () => {
    const left = await app.window({ title: 'Left' })
    desktop.simulation?.apply([{ closeWindow: 'Left' }])
    const error = await left
      .locator('role:button')
      .click({ diff: false, timeout: PATIENCE })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'STALE', sent: 'no' })
    expect((error as SurehandError).details.attempts).toHaveLength(1)
    expect((error as Error).message).toContain('The window to search is closed.')
  })
})
