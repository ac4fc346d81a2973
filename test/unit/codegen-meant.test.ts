import { expect, test } from 'vitest'
import { claimOf } from '../../lib/cli/codegen/claim-of.js'
import { gestureOf } from '../../lib/cli/codegen/gesture.js'
import { located } from '../../lib/cli/codegen/located.js'
import { keyed, picked, pointed, typed } from '../../lib/cli/codegen/meant.js'
import type { Gesture } from '../../lib/cli/codegen/record-protocol.js'
import type { Step } from '../../lib/cli/codegen/step.js'
import { Snapshot, type TreeNode } from '../../lib/sdk/index.js'

/** What a person means who does this at an element, and what is asserted of it. */

const shown = ['enabled', 'visible']
const node = (role: string, name: string, more: Partial<TreeNode> = {}): TreeNode => ({
  role,
  name,
  states: shown,
  bounds: { x: 0, y: 0, width: 100, height: 40 },
  ...more,
})
const field = (name: string, ...states: string[]) =>
  node('textbox', name, { states: [...shown, 'editable', ...states] })

async function tree(...children: TreeNode[]): Promise<Snapshot> {
  const window = node('window', 'Mail', { states: [...shown, 'active'], children })
  return Snapshot.from({ role: 'application', name: 'Mail', states: shown, children: [window] })
}

/** A click on the first element that a selector matches. */
async function clicked(selector: string, ...children: TreeNode[]) {
  const found = (await tree(...children)).find(selector)
  if (found === undefined) throw new Error(`${selector} matches nothing`)
  return pointed({ kind: 'click', at: { x: 50, y: 10 } }, found, undefined)
}

test('a click is the verb that says what it does', async () => {
  const checked = (role: string, state: string) => node(role, 'Sign', { states: [...shown, state] })
  expect(await clicked('role:checkbox', checked('checkbox', 'checked=false'))).toMatchObject({ verb: 'check' })
  expect(await clicked('role:switch', checked('switch', 'checked'))).toMatchObject({ verb: 'uncheck' })
  expect(await clicked('role:radio', checked('radio', 'checked'))).toMatchObject({ verb: 'check' })
  const list = node('combobox', 'Folder', { children: [node('menu', '', { children: [node('menuitem', 'Sent')] })] })
  expect(await clicked('role:menuitem', list)).toMatchObject({
    verb: 'selectOption',
    option: 'Sent',
    target: { selector: 'role:combobox|name:Folder' },
  })
})

test('an entry of a menu bar is a path, without the padding of names and menus of the same name; another one is clicked', async () => {
  const menus = node('menubar', '', {
    children: [
      node('menuitem', 'File', { children: [node('menu', 'File', { children: [node('menuitem', 'Save  ')] })] }),
    ],
  })
  expect(await clicked('name:Save', menus)).toEqual({ verb: 'menu', path: ['File', 'Save'] })
  expect(await clicked('name:Save', node('menu', '', { children: [node('menuitem', 'Save')] }))).toMatchObject({
    verb: 'click',
  })
})

test('a part of a control is the control; in what a program draws itself the place counts', async () => {
  const button = node('button', 'Send', { children: [node('group', '', { children: [node('text', 'Send now')] })] })
  expect(await clicked('role:text', button)).toEqual({
    verb: 'click',
    target: { selector: 'role:button|name:Send', code: "app.getByRole('button', { name: 'Send' })" },
  })
  expect(await clicked('role:canvas', node('canvas', 'Map'))).toMatchObject({ position: { x: '50%', y: '25%' } })
  expect(await clicked('role:spinbutton', node('spinbutton', 'Count'))).toMatchObject({
    position: { x: '50%', y: '25%' },
  })
  const combo = node('combobox', 'Folder', { children: [node('group', '', { children: [node('button', '')] })] })
  expect(await clicked('role:button', combo)).toMatchObject({ target: { selector: 'role:combobox|name:Folder' } })
})

test('an element without a name goes by its role where no other one shows, whatever the title of its window', async () => {
  const one = await tree(field(''), node('textbox', '', { states: ['enabled'] }))
  expect(located(one.find('role:textbox|first') as never).code).toBe("app.getByRole('textbox')")
  const two = await tree(field(''), field(''))
  expect(located(two.find('role:textbox|nth:1') as never)).toEqual({
    selector: 'role:textbox|nth:1',
    code: "app.getByRole('textbox').nth(1)",
  })
})

