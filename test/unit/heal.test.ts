import { expect, test } from 'vitest'
import { recordOf } from '../../lib/sdk/heal/element-record.js'
import { healed } from '../../lib/sdk/heal/heal.js'
import type { TreeNode } from '../../lib/sdk/tree/node.js'
import { Snapshot } from '../../lib/sdk/tree/snapshot.js'

// What becomes of an element's selector in the next version of a program. One form, and one change of it for each row.

const STATES = ['visible', 'enabled']
let row = 0
const one = (role: string, name: string, more: Partial<TreeNode> = {}): TreeNode => ({
  role,
  name,
  states: STATES,
  bounds: { x: 40 + (row % 3) * 120, y: 40 + row++ * 30, width: 100, height: 24 },
  ...more,
})

/** A form of an order, made anew: the same each time. */
function form(): TreeNode {
  row = 0
  const group = (name: string, ...children: TreeNode[]): TreeNode => ({ role: 'group', name, states: STATES, children })
  return {
    role: 'application',
    name: 'Orders',
    children: [
      {
        role: 'window',
        name: 'Order 17',
        states: STATES,
        bounds: { x: 0, y: 0, width: 500, height: 640 },
        children: [
          group('Tools', one('button', 'New'), one('button', 'Open'), one('button', 'Save'), one('button', 'Save As…')),
          group(
            'Customer',
            one('text', 'Name'),
            one('textbox', 'Name'),
            one('text', 'Street'),
            one('textbox', 'Street'),
            one('checkbox', 'Company'),
          ),
          group('Delivery', one('radio', 'Express'), one('radio', 'Standard'), one('button', 'Edit')),
          group('Billing', one('combobox', 'Payment'), one('button', 'Edit'), one('spinbutton', 'Discount')),
          group('Actions', one('button', 'Send order', { id: 'send' }), one('button', 'Cancel'), one('link', 'Help')),
        ],
      },
    ],
  }
}

/** Every element of a tree. */
const all = (tree: TreeNode): TreeNode[] => [tree, ...(tree.children ?? []).flatMap(all)]
const named = (tree: TreeNode, name: string, role?: string) =>
  all(tree).find((node) => node.name === name && (role === undefined || node.role === role)) as TreeNode
const groupOf = (tree: TreeNode, of: TreeNode) => all(tree).find(({ children }) => children?.includes(of)) as TreeNode
const move = (tree: TreeNode, name: string, to: string) => {
  const node = named(tree, name)
  const from = groupOf(tree, node)
  from.children = from.children?.filter((each) => each !== node) ?? []
  named(tree, to).children?.push(node)
}
const remove = (tree: TreeNode, name: string) => {
  const node = named(tree, name)
  const from = groupOf(tree, node)
  from.children = from.children?.filter((each) => each !== node) ?? []
}
const GERMAN: Record<string, string> = {
  New: 'Neu',
  Open: 'Öffnen',
  Save: 'Speichern',
  'Save As…': 'Speichern unter…',
  Tools: 'Werkzeuge',
  Customer: 'Kunde',
  Name: 'Name',
  Street: 'Straße',
  Company: 'Firma',
  Delivery: 'Lieferung',
  Express: 'Eilsendung',
  Standard: 'Normal',
  Edit: 'Bearbeiten',
  Billing: 'Rechnung',
  Payment: 'Bezahlung',
  Discount: 'Rabatt',
  Actions: 'Aktionen',
  'Send order': 'Bestellung senden',
  Cancel: 'Abbrechen',
  Help: 'Hilfe',
}

type Change = (tree: TreeNode) => void
const renamed =
  (name: string, to: string): Change =>
  (tree) =>
    Object.assign(named(tree, name), { name: to })

