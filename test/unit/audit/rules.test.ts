import { expect, test } from 'vitest'
import { Snapshot, type TreeNode } from '../../../lib/sdk/index.js'
import { audit } from '../../../lib/test/audit/audit.js'
import { rules } from '../../../lib/test/audit/rules/index.js'

// Each rule over plain trees: what it finds, and the twin that it leaves alone.

const at = (x: number, y: number, width = 80, height = 30) => ({ x, y, width, height })
const shown = ['enabled', 'visible']
const control = (role: string, more: Partial<TreeNode> = {}): TreeNode => ({
  role,
  bounds: at(10, 50),
  states: [...shown, 'focusable'],
  ...more,
})
const field = (more: Partial<TreeNode> = {}) =>
  control('textbox', { states: [...shown, 'focusable', 'editable'], ...more })

const windowOf = (children: TreeNode[], more: Partial<TreeNode> = {}): TreeNode => ({
  role: 'application',
  name: 'Orders',
  states: shown,
  children: [{ role: 'window', name: 'Order 17', states: shown, bounds: at(0, 0, 600, 400), children, ...more }],
})

const found = async (tree: TreeNode) => audit(await Snapshot.from(tree)).findings.map(({ rule }) => rule)

const cells = (header: TreeNode[]): TreeNode => ({
  ...control('table', { name: 'Prices', bounds: at(0, 0, 200, 200) }),
  children: [
    ...header,
    ...[0, 1].flatMap((row) =>
      [0, 1].map((column) => ({
        role: 'cell',
        name: `${row} ${column}`,
        states: shown,
        bounds: at(column * 90, 40 + row * 40),
      })),
    ),
  ],
})
const header = (name: string, x: number) => ({ role: 'columnheader', name, states: shown, bounds: at(x, 0) })

test.each<[string, TreeNode[], TreeNode[]]>([
  ['control-name', [control('button')], [control('button', { name: 'Save' })]],
  ['control-name', [control('button', { name: '  ' })], [control('button', { children: [text('Save')] })]],
  [
    'hint-only',
    [control('button', { description: 'Saves' })],
    [control('button', { name: 'Save', description: 'It' })],
  ],
  ['hint-only', [field({ placeholder: 'Name' })], [field({ name: 'Name', placeholder: 'Ada' })]],
  ['name-text', [control('button', { name: 'QPushButton' })], [control('button', { name: 'Quit' })]],
  ['name-text', [control('button', { name: 'button1' })], [control('button', { name: 'Level 1' })]],
  ['name-text', [control('button', { name: 'document-save' })], [control('button', { name: 'Drag-and-drop' })]],
  ['name-text', [control('button', { name: 'trash.png' })], [control('tab', { name: 'trash.png' })]],
  ['field-label', [field()], [field({ name: 'Customer' })]],
  [
    'field-label',
    [control('spinbutton', { name: '3', value: '3' })],
    [control('spinbutton', { name: 'Amount', value: '3' })],
  ],
  [
    'same-name',
    [control('button', { name: 'Edit' }), control('button', { name: 'Edit', bounds: at(100, 50) })],
    [control('button', { name: 'Edit' }), text('Shipping'), control('button', { name: 'Edit', bounds: at(100, 50) })],
  ],
  ['image-text', [control('img')], [{ role: 'img', bounds: at(10, 50), states: shown }]],
  ['table-headers', [cells([])], [cells([header('Name', 0), header('Price', 90)])]],
  [
    'table-headers',
    [cells([header('1', 0), header('2', 90)])],
    [cells([{ role: 'cell', cut: { reason: 'deadline' } }])],
  ],
  [
    'states-agree',
    [control('button', { name: 'Save', states: ['visible', 'focusable', 'focused'] })],
    [control('button', { name: 'Save', states: [...shown, 'focusable', 'focused'] })],
  ],
  ['states-agree', [{ ...text('News'), states: [...shown, 'checked'] }], [text('News')]],
  [
    'states-agree',
    [{ role: 'tablist', bounds: at(0, 0), states: shown, children: [tab('One', true), tab('Two', true)] }],
    [{ role: 'tablist', bounds: at(0, 0), states: shown, children: [tab('One', true), tab('Two', false)] }],
  ],
  ['role-known', [control('generic')], [{ role: 'generic', bounds: at(10, 50), states: shown }]],
  ['in-window', [control('button', { name: 'Save', bounds: at(-200, 50) })], [control('button', { name: 'Save' })]],
  ['in-window', [control('button', { name: 'Save', bounds: at(10, 50, 0, 0) })], [scrolledOut()]],
  ['target-size', [tiny('a', 10), tiny('b', 26)], [tiny('a', 10), tiny('b', 60)]],
  ['value-range', [progress('17')], [progress('7')]],
])('%s is found, and not in the twin', async (rule, faulty, clean) => {
  expect(await found(windowOf(faulty))).toContain(rule)
  expect(await found(windowOf(clean))).toEqual([])
})

