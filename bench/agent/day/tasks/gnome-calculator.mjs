import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'gnome-calculator'
const key = (name) => ({ tool: 'click_element', input: { process, selector: `role:button|name:${name}` } })

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'gnome-calculator',
  does: 'compute, change to advanced mode, have the mode kept',
  packages: ['gnome-calculator'],
  environment: { GSETTINGS_BACKEND: 'keyfile' },
  calls: () => [
    { tool: 'open_application', input: { app_name: 'gnome-calculator' } },
    { tool: 'get_window_tree', input: { process } },
    key('6'),
    { ...key('x'), wrong: 'misspelt name' },
    key('×'),
    key('7'),
    { ...key('='), told: /42/ },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:textbox', text_to_type: '1' },
      wrong: 'ambiguous name',
    },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Basic' }, told: /Advanced/ },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitemradio|name:Advanced' },
      fact: { file: '.config/glib-2.0/settings/keyfile', holds: /button-mode='advanced'/, told: /Advanced/ },
    },
    { tool: 'validate_element', input: { process, selector: 'role:button|name:Advanced' } },
    {
      tool: 'click_element',
      input: { process, window_selector: 'role:window|name:Preferences', selector: 'role:button|name:Close' },
      wrong: 'window that does not exist',
    },
    { tool: 'press_key_global', input: { process, key: 'Control+q' } },
  ],
  judge: (home) => expectText(home, '.config/glib-2.0/settings/keyfile', /button-mode='advanced'/),
}
