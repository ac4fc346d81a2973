import { gunzipSync } from 'node:zlib'
import { expectUnzipped } from '../../../../test/fleet/judge.ts'

const process = 'gnumeric'
const text = (home, file) => {
  const bytes = home.read(file)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'gnumeric',
  does: 'type numbers and their sum into a grid that has no cells, save it under a name',
  packages: ['gnumeric'],
  calls: () => [
    { tool: 'open_application', input: { app_name: 'gnumeric' } },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:cell|name:A1', text_to_type: '12' },
      wrong: 'misspelt name',
    },
    {
      tool: 'type_into_element',
      input: {
        process,
        selector: 'role:group|focused:true',
        text_to_type: '12{Enter}',
        clear_before_typing: false,
      },
      fact: { file: 'sum.gnumeric', holds: />12</, told: /12/, text },
    },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:group|focused:true', text_to_type: '30{Enter}', clear_before_typing: false },
      fact: { file: 'sum.gnumeric', holds: />30</, told: /30/, text },
    },
    {
      tool: 'type_into_element',
      input: {
        process,
        selector: 'role:group|focused:true',
        text_to_type: '=SUM(A1:A2)',
        clear_before_typing: false,
      },
      fact: { file: 'sum.gnumeric', holds: /=SUM\(A1:A2\)/i, told: /SUM\(A1:A2\)/i, text },
    },
    { tool: 'press_key_global', input: { process, key: 'Enter' } },
    {
      tool: 'select_option',
      input: { process, selector: 'role:combobox|description:Zoom', option_name: '110%' },
      wrong: 'option that does not exist',
    },
    { tool: 'press_key_global', input: { process, key: 'Control+Shift+F9' }, wrong: 'key that no program takes' },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:File' } },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:"Save As"' }, told: /dialog/ },
    { tool: 'get_window_tree', input: { process, window_selector: 'role:dialog', tree_max_tokens: 1000 } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Bold' }, wrong: 'covered element' },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:dialog >> role:textbox|focused:true', text_to_type: 'sum.gnumeric' },
    },
    { tool: 'click_element', input: { process, selector: 'role:dialog >> role:button|name:Save' } },
    { tool: 'wait_for_element', input: { process, selector: 'role:window|name:sum.gnumeric*' } },
  ],
  judge: (home) => expectUnzipped(home, 'sum.gnumeric', /=SUM\(A1:A2\)/i),
}
