import { expectText } from '../../../test/fleet/judge.ts'

const process = 'gnumeric'
const write = (text_to_type) => ({
  tool: 'type_into_element',
  input: { process, selector: 'role:group|focused:true', text_to_type, clear_before_typing: false },
})
const click = (selector, more = {}) => ({ tool: 'click_element', input: { process, selector, ...more } })

/** @type {import('../day/replay.mjs').Task} */
export const task = {
  program: 'gnumeric, as CSV',
  does: 'type a table, export it as CSV',
  packages: ['gnumeric'],
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'gnumeric' } },
    { tool: 'get_window_tree', input: { process } },
    ...['Item{Tab}', 'Price{Enter}', 'Pen{Tab}', '2.5{Enter}', 'Ink{Tab}', '4{Enter}'].map(write),
    click('role:menu|name:Data'),
    click('role:menuitem|name:"Export as CSV"'),
    click('role:menu|name:"Export Data"'),
    click('role:menuitem|name:"Export as CSV File…"'),
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:dialog >> role:textbox|focused:true', text_to_type: home.path('prices.csv') },
    },
    click('role:dialog >> role:button|name:Save', { verify_element_not_exists: 'role:dialog' }),
  ],
  judge: (home) => expectText(home, 'prices.csv', /^Item,Price\r?\nPen,2\.5\r?\nInk,4/),
}
