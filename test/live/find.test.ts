import { expect, test } from 'vitest'
import type { NativeDesktop, NativeSnapshot, NativeTarget } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { parse } from '../../lib/sdk/selector/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { headless } from './support/settled.js'

// A find reads no more than its selector is about: what it finds must be what the whole tree has all the same.

const limits = { timeout: PATIENCE }

const selectors = [
  'role:button',
  'role:checkbox',
  'name:*e*',
  'name:/^$/',
  'role:text|name:/./',
  'role:textbox',
  'role:textbox|value:/./',
  'text:item',
  'visible:true|role:listitem',
  'checked:false',
  'role:window >> role:button|enabled:true',
  'role:list|has:(name:"Item 3")',
  '!role:listitem',
]

/** Of what matches: what it is, what it is called and what state it is in. */
function facts(snapshot: NativeSnapshot, nodes: number[]) {
  return nodes.map((node) => {
    const { role, name, states } = snapshot.node(node)
    return { identity: snapshot.element(node)?.identity, role, name, states }
  })
}

test.each(FORM_TOOLKITS)('what is found in %s is what the whole tree has, name, role and states', async (toolkit) => {
  await using place = await headless()
  const form = await Form.start(place.session, toolkit)
  const app = await place.desktop.app({ pid: form.pid })
  await app.waitForIdle({ quiet: 500 })
  const { native, target } = (app as unknown as { scope: { native: NativeDesktop; target: NativeTarget } }).scope
  const whole = await native.snapshot(target, { bounds: true, text: true, actions: false, attributes: true }, limits)
  let found = 0
  for (const selector of selectors) {
    const query = loadNative().compileQuery(parse(selector))
    const expected = facts(whole, whole.match(query, {}))
    const { snapshot, nodes } = await native.find(target, query, {}, limits)
    expect(facts(snapshot, nodes), `${toolkit}, ${selector}`).toEqual(expected)
    found += nodes.length
  }
  expect(found).toBeGreaterThan(200)
})
