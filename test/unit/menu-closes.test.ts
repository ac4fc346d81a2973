import { expect, test } from 'vitest'
import { onlyClosesItsMenu } from '../../lib/action/menu-closes.js'
import { diff, Snapshot } from '../../lib/index.js'

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
