import { expect, test } from 'vitest'
import { diff, Snapshot, type TreeNode } from '../../lib/sdk/index.js'

// What clips and what shows is told in one place, src-native/core/tree/viewport.cc: the diff says by it what is in view, and an
// action by the same where it can click.

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const shown = (node: TreeNode): TreeNode => ({ states: ['enabled', 'visible'], ...node })

/** A window, and in it these, each in the one before; the last one is the element. */
function tree(...nodes: TreeNode[]): TreeNode {
  const nested = nodes.reduceRight<TreeNode[]>((children, node) => [{ ...shown(node), children }], [])
  return {
    role: 'application',
    children: [{ ...shown({ role: 'window', name: 'W', bounds: rect(0, 0, 100, 100) }), children: nested }],
  }
}

const CASES: [string, TreeNode[], ReturnType<typeof rect>, boolean][] = [
  ['inside', [{ role: 'button', bounds: rect(10, 10, 20, 20) }], rect(10, 10, 20, 20), true],
  ['partly outside its window', [{ role: 'button', bounds: rect(80, 10, 40, 20) }], rect(80, 10, 20, 20), true],
  ['outside its window', [{ role: 'button', bounds: rect(200, 10, 40, 20) }], rect(200, 10, 0, 20), false],
  [
    'larger than the group it is in',
    [
      { role: 'group', bounds: rect(0, 0, 5, 5) },
      { role: 'button', bounds: rect(10, 10, 20, 20) },
    ],
    rect(10, 10, 20, 20),
    true,
  ],
  ...['scrollarea', 'list', 'listbox', 'tree', 'table', 'document'].map((role): (typeof CASES)[number] => [
    `scrolled out of its ${role}`,
    [
      { role, bounds: rect(0, 0, 50, 50) },
      { role: 'button', bounds: rect(0, 60, 50, 20) },
    ],
    rect(0, 60, 50, 0),
    false,
  ]),
  [
    'in a menu that hangs out of its window',
    [
      { role: 'menu', bounds: rect(50, 90, 100, 600) },
      { role: 'menuitem', bounds: rect(50, 500, 100, 20) },
    ],
    rect(50, 500, 100, 20),
    true,
  ],
  [
    'in the list of a combo box that hangs out of its window',
    [
      { role: 'combobox', bounds: rect(10, 70, 50, 20) },
      { role: 'list', bounds: rect(10, 90, 50, 200) },
      { role: 'listitem', bounds: rect(10, 200, 50, 20) },
    ],
    rect(10, 200, 50, 20),
    true,
  ],
  [
    'scrolled out of the list of a combo box',
    [
      { role: 'combobox', bounds: rect(10, 70, 50, 20) },
      { role: 'list', bounds: rect(10, 90, 50, 200) },
      { role: 'listitem', bounds: rect(10, 300, 50, 20) },
    ],
    rect(10, 300, 50, 0),
    false,
  ],
]

test.each(CASES)('%s: the diff says whether it is in view', async (_, nodes, __, inView) => {
  const [before, after] = await Promise.all([Snapshot.from(tree(...nodes.slice(0, -1))), Snapshot.from(tree(...nodes))])
  const { added } = await diff(before, after)
  expect(added.map((entry) => entry.inViewport)).toEqual([inView])
})

test.each(CASES)('%s: an action goes by the same', async (_, nodes, part, inView) => {
  const { native } = await Snapshot.from(tree(...nodes))
  expect(native.visiblePart(native.size - 1)).toEqual(part)
  expect(native.shows(native.size - 1)).toBe(inView)
})

