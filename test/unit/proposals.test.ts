import { expect, test } from 'vitest'
import { Desktop, type TreeNode } from '../../lib/sdk/index.js'
import { type Proposal, proposalsFor } from '../../lib/sdk/locator/proposals.js'
import { Snapshot, type SnapshotNode } from '../../lib/sdk/tree/snapshot.js'

// Which selector is proposed first for an element, and that it means this element alone.

const STATES = ['visible', 'enabled']
const one = (role: string, name?: string, more: Partial<TreeNode> = {}): TreeNode => ({
  role,
  states: STATES,
  ...(name === undefined ? {} : { name }),
  ...more,
})
const tree = (...children: TreeNode[]): Promise<Snapshot> =>
  Snapshot.from({ role: 'application', name: 'Orders', children: [one('window', 'Order 17', { children })] })

function first(node: SnapshotNode | undefined): Proposal {
  const [proposal] = proposalsFor(node as SnapshotNode)
  return proposal as Proposal
}

/** The selector matches the element alone. */
function expectItself(node: SnapshotNode, { selector, matches }: Proposal): void {
  expect({ selector, found: node.snapshot.findAll(selector) }).toEqual({ selector, found: [node] })
  expect(matches).toBe(1)
}

test('a test id comes before role and name, and both before the label', async () => {
  const snapshot = await tree(one('button', 'Send', { id: 'send' }))
  expect(proposalsFor(snapshot.find('name:Send') as SnapshotNode).slice(0, 3)).toMatchObject([
    { rule: 'test id', code: "app.getByTestId('send')", selector: 'id:send', matches: 1 },
    { rule: 'role and name', code: "app.getByRole('button', { name: 'Send' })", selector: 'role:button|name:Send' },
    { rule: 'label', code: "app.getByLabel('Send')" },
  ])
})

test('an id that a program made up is not proposed', async () => {
  const snapshot = await tree(one('button', 'Send', { id: ':r3:' }), one('button', 'Drop', { id: 'ext-gen10482' }))
  for (const name of ['Send', 'Drop']) {
    const proposals = proposalsFor(snapshot.find(`name:${name}`) as SnapshotNode)
    expect(proposals.map(({ rule }) => rule)).not.toContain('test id')
  }
})

test('an id that two elements have comes after what only one has, and says how many it matches', async () => {
  const snapshot = await tree(one('button', 'Send', { id: 'item' }), one('button', 'Drop', { id: 'item' }))
  const node = snapshot.find('name:Drop') as SnapshotNode
  const proposals = proposalsFor(node)
  expectItself(node, proposals[0] as Proposal)
  expect(proposals[0]).toMatchObject({ rule: 'role and name' })
  expect(proposals.find(({ rule }) => rule === 'test id')).toMatchObject({ matches: 2 })
  expect(proposals.findIndex(({ matches }) => matches === 2)).toBeGreaterThan(0)
})

test('of names that differ only in case, the exact name is proposed', async () => {
  const snapshot = await tree(one('button', 'Save'), one('button', 'SAVE'))
  for (const node of snapshot.findAll('role:button')) {
    const proposal = first(node)
    expectItself(node, proposal)
    expect(proposal.code).toBe(`app.getByRole('button', { name: '${node.name}', exact: true })`)
  }
})

test('beside a hidden twin, the visible element is proposed by its visibility', async () => {
  const snapshot = await tree(one('button', 'Save', { states: ['enabled'] }), one('button', 'Save'))
  const node = snapshot.findAll('role:button')[1] as SnapshotNode
  const proposal = first(node)
  expectItself(node, proposal)
  expect(proposal.code).toBe("app.getByRole('button', { name: 'Save', includeHidden: false })")
})

test('a field without a name is proposed by its placeholder', async () => {
  const snapshot = await tree(one('textbox', undefined, { placeholder: 'Search…' }), one('textbox'))
  const node = snapshot.findAll('role:textbox')[0] as SnapshotNode
  const proposal = first(node)
  expectItself(node, proposal)
  expect(proposal).toMatchObject({ rule: 'label', code: "app.getByPlaceholder('Search…')" })
})

test('of equal elements, each is proposed below its nearest named ancestor', async () => {
  const group = (name: string) =>
    one('group', name, { children: [one('group', undefined, { children: [one('button', 'Edit')] })] })
  const snapshot = await tree(group('Delivery'), group('Billing'))
  const node = snapshot.findAll('name:Edit')[1] as SnapshotNode
  const proposal = first(node)
  expectItself(node, proposal)
  expect(proposal).toMatchObject({
    rule: 'scoped',
    selector: 'role:group|name:Billing >> role:button|name:Edit',
    code: "app.getByRole('group', { name: 'Billing' }).getByRole('button', { name: 'Edit' })",
  })
})

test('the button of a row is proposed by the text in that row', async () => {
  const row = (name: string) => one('row', undefined, { children: [one('cell', name), one('button', 'Delete')] })
  const snapshot = await tree(one('table', 'People', { children: [row('Alice'), row('Bob')] }))
  const node = snapshot.findAll('name:Delete')[1] as SnapshotNode
  const proposal = first(node)
  expectItself(node, proposal)
  expect(proposal).toMatchObject({
    rule: 'scoped',
    code: `app.getByRole('row').filter({ has: 'role:cell|name:Bob' }).getByRole('button', { name: 'Delete' })`,
  })
})

