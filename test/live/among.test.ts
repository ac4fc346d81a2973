import { describe, expect, test } from 'vitest'
import type {
  NativeDesktop,
  NativeElement,
  NativeNode,
  NativeSnapshot,
  NativeTarget,
} from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { parse } from '../../lib/sdk/selector/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { headless } from './support/settled.js'
import { BROWSERS, browse } from './support/web.js'

// An event says which element it is about, and that element is looked at without the tree: what is found there must be what the tree has.

interface Inside {
  scope: { native: NativeDesktop; target: NativeTarget }
}

const limits = { timeout: PATIENCE }
const query = (selector: string) => loadNative().compileQuery(parse(selector))

// Matches anything, and looks at all that a selector can look at in an element.
const everything = '* || text:none'

async function identityOf({ native, target }: Inside['scope'], selector: string): Promise<string> {
  const { snapshot, nodes } = await native.find(target, query(selector), { limit: 2 }, limits)
  return (snapshot.element(nodes[0] as number) as NativeElement).identity
}

/** An element and what it is in, from the application down; without what a selector does not look at. */
function lineage(snapshot: NativeSnapshot, node: number): Omit<NativeNode, 'bounds'>[] {
  const { bounds: _, ...seen } = snapshot.node(node)
  const above = snapshot.parent(node)
  return [...(above < 0 ? [] : lineage(snapshot, above)), seen]
}

describe.each(FORM_TOOLKITS)('an element of %s and what it is in', (toolkit) => {
  async function show() {
    const place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    const { native, target } = (app as unknown as Inside).scope
    /** The one element that matches in the whole tree. */
    const found = async (selector: string) => {
      await app.locator(selector).waitFor()
      const { snapshot, nodes } = await native.find(target, query(selector), { limit: 2 }, limits)
      return snapshot.element(nodes[0] as number) as NativeElement
    }
    const among = (identities: string[], selector: string, where = target) =>
      native.findAmong(identities, where, query(selector), limits)
    return { app, native, target, found, among, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
  }

  test('are the same alone as in the whole tree', async () => {
    await using stage = await show()
    const { app, native, target, among } = stage
    await app.waitForIdle({ quiet: 500 })
    const wanted = { bounds: true, text: true, actions: false, attributes: true }
    const whole = await native.snapshot(target, wanted, limits)
    let compared = 0
    for (let node = 1; node < whole.size; node += 7) {
      const { identity } = whole.element(node) ?? {}
      if (identity === undefined) continue
      const { snapshot, nodes, partial } = await among([identity], everything)
      const alone = snapshot.findIdentity(identity)
      const expected = lineage(whole, node)
      expect(alone, `${toolkit}: ${JSON.stringify(expected)}`).toBeGreaterThan(0)
      expect(lineage(snapshot, alone)).toEqual(expected)
      expect(partial).toBe(true)
      expect(nodes).toHaveLength(expected.length)
      compared++
    }
    expect(compared).toBeGreaterThan(10)
  })

  test('are matched by whole selectors, in one window or in all of them', async () => {
    await using stage = await show()
    const { app, target, found, among } = stage
    const window = (await app.window()) as unknown as Inside
    const save = 'role:button|name:Save'
    const { identity } = await found(save)
    const count = async (selector: string, where = target, identities = [identity]) =>
      (await among(identities, selector, where)).nodes.length
    expect(await count(save)).toBe(1)
    expect(await count(save, window.scope.target)).toBe(1)
    expect(await count(`role:window >> ${save}`)).toBe(1)
    expect(await count(`role:dialog >> ${save}`)).toBe(0)
    expect(await count('role:button|name:Count')).toBe(0)
    expect(await count(save, target, [`${identity}0000`])).toBe(0)
    expect(await count(save, target, [])).toBe(0)
  })

  test.runIf(toolkit === 'gtk3')('have their ids, however they are read', async () => {
    await using stage = await show()
    const { app, native, found, among } = stage
    const element = await found('id:save')
    expect((await native.snapshot(element, {}, limits)).node(0)).toMatchObject({ id: 'save' })
    expect((await app.snapshot({ onlyVisible: true })).findAll('id:save')).toHaveLength(1)
    expect((await among([element.identity], 'id:save')).nodes).toHaveLength(1)
    expect((await among([element.identity], 'role:button|!id:save')).nodes).toHaveLength(0)
  })

  test('match no longer when it was removed', async () => {
    await using stage = await show()
    const { app, found, among } = stage
    const { identity } = await found('role:button|name:Old')
    await app.locator('role:button|name:Replace').click()
    await app.locator('role:button|name:Old').waitFor({ state: 'detached' })
    expect((await among([identity], 'name:Old')).nodes).toEqual([])
  })
})

test.each(BROWSERS)('%s: what a page hides from the tree matches no longer, though it answers', async (browser) => {
  await using place = await headless()
  const url = new URL('../fixtures/web-hidden.html', import.meta.url)
  const app = await browse(place, browser, url.href)
  const cell = app.locator('role:cell|name:Second')
  await cell.waitFor({ timeout: 60_000 })
  const { scope } = app as unknown as Inside
  const identity = await identityOf(scope, 'role:cell|name:Second')
  const among = async () => (await scope.native.findAmong([identity], scope.target, query('name:Second'), limits)).nodes
  expect(await among()).not.toEqual([])
  await app.getByRole('button', { name: 'Hide' }).click()
  await cell.waitFor({ state: 'detached' })
  expect(await among()).toEqual([])
})
