import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'kate'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'kate',
  does: 'replace by a regular expression everywhere, save',
  packages: ['kate'],
  prepare: (home) => home.write('prices.txt', 'tea 12 EUR\nbread 3 EUR\n'),
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'kate', args: [home.path('prices.txt')] } },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:Replace|visible:true' },
      wrong: 'entry of a closed menu',
    },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:Edit' } },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:Replace...' }, told: /Find:/ },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:textbox|name:Find:', text_to_type: '([0-9]+) EUR' },
      wrong: 'wrong role for fill',
    },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:combobox|name:Find:', text_to_type: '([0-9]+) EUR' },
    },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:combobox|name:Replace:', text_to_type: 'EUR \\1' },
    },
    {
      tool: 'select_option',
      input: {
        process,
        selector: 'role:combobox|has:(name:"Regular expression")',
        option_name: 'Regex',
      },
      wrong: 'option that does not exist',
    },
    {
      tool: 'select_option',
      input: {
        process,
        selector: 'role:combobox|has:(name:"Regular expression")',
        option_name: 'Regular expression',
      },
    },
    {
      tool: 'click_element',
      input: { process, selector: 'role:button|name:"Replace All"' },
      fact: { file: 'prices.txt', holds: /tea EUR 12/, told: /EUR 12/ },
    },
    { tool: 'press_key_global', input: { process, key: 'Control+s' } },
    { tool: 'validate_element', input: { process, selector: 'role:textbox|name:prices.txt' } },
    { tool: 'press_key_global', input: { process, key: 'Control+q' } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Save' }, wrong: 'program that has ended' },
  ],
  judge: (home) => expectText(home, 'prices.txt', 'tea EUR 12\nbread EUR 3'),
}