const CHANGES: [what: string, selector: string, change: Change, becomes: string][] = [
  ['a word more', 'role:button|name:Save', renamed('Save', 'Save file'), 'button "Save file"'],
  ['another word', 'role:button|name:Save', renamed('Save', 'Store'), 'button "Store"'],
  ['an ellipsis', 'role:button|name:Open', renamed('Open', 'Open…'), 'button "Open…"'],
  ['other letters', 'role:button|name:Cancel', renamed('Cancel', 'CANCEL'), 'button "CANCEL"'],
  [
    'another name with the same id',
    'role:button|name:"Send order"',
    renamed('Send order', 'Submit'),
    'button "Submit"',
  ],
  ['a field renamed', 'role:textbox|name:Street', renamed('Street', 'Address'), 'textbox "Street"'],
  ['moved to another group', 'role:button|name:Cancel', (tree) => move(tree, 'Cancel', 'Tools'), 'button "Cancel"'],
  [
    'moved and renamed',
    'role:button|name:New',
    (tree) => {
      move(tree, 'New', 'Actions')
      renamed('New', 'New order')(tree)
    },
    'button "New order"',
  ],
  [
    'another role',
    'role:link|name:Help',
    (tree) => Object.assign(named(tree, 'Help'), { role: 'button' }),
    'button "Help"',
  ],
  [
    'a field that is a combo box now',
    'role:textbox|name:Street',
    (tree) => Object.assign(named(tree, 'Street', 'textbox'), { role: 'combobox' }),
    'combobox "Street"',
  ],
  [
    'a check box that is a switch now, renamed',
    'role:checkbox|name:Company',
    (tree) => Object.assign(named(tree, 'Company'), { role: 'switch', name: 'Business customer' }),
    'switch "Business customer"',
  ],
  [
    'wrapped',
    'role:group|name:Billing >> role:spinbutton|name:Discount',
    (tree) => {
      const node = named(tree, 'Discount')
      const parent = groupOf(tree, node)
      const wrapper: TreeNode = { role: 'group', name: 'Advanced', states: STATES, children: [node] }
      parent.children = parent.children?.map((each) => (each === node ? wrapper : each)) ?? []
      parent.name = 'Invoice'
    },
    'spinbutton "Discount"',
  ],
  ...['Save', 'Cancel', 'Send order', 'Company', 'Discount', 'Open', 'Express'].map(
    (name): (typeof CHANGES)[number] => [
      `translated: ${name}`,
      `name:"${name}"`,
      (tree) => {
        for (const node of all(tree)) node.name = GERMAN[node.name ?? ''] ?? node.name ?? ''
      },
      `"${GERMAN[name]}"`,
    ],
  ),
]

async function proposals(selector: string, change: Change) {
  const before = await Snapshot.from(form())
  const found = before.findAll(selector)
  expect(found, selector).toHaveLength(1)
  const changed = form()
  change(changed)
  const now = await Snapshot.from(changed)
  return healed(recordOf(found[0] as NonNullable<(typeof found)[0]>), now)
}

test.each(CHANGES)('%s: the element is found again', async (_, selector, change, becomes) => {
  const [first] = await proposals(selector, change)
  expect(first && String(first.node)).toContain(becomes)
  expect(first?.confidence).toBeGreaterThan(0.5)
})

test('what is gone is nothing else that was there before', async () => {
  expect(await proposals('role:button|name:Save', (tree) => remove(tree, 'Save'))).toEqual([])
  expect(await proposals('role:link|name:Help', (tree) => remove(tree, 'Help'))).toEqual([])
})

test('of two that are equally like it, neither is said to be it', async () => {
  const doubled: Change = (tree) => {
    remove(tree, 'Save')
    const window = named(tree, 'Order 17')
    const store: TreeNode = {
      role: 'button',
      name: 'Save file',
      states: STATES,
      bounds: { x: 40, y: 100, width: 100, height: 24 },
    }
    for (const _ of [1, 2])
      window.children?.push({ role: 'group', name: 'Files', states: STATES, children: [{ ...store }] })
  }
  const found = await proposals('role:button|name:Save', doubled)
  expect(found).toHaveLength(2)
  expect(Math.max(...found.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.5)
})

test('of two that were alike before, it is the one that is not where the other was', async () => {
  const selector = 'role:group|name:Billing >> role:button|name:Edit'
  const [first, ...others] = await proposals(selector, renamed('Billing', 'Invoice'))
  expect(first?.node.path).toContain('group "Invoice"')
  expect(others).toEqual([])
})

test('what is there twice by now is not said to be either, even where one is in its old place', async () => {
  const twice: Change = (tree) => named(tree, 'Tools').children?.push({ ...named(tree, 'Save') })
  const found = await proposals('role:button|name:Save', twice)
  expect(found).toHaveLength(2)
  expect(Math.max(...found.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.5)
})

test('what is not shown is not proposed', async () => {
  const hidden: Change = (tree) =>
    Object.assign(named(tree, 'Save'), { name: 'Save file', states: ['enabled', 'visible=false'] })
  expect(await proposals('role:button|name:Save', hidden)).toEqual([])
})