test('a window without a title is found, unless nothing in it has a name', async () => {
  expect(await found(windowOf([text('Ready')], { name: '' }))).toEqual(['window-title'])
  expect(await found(windowOf([control('generic')], { name: '' }))).toEqual([])
})

test.each<[string, TreeNode[]]>([
  ['the icon in a text field, which GTK names', [field({ name: 'Find', children: [icon('edit-find-symbolic')] })]],
  ['the parts of an empty date field of Chromium', [field({ name: 'Born', children: [progress('17')] })]],
  [
    'the buttons in the title of a dock of Qt',
    [
      { ...tiny('Close', 10), description: 'Closes the dock widget' },
      { ...tiny('Float', 26), description: 'Undocks and re-attaches the dock widget' },
    ],
  ],
  [
    'the tab of a notebook that shows none',
    [{ role: 'tablist', bounds: at(0, 0), states: shown, children: [{ role: 'tab', states: shown }] }],
  ],
])('%s: not judged', async (_, children) => {
  expect(await found(windowOf(children))).toEqual([])
})

test('a description that repeats the value explains nothing', async () => {
  expect(await found(windowOf([control('slider', { value: '50', description: '50.0' })]))).toEqual(['field-label'])
})

test('what is hidden is not judged, and counted', async () => {
  const hidden = control('button', { states: ['enabled', 'focusable'] })
  const { findings, hidden: count } = audit(await Snapshot.from(windowOf([hidden, text('Ready')])))
  expect(findings).toEqual([])
  expect(count).toBe(1)
})

test('the report says where the tree is cut, and counts what role and name find alone', async () => {
  const list: TreeNode = { ...control('list', { name: 'Log' }), cut: { reason: 'virtual', detail: '980 rows' } }
  const save = control('button', { name: 'Save' })
  const { cuts, controls } = audit(await Snapshot.from(windowOf([save, control('checkbox'), list])))
  expect(cuts).toEqual(['window "Order 17" > list "Log": virtual (980 rows)'])
  expect(controls).toEqual({ total: 2, automatable: 1 })
})

test('an unknown rule is refused with those there are', async () => {
  const snapshot = await Snapshot.from(windowOf([]))
  expect(() => audit(snapshot, { rules: ['names'] })).toThrow(/rules is 'names'; expected ids of rules: control-name,/)
})

test('every rule says where it comes from and how to mend it', () => {
  for (const { id, source, mend } of rules) {
    expect(source, id).toMatch(/^WCAG 2\.2, \d+\.\d+\.\d+ /)
    expect(Object.keys(mend).sort(), id).toEqual(['gtk', 'qt', 'swing', 'web'])
  }
})

function text(name: string): TreeNode {
  return { role: 'text', name, bounds: at(200, 50), states: shown }
}

function tab(name: string, selected: boolean): TreeNode {
  return control('tab', { name, states: [...shown, 'focusable', selected ? 'selected' : 'selected=false'] })
}

function tiny(name: string, x: number): TreeNode {
  return control('button', { name, bounds: at(x, 10, 14, 14) })
}

function icon(name: string): TreeNode {
  return { role: 'img', name, bounds: at(60, 50, 16, 16), states: shown }
}

function progress(value: string): TreeNode {
  return {
    role: 'progressbar',
    name: 'Copy',
    value,
    bounds: at(0, 0),
    states: shown,
    attributes: { min: '0', max: '10' },
  }
}

function scrolledOut(): TreeNode {
  const save = control('button', { name: 'Save', bounds: at(10, 900) })
  return { role: 'scrollarea', bounds: at(0, 0, 600, 400), states: shown, children: [save] }
}
