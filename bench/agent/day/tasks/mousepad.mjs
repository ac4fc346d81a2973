import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'mousepad'
const dialog = 'role:dialog|name:"Find and Replace"'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'mousepad',
  does: 'replace a name in a letter, add a line, save',
  packages: ['mousepad'],
  prepare: (home) => home.write('letter.txt', 'Dear Mr Babbage,\nMr Babbage is invited.\n'),
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'mousepad', args: ['--disable-server', home.path('letter.txt')] } },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:"Find & Replace"' },
      wrong: 'misspelt name',
    },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:Search' } },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:"Find and Replace"' },
      told: /Find and Replace/,
    },
    { tool: 'get_window_tree', input: { process, window_selector: dialog } },
    {
      tool: 'type_into_element',
      input: { process, selector: `${dialog} >> role:textbox`, text_to_type: 'Babbage' },
      wrong: 'ambiguous name',
    },
    {
      tool: 'type_into_element',
      input: {
        process,
        selector: `${dialog} >> role:textbox|rightof:(name:"Search for:")|first`,
        text_to_type: 'Babbage',
      },
    },
    {
      tool: 'type_into_element',
      input: {
        process,
        selector: `${dialog} >> role:textbox|rightof:(name:"Replace with:")|first`,
        text_to_type: 'Lovelace',
      },
    },
    {
      tool: 'set_selected',
      input: { process, selector: `${dialog} >> role:checkbox|name:"Replace all in:"`, state: true },
    },
    {
      tool: 'click_element',
      input: { process, selector: `${dialog} >> role:button|name:"Replace All"` },
      fact: { file: 'letter.txt', holds: /Mr Lovelace is invited/, told: /Lovelace/ },
    },
    { tool: 'click_element', input: { process, selector: `${dialog} >> role:button|name:Close` } },
    { tool: 'press_key', input: { process, selector: 'role:textbox|visible:true', key: 'Control+End' } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:textbox|visible:true', text_to_type: 'Yours, Ada', clear_before_typing: false },
      fact: { file: 'letter.txt', holds: /Yours, Ada/, told: /Yours, Ada/ },
    },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:"Save All"|visible:true' },
      wrong: 'entry of a closed menu',
    },
    { tool: 'press_key_global', input: { process, key: 'Control+s' } },
    { tool: 'press_key_global', input: { process, key: 'Control+q' } },
    { tool: 'get_window_tree', input: { process }, wrong: 'program that has ended' },
  ],
  judge: (home) => expectText(home, 'letter.txt', 'Dear Mr Lovelace,\nMr Lovelace is invited.\nYours, Ada'),
}