test('twins in one place are proposed by number, in the nearest ancestor that has a unique selector', async () => {
  const twins = () => [one('button', 'Edit'), one('button', 'Edit')]
  const snapshot = await tree(
    one('group', 'Delivery', { children: twins() }),
    one('group', 'Billing', { children: twins() }),
  )
  const node = snapshot.findAll('name:Edit')[3] as SnapshotNode
  const proposals = proposalsFor(node)
  expectItself(node, proposals[0] as Proposal)
  expect(proposals[0]).toMatchObject({
    rule: 'nth',
    code: "app.getByRole('group', { name: 'Billing' }).getByRole('button', { name: 'Edit' }).nth(1)",
  })
  expect(proposals.find(({ rule }) => rule === 'scoped')).toMatchObject({ matches: 2 })
})

test('elements without any text are proposed by number', async () => {
  const snapshot = await tree(one('group', undefined, { children: [one('img'), one('img')] }), one('img'))
  for (const node of snapshot.findAll('role:img')) {
    const proposal = first(node)
    expectItself(node, proposal)
    expect(proposal.rule).toBe('nth')
  }
})

test.each([
  `Say "hello"`,
  `It's 5 o'clock`,
  `both " and '`,
  'a \\ b',
  'Inbox | Mail, >> x',
  'two\nlines',
  'Reply*',
  'Really?',
  '(draft)',
  '/x/',
  'нет — «да»',
  '~Save',
  'true',
  ['$', '{name}'].join(''),
  '`tick`',
  'C:\\temp',
])('a name is quoted so that selector and code mean it: %s', async (name) => {
  const snapshot = await tree(one('button', name), one('button', 'Other'))
  const [node] = snapshot.findAll('role:button')
  const proposals = proposalsFor(node as SnapshotNode)
  expect(proposals.length).toBeGreaterThan(1)
  expectItself(node as SnapshotNode, proposals[0] as Proposal)
  expect(proposals[0]?.rule).toBe('role and name')
})

const desk = (...windows: TreeNode[]): Promise<Snapshot> =>
  Snapshot.from({ role: 'application', name: 'Editor', children: windows })

test('an element without a name is proposed by its role where nothing else that shows has it, not by the title of its window', async () => {
  const hidden = one('toolbar', undefined, { states: ['enabled'] })
  const children = [one('menubar'), one('toolbar'), hidden, one('button', 'Open'), one('img'), one('img')]
  const snapshot = await desk(one('window', '*/home/ada/letter.txt - Editor', { children }))
  const code = (selector: string) => first(snapshot.find(selector)).code
  expect(code('role:menubar')).toBe("app.getByRole('menubar')")
  expect(code('role:toolbar|visible:true')).toBe("app.getByRole('toolbar', { includeHidden: false })")
  expect(code('role:img|nth:1')).toBe("app.getByRole('img').nth(1)")
  expect(first(snapshot.find('role:menubar')).rule).toBe('role')
})

test('of several windows, one is proposed by the end of its title where no other ends so, and by the whole title elsewhere', async () => {
  const window = (title: string) => one('window', title, { children: [one('img'), one('img')] })
  const snapshot = await desk(window('a.txt - Editor'), window('b.txt - Editor'), window('c.txt — Preview (1)'))
  const code = (selector: string) => first(snapshot.find(selector)).code
  expect(code('name:"b.txt - Editor"')).toBe("app.getByRole('window', { name: 'b.txt - Editor' })")
  expect(code('name:"c.txt — Preview (1)"')).toBe("app.getByRole('window', { name: / — Preview \\(1\\)$/ })")
  expect(code('name:"b.txt - Editor" >> role:img|nth:1')).toBe(
    "app.getByRole('window', { name: 'b.txt - Editor' }).getByRole('img').nth(1)",
  )
  expect(code('name:"c.txt — Preview (1)" >> role:img|nth:1')).toBe(
    "app.getByRole('window', { name: / — Preview \\(1\\)$/ }).getByRole('img').nth(1)",
  )
})

test('a text that is too long to be read is not used as a name', async () => {
  const snapshot = await tree(one('button', 'x'.repeat(500)), one('button', 'Other'))
  const node = snapshot.findAll('role:button')[0] as SnapshotNode
  const proposal = first(node)
  expectItself(node, proposal)
  expect(proposal.selector.length).toBeLessThan(100)
})

test('every element of a window has a first proposal that matches it alone, and the code finds what the selector finds', async () => {
  const row = (name: string) => one('row', undefined, { children: [one('cell', name), one('button', 'Delete')] })
  const form = (name: string) =>
    one('dialog', name, {
      children: [
        one('textbox', `It's "${name}"`, { id: 'field' }),
        one('textbox', undefined, { placeholder: 'Find' }),
        one('checkbox', 'Company', { description: 'For firms' }),
        one('checkbox', 'Company', { description: 'For people' }),
        one('table', undefined, { children: ['Alice', 'Bob', 'Alice'].map(row) }),
        one('button', 'OK'),
        one('button', 'ok'),
        one('group', undefined, { children: [one('img'), one('img')] }),
      ],
    })
  const world = {
    role: 'application',
    name: 'Orders',
    children: [one('window', 'Main', { children: [form('One'), form('Two')] })],
  }
  const snapshot = await Snapshot.from(world)
  const windows = world.children as unknown as never[]
  await using desktop = await Desktop.open({ world: { applications: [{ name: 'Orders', windows }] } })
  const app = await desktop.app('Orders')
  let checked = 0
  for (const node of [...snapshot.root.descendants()].slice(1)) {
    const proposals = proposalsFor(node)
    expectItself(node, proposals[0] as Proposal)
    for (const { code, selector } of proposals) {
      const locator = new Function('app', `return ${code}`)(app) as { toString(): string; query: { text: string } }
      expect(snapshot.findAll(locator.query.text)).toEqual(snapshot.findAll(selector))
      checked++
    }
  }
  expect(checked).toBeGreaterThan(60)
})