test('a text goes to the field that has the focus, and to the window where that is no field', async () => {
  const empty = await tree(field('To', 'focused'))
  expect(typed('Ann', empty, []).step).toMatchObject({ verb: 'fill', typed: { text: 'Ann' } })
  const full = await tree({ ...field('To', 'focused'), value: 'Ann' })
  expect(typed('!', full, []).step).toMatchObject({ verb: 'pressSequentially', typed: { text: '!' } })
  const { step } = typed('Ann', empty, [])
  expect(typed('!', full, [step]).step).toMatchObject({ verb: 'fill', typed: { text: 'Ann!' } })
  expect(keyed('Backspace', full, [step]).step).toMatchObject({ verb: 'fill', typed: { text: 'An' } })
  expect(keyed('Enter', full, []).step).toMatchObject({ verb: 'press', target: { selector: 'role:textbox|name:To' } })
  expect(keyed('Control+s', full, []).step).toEqual({ verb: 'press', key: 'Control+s' })
  const button = await tree(node('button', 'Send', { states: [...shown, 'focused'] }))
  expect(typed('a', button, []).step).toEqual({ verb: 'type', text: 'a' })
})

test('nothing is typed where it is not known whether it is a secret', async () => {
  const unfocused = await tree(field('To'))
  expect(() => typed('a', unfocused, [])).toThrow(/does not say which element has the keyboard focus/)
})

test('the text of a protected field is in no step, however it is given, also when the field shows it later', async () => {
  const snapshot = await tree(field('Password', 'protected', 'focused'), field('PIN', 'protected'))
  const first = typed('hunter', snapshot, [])
  expect(first).toEqual({
    step: {
      verb: 'fill',
      target: { selector: 'role:textbox|name:Password', code: "app.getByRole('textbox', { name: 'Password' })" },
      typed: { secret: 'PASSWORD' },
    },
    text: 'hunter',
  })
  const steps: Step[] = [first.step]
  const pin = snapshot.find('name:PIN') as never
  const given = (verb: 'fill' | 'press', argument: string): Extract<Gesture, { kind: 'picked' }> => ({
    kind: 'picked',
    ref: 'e1',
    verb,
    argument,
  })
  expect(picked(given('fill', '1234'), pin, steps).step).toMatchObject({ typed: { secret: 'PASSWORD_2' } })
  expect(JSON.stringify(picked(given('press', '7'), pin, steps).step)).not.toContain('7')
  expect(picked(given('press', 'Enter'), pin, steps).step).toMatchObject({ verb: 'press', key: 'Enter' })
  const open = await tree({ ...field('Password', 'focused'), value: 'hunter' })
  expect(typed('2', open, steps).step).toEqual(first.step)
})

test.each<[string, TreeNode, object]>([
  ['a value', { ...field('To'), value: 'Ann' }, { has: 'value', text: 'Ann' }],
  ['an empty field', field('To'), { has: 'value', text: '' }],
  ['a protected field', field('Password', 'protected'), { is: 'visible' }],
  ['a check mark', node('checkbox', 'Sign', { states: [...shown, 'checked'] }), { is: 'checked' }],
  ['no check mark', node('checkbox', 'Sign', { states: [...shown, 'checked=false'] }), { is: 'unchecked' }],
  ['a disabled button', node('button', 'Send', { states: ['visible'] }), { is: 'disabled' }],
  ['a name that the locator says', node('status', 'Sent'), { is: 'visible' }],
  ['a name that it does not say', node('status', 'Sent', { id: 'status' }), { has: 'text', text: 'Sent' }],
])('%s is what is asserted', async (_, element, claim) => {
  const found = (await tree(element)).find(`role:${element.role}`) as never
  expect(claimOf(found, located(found))).toEqual(claim)
})

test.each([
  [undefined],
  [[]],
  [{ kind: 'click' }],
  [{ kind: 'click', at: { x: '1', y: 2 } }],
  [{ kind: 'scroll', at: { x: 1, y: 2 }, x: Number.NaN, y: 0 }],
  [{ kind: 'drag', at: { x: 1, y: 2 } }],
  [{ kind: 'type', text: '' }],
  [{ kind: 'picked', verb: 'constructor', ref: 'e1' }],
  [{ kind: 'picked', verb: 'click' }],
])('%j is no gesture', (asked) => {
  expect(gestureOf(asked)).toBeUndefined()
})
