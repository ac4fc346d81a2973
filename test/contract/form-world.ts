import type { Effect, Received, SimulatedNode, World } from '../../lib/sdk/index.js'
import type { FormEvent } from './stage.js'

// The order form of test/fixtures/apps/form.md on a simulated desktop: the same controls, names and behaviour.

const says = (status: string): Effect => ({ set: 'status', name: status })

function button(name: string, press: Effect[] = [], more: Partial<SimulatedNode> = {}): SimulatedNode {
  return { role: 'button', name, key: `button ${name}`, on: { press }, ...more }
}

function group(name: string, ...children: SimulatedNode[]): SimulatedNode {
  return { role: 'group', name, children }
}

const late: SimulatedNode = button('Late')

/** How often Count was pressed has to be kept somewhere: in the name of a button that is not shown. */
const counter: SimulatedNode = { role: 'text', key: 'counter', name: '1', visible: false }
const count: Effect[] = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the simulated world fills it in
  { set: 'status', name: 'Count ${counter.name}' },
  { set: 'counter', name: '2' },
]

const dialog: SimulatedNode = {
  role: 'dialog',
  name: 'Really delete?',
  key: 'dialog',
  modal: true,
  owner: 'form',
  bounds: { x: 300, y: 300, width: 300, height: 160 },
  children: [
    { role: 'text', name: 'This cannot be undone.' },
    button('Yes', [says('Deleted'), { closeWindow: 'window' }]),
    button('No', [says('Kept'), { closeWindow: 'window' }]),
  ],
}

const general: SimulatedNode = {
  role: 'tabpanel',
  name: 'General',
  key: 'general',
  bounds: { x: 24, y: 104, width: 600, height: 760 },
  children: [
    {
      role: 'toolbar',
      children: [
        button('Save', [says('Saved')]),
        button('Count', count),
        button('Later', [{ add: late, to: 'more buttons', after: 400 }]),
        button('Replace', [{ remove: 'button Old' }, { add: button('New'), to: 'more buttons' }]),
        button('Delete', [{ openWindow: dialog }]),
        button('Submit', [says('Submitted')], { enabled: false }),
        button('Old'),
        counter,
      ],
    },
    { role: 'toolbar', key: 'more buttons', children: [] },
    group('Billing', button('Edit', [says('Editing billing')], { key: 'button Edit billing' })),
    group('Shipping', button('Edit', [says('Editing shipping')], { key: 'button Edit shipping' })),
    {
      role: 'checkbox',
      name: 'Accept',
      key: 'toggle Accept',
      on: { change: [{ set: 'button Submit', enabled: true }] },
    },
    { role: 'button', name: 'Bold', key: 'toggle Bold', pressed: false },
    {
      role: 'radiogroup',
      children: [
        { role: 'radio', name: 'Small', key: 'toggle Small', checked: true },
        { role: 'radio', name: 'Large', key: 'toggle Large' },
      ],
    },
    { role: 'textbox', name: 'Customer', key: 'text Customer' },
    { role: 'textbox', name: 'Password', key: 'text Password', protected: true },
    { role: 'textbox', name: 'Notes', key: 'text Notes', multiline: true },
    {
      role: 'combobox',
      name: 'Country',
      key: 'combo Country',
      value: 'Austria',
      children: ['Austria', 'Brazil', 'Canada'].map((name) => ({
        role: 'option',
        name,
        key: `option ${name}`,
        selected: name === 'Austria',
      })),
    },
    { role: 'slider', name: 'Volume', key: 'value Volume', value: '0' },
    { role: 'spinbutton', name: 'Quantity', key: 'value Quantity', value: '1', range: { minimum: 1, maximum: 99 } },
    {
      role: 'button',
      name: 'More',
      key: 'expander',
      expanded: false,
      children: [{ role: 'group', children: [{ role: 'text', name: 'Expanded text' }] }],
    },
  ],
}

export const formWorld: World = {
  screen: { width: 1280, height: 960 },
  applications: [
    {
      name: 'Order form',
      id: 'org.example.OrderForm',
      executable: 'order-form',
      windows: [
        {
          role: 'window',
          name: 'Order form',
          key: 'form',
          bounds: { x: 20, y: 20, width: 900, height: 900 },
          children: [
            {
              role: 'menubar',
              children: [
                {
                  role: 'menuitem',
                  name: 'File',
                  key: 'menu File',
                  expanded: false,
                  children: [
                    {
                      role: 'menuitem',
                      name: 'Open',
                      key: 'menu Open',
                      shortcut: 'Control+o',
                      on: { press: [says('Opened')] },
                    },
                    { role: 'menuitem', name: 'Quit', key: 'menu Quit', on: { press: [{ exit: true }] } },
                  ],
                },
              ],
            },
            {
              role: 'tablist',
              children: [
                { role: 'tab', name: 'General', key: 'tab General', selected: true, controls: 'general' },
                { role: 'tab', name: 'Advanced', key: 'tab Advanced', controls: 'advanced' },
              ],
            },
            general,
            {
              role: 'tabpanel',
              name: 'Advanced',
              key: 'advanced',
              visible: false,
              children: [
                button('Reset', [says('Reset')]),
                button('Count', [], { key: 'button Count advanced' }),
                button('Undo', [], { key: 'button Undo 1' }),
                button('Undo', [], { key: 'button Undo 2' }),
              ],
            },
            {
              role: 'list',
              name: 'Items',
              bounds: { x: 640, y: 400, width: 240, height: 300 },
              children: Array.from({ length: 200 }, (_, index) => ({
                role: 'listitem' as const,
                name: `Item ${index}`,
                key: `item Item ${index}`,
                selected: false,
              })),
            },
            { role: 'text', name: 'Ready', key: 'status', bounds: { x: 24, y: 890, width: 880, height: 24 } },
          ],
        },
      ],
    },
  ],
}

/** What the simulated form received, in the words of the real one. */
export function formEvents(received: readonly Received[]): FormEvent[] {
  const checked: Record<string, boolean> = { Accept: false, Bold: false, Small: true, Large: false }
  let expanded = false
  return received.flatMap(({ what, key = '', text, length, number }): FormEvent[] => {
    const [kind, ...words] = key.split(' ')
    const name = words.join(' ')
    const acted = ['press', 'select', 'toggle', 'expand', 'collapse'].includes(what)
    if (kind === 'text' && (what === 'setText' || what === 'type')) {
      return [{ event: 'text', name, value: text ?? '*'.repeat(length ?? 0) }]
    }
    if (kind === 'value' && what === 'setValue') return [{ event: 'value', name, value: number }]
    if (!acted) return []
    switch (kind) {
      case 'button':
        return [{ event: 'clicked', name }]
      case 'toggle': {
        const value = name === 'Large' || name === 'Small' ? true : !checked[name]
        checked[name] = value
        return [{ event: 'toggled', name, value }]
      }
      case 'option':
        return [{ event: 'selected', name: 'Country', value: name }]
      case 'item':
        return [{ event: 'selected', name: 'Items', value: name }]
      case 'tab':
        return [{ event: 'tab', value: name }]
      case 'menu':
        return [{ event: 'menu', name }]
      case 'expander':
        expanded = !expanded
        return [{ event: 'expanded', value: expanded }]
      default:
        return []
    }
  })
}
