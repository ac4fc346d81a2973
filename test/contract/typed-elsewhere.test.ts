import { expect, test } from 'vitest'
import type { Effect } from '../../lib/sdk/index.js'
import { program } from './program.js'

// A spreadsheet's grid takes keys and has no text of its own: the formula line shows them, one after the other.

test('text typed into a canvas is in the diff as another field shows it in the end', async () => {
  const values = ['=', '=S', '=SU', '=SUM']
  const focus = values.map((value, index): Effect => ({ set: 'line', value, after: 60 * (index + 1) }))
  await using stage = await program([
    { role: 'group', name: 'Grid', key: 'grid', focusable: true, on: { focus } },
    { role: 'textbox', name: 'Formula', key: 'line', value: '' },
  ])
  const receipt = await stage.app.locator('name:Grid').pressSequentially('=SUM')
  const line = receipt.diff?.modified.find(({ node }) => node.name === 'Formula')
  expect(line?.changes).toMatchObject([{ attribute: 'value', new: '=SUM' }])
})
