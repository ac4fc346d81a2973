import { expectText } from '../../../../test/fleet/judge.ts'

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?>\n<abiword xmlns="http://www.abisource.com/awml.dtd"><section><p>Minutes</p></section></abiword>\n'
const process = 'abiword'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'abiword',
  does: 'write into a canvas in bold, centre it, save',
  packages: ['abiword'],
  prepare: (home) => home.write('minutes.abw', EMPTY),
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'abiword', args: [home.path('minutes.abw')] } },
    { tool: 'get_applications_and_windows_list', input: {} },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:canvas|focused:true', text_to_type: ' of Monday' },
      wrong: 'wrong role for fill',
    },
    { tool: 'press_key', input: { process, selector: 'role:canvas|focused:true', key: 'Control+End' } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Bold' }, told: /pressed/ },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:canvas|focused:true', text_to_type: ' of Monday', clear_before_typing: false },
      fact: { file: 'minutes.abw', holds: /of Monday/, told: /./ },
    },
    {
      tool: 'click_element',
      input: { process, selector: 'role:button|name:Centre' },
      wrong: 'misspelt name',
    },
    {
      tool: 'click_element',
      input: { process, selector: 'role:button|name:Center' },
      fact: { file: 'minutes.abw', holds: /text-align:center/, told: /pressed/ },
    },
    {
      tool: 'select_option',
      input: { process, selector: 'role:combobox|name:12', option_name: '13' },
      wrong: 'option that does not exist',
    },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Undo' }, told: /pressed|Center|Redo/ },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Redo' }, told: /pressed|Center|Redo/ },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:File' } },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:Save|visible:true' } },
    { tool: 'validate_element', input: { process, selector: 'role:button|name:Save' } },
  ],
  judge: (home) => expectText(home, 'minutes.abw', /font-weight:bold[^>]*> of Monday/),
}
