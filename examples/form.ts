// Fill in a form. What is done twice is done once, and what a field shows in the end is checked.
//   npx tsx examples/form.ts
import { Desktop } from 'surehand'

await using desktop = await Desktop.open({
  world: {
    applications: [
      {
        name: 'Orders',
        windows: [
          {
            role: 'window',
            name: 'New order',
            bounds: { x: 0, y: 0, width: 480, height: 400 },
            children: [
              { role: 'textbox', name: 'Customer' },
              { role: 'textbox', name: 'Password', protected: true },
              { role: 'spinbutton', name: 'Quantity', value: '1', range: { minimum: 1, maximum: 99 } },
              {
                role: 'combobox',
                name: 'Country',
                value: 'Austria',
                children: [
                  { role: 'option', name: 'Austria', selected: true },
                  { role: 'option', name: 'Brazil', selected: false },
                ],
              },
              { role: 'checkbox', name: 'Accept', on: { change: [{ set: 'order', enabled: true }] } },
              {
                role: 'button',
                name: 'Order',
                key: 'order',
                enabled: false,
                on: { press: [{ set: 'state', name: 'Ordered' }] },
              },
              { role: 'text', name: 'Draft', key: 'state' },
            ],
          },
        ],
      },
    ],
  },
})
const form = await (await desktop.app('Orders')).window({ title: 'New order' })

await form.locator('role:textbox|name:Customer').fill('Ada Lovelace')
await form.locator('role:textbox|name:Password').fill('not shown anywhere')
await form.locator('role:spinbutton|name:Quantity').setValue(7)
await form.locator('role:combobox|name:Country').selectOption('Brazil')

const accept = form.locator('role:checkbox|name:Accept')
console.log('check:', (await accept.check()).route)
console.log('check again:', (await accept.check()).route)

const receipt = await form.locator('role:button|name:Order').click({ verify: { exists: 'role:text|name:Ordered' } })
console.log(`order: ${receipt.effect}`)
console.log(await form.tree({ refs: false }))
