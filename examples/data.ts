// Trees as data: selectors, explanations and outlines without any desktop.
//   npx tsx examples/data.ts
import { Snapshot } from 'surehand'

const snapshot = await Snapshot.from({
  role: 'window',
  name: 'Settings',
  states: ['enabled', 'visible'],
  children: [
    {
      role: 'group',
      name: 'Network',
      children: [
        { role: 'checkbox', name: 'Wi-Fi', states: ['enabled', 'visible', 'checked'] },
        { role: 'checkbox', name: 'Bluetooth', states: ['enabled', 'visible', 'checked=false'] },
      ],
    },
    {
      role: 'group',
      name: 'Sound',
      children: [{ role: 'slider', name: 'Volume', value: '40', states: ['enabled', 'visible'] }],
    },
    { role: 'button', name: 'Apply…', states: ['visible'] },
  ],
})

console.log(snapshot.toString())

// Which check boxes are off, and where are they?
for (const node of snapshot.findAll('role:checkbox|checked:false')) console.log(`${node.path} is off; ${node.selector}`)

// Names match whole, without the dots at the end; parts are asked for in the open.
console.log(snapshot.find('role:button|name:Apply')?.name, snapshot.findAll('name:*oo*').map(String))

// Why does a selector match nothing?
console.log(snapshot.explainText('role:checkbox|name:Wifi'))

// The same tree again, from its JSON text.
console.log((await Snapshot.from(snapshot.toJSONText())).size === snapshot.size)
