import { describe, expect, test } from 'vitest'
import { onlyClosesItsMenu, pathIfOnlyClosed } from '../../lib/sdk/action/menus.js'
import { diff, Snapshot, type TreeNode } from '../../lib/sdk/index.js'
import type { Found } from '../../lib/sdk/look/look.js'

const tree = (open: boolean, status: string) =>
  Snapshot.from({
    role: 'window',
    name: 'Desk',
    children: [
      {
        role: 'menubar',
        children: [
          {
            role: 'menu',
            name: 'Order',
            id: 'order',
            states: open ? ['enabled', 'visible', 'selected'] : ['enabled', 'visible'],
            children: [
              { role: 'menuitem', name: 'Send', id: 'send', states: open ? ['enabled', 'visible'] : ['enabled'] },
            ],
          },
        ],
      },
      { role: 'text', id: 'status', name: status, states: ['enabled', 'visible'] },
    ],
  })

test('that its menu closed says nothing of what a pressed entry did; anything besides does', async () => {
  const before = await tree(true, 'Ready')
  const closed = await diff(before, await tree(false, 'Ready'))
  expect(closed.empty).toBe(false)
  expect(onlyClosesItsMenu('menuitem', closed)).toBe(true)
  expect(onlyClosesItsMenu('button', closed)).toBe(false)
  expect(onlyClosesItsMenu('menuitem', await diff(before, await tree(false, 'Sent')))).toBe(false)
})

describe('the menus that a press closed, and nothing besides', () => {
  const shows = ['enabled', 'visible']
  // As Windows has it: a menu that is closed is in no tree.
  const desk = (open: boolean, ...others: TreeNode[]) =>
    Snapshot.from({
      role: 'window',
      name: 'Desk',
      children: [
        {
          role: 'menubar',
          children: [
            {
              role: 'menuitem',
              name: 'Order',
              states: [...shows, open ? 'expanded' : 'expanded=false'],
              children: open
                ? [{ role: 'menu', name: 'Order', children: [{ role: 'menuitem', name: 'Send', states: shows }] }]
                : [],
            },
            { role: 'menuitem', name: 'Help', states: shows },
          ],
        },
        ...others,
      ],
    })
  async function closed(before: Snapshot, after: Snapshot, name = 'Send'): Promise<string[] | undefined> {
    const { index } = before.find(`role:menuitem|name:${name}`) as { index: number }
    const found: Found = { snapshot: before.native, node: index, element: { appKey: '', identity: '' } }
    return pathIfOnlyClosed(found, await diff(before, after, { include: 'all' }))
  }
  const field = (...states: string[]): TreeNode => ({
    role: 'textbox',
    name: 'Customer',
    states: [...shows, ...states],
  })

  test('are told by their path', async () => {
    expect(await closed(await desk(true, field()), await desk(false, field()))).toEqual(['Order', 'Send'])
  })

  test.each<[string, TreeNode[]]>([
    ['the focus went elsewhere', [field('focused')]],
    ['an empty group came, which is noise to a diff', [field(), { role: 'group' }]],
    ['something went', []],
  ])('are not when %s', async (_, after) => {
    expect(await closed(await desk(true, field()), await desk(false, ...after))).toBeUndefined()
  })

  test('are not when the menu did not close, or what was pressed is no entry of one', async () => {
    expect(await closed(await desk(true), await desk(true))).toBeUndefined()
    expect(await closed(await desk(true), await desk(false), 'Help')).toBeUndefined()
  })
})