test('what is scrolled out of something that shows is not hidden', async () => {
  const hides = (node: TreeNode): TreeNode => ({ ...node, states: ['enabled'] })
  const offscreen = (node: TreeNode): TreeNode => ({ ...node, states: ['enabled', 'visible', 'offscreen'] })
  const list = (...children: TreeNode[]) => shown({ role: 'list', bounds: rect(0, 0, 50, 50), children })
  const page = hides({ role: 'tabpanel', bounds: rect(0, 0, 50, 50), children: [{ role: 'button', name: 'page' }] })
  const { children } = tree()
  const snapshot = await Snapshot.from({
    ...tree(),
    children: [
      ...(children ?? []),
      list(
        shown({ role: 'listitem', name: 'in view', bounds: rect(0, 0, 50, 20) }),
        offscreen({ role: 'listitem', name: 'below', bounds: rect(0, 60, 50, 20) }),
        // GTK 3 gives rows that are scrolled out no place.
        offscreen({ role: 'listitem', name: 'nowhere' }),
        hides({ role: 'listitem', name: 'in place', bounds: rect(0, 20, 50, 20) }),
      ),
      page,
      hides({ role: 'list', bounds: rect(0, 0, 50, 50), children: [{ role: 'listitem', name: 'of a hidden list' }] }),
      hides({ role: 'menu', children: [{ role: 'menuitem', name: 'of a closed menu', bounds: rect(0, 600, 9, 9) }] }),
    ],
  })
  const hidden = snapshot.findAll('name:*').filter(({ index }) => snapshot.native.hidden(index))
  expect(hidden.map(({ name }) => name)).toEqual(['in place', 'page', 'of a hidden list', 'of a closed menu'])
})

test('a tree that does not speak of visibility hides nothing', async () => {
  const { native } = await Snapshot.from({ role: 'window', children: [{ role: 'button' }] })
  expect(native.hidden(1)).toBe(false)
})

test('what its toolkit hides does not show; of what has no place nobody knows', async () => {
  const [hidden, nowhere] = await Promise.all([
    Snapshot.from({ ...tree(), children: [...(tree().children ?? []), { role: 'button', bounds: rect(0, 0, 9, 9) }] }),
    Snapshot.from(tree({ role: 'button' })),
  ])
  expect(hidden.native.shows(hidden.size - 1)).toBe(false)
  expect(nowhere.native.shows(nowhere.size - 1)).toBeUndefined()
  expect(nowhere.native.visiblePart(nowhere.size - 1)).toBeUndefined()
})

// Hidden and scrolled out are two things: what is hidden is not there for anybody, what is scrolled out only has to be scrolled to.
const HIDDEN: [string, TreeNode[], boolean][] = [
  ['visible', [{ role: 'button' }], false],
  ['scrolled out, its toolkit says', [{ role: 'button', states: ['visible', 'offscreen'] }], false],
  [
    'scrolled out by its place',
    [
      { role: 'list', bounds: rect(0, 0, 50, 50) },
      { role: 'button', bounds: rect(0, 60, 50, 20) },
    ],
    false,
  ],
  ['not visible', [{ role: 'button', states: ['enabled'] }], true],
  ['visible in something that is not', [{ role: 'group', states: ['enabled'] }, { role: 'button' }], true],
  [
    'in a menu that hangs below what is not visible',
    [{ role: 'group', states: ['enabled'] }, { role: 'menu' }, { role: 'menuitem' }],
    false,
  ],
  ['in a menu that is closed', [{ role: 'menu', states: ['enabled'] }, { role: 'menuitem' }], true],
]

test.each(HIDDEN)('%s: whether it is hidden', async (_, nodes, hidden) => {
  const { native } = await Snapshot.from(tree(...nodes))
  expect(native.hidden(native.size - 1)).toBe(hidden)
})

test('a tree that says of nothing that it is visible hides nothing', async () => {
  const { native } = await Snapshot.from({ role: 'window', children: [{ role: 'button', states: ['enabled'] }] })
  expect(native.hidden(1)).toBe(false)
})

test('what its toolkit says is scrolled out does not show, wherever its place is', async () => {
  const { native } = await Snapshot.from(
    tree({ role: 'button', bounds: rect(10, 10, 20, 20), states: ['visible', 'offscreen'] }),
  )
  expect(native.shows(native.size - 1)).toBe(false)
})
