import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { failure, program } from './program.js'

// GTK gives menus the state `selected`: selecting one opens it.

const menuBar = () =>
  program([
    {
      role: 'menubar',
      children: [
        {
          role: 'menu',
          name: 'View',
          selected: false,
          children: [{ role: 'menuitem', name: 'Zoom', selected: false }],
        },
      ],
    },
  ])

test('select() and deselect() refuse a menu and its entries, which have no selection that lasts', async () => {
  await using stage = await menuBar()
  for (const selector of ['role:menu|name:View', 'role:menuitem|name:Zoom']) {
    for (const verb of ['select', 'deselect'] as const) {
      const error = await failure(stage.app.locator(selector)[verb]())
      expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'suitable' } })
    }
  }
})

test('set_selected on a menu fails and sends nothing', async () => {
  await using stage = await menuBar()
  const registry = createRegistry(stage.desktop, { profile: 'terminator' })
  const input = { process: stage.app.name, selector: 'role:menu|name:View', state: true }
  const result = await registry.tool('set_selected').run(input)
  expect(result.structuredContent.error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
})
