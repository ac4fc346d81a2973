import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'galculator'
const key = (name) => ({ tool: 'click_element', input: { process, selector: `role:button|name:"${name}"` } })

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'galculator',
  does: 'compute in scientific mode, have the mode kept',
  packages: ['galculator'],
  // It makes no ~/.config, and keeps nothing where there is none.
  prepare: (home) => home.write('.config/user-dirs.locale', 'C'),
  calls: () => [
    { tool: 'open_application', input: { app_name: 'galculator' } },
    { tool: 'get_window_tree', input: { process } },
    { ...key('x^2'), wrong: 'misspelt name' },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:View' } },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitemradio|name:"Scientific Mode"' },
      fact: { file: '.config/galculator/galculator.conf', holds: /mode=1/, told: /x\^2|sin|cos/ },
    },
    key('9'),
    key('x^2'),
    key('+'),
    key('6'),
    { ...key('='), told: /87/ },
    { tool: 'validate_element', input: { process, selector: 'role:textbox' } },
    {
      tool: 'set_selected',
      input: { process, selector: 'role:menu|name:View', state: true },
      wrong: 'wrong role for a check',
    },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:Help' } },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:About' }, told: /dialog/ },
    { ...key('7'), wrong: 'covered element' },
    { tool: 'click_element', input: { process, selector: 'role:dialog >> role:button|name:Close' } },
    { tool: 'press_key_global', input: { process, key: 'Control+q' } },
    { ...key('7'), wrong: 'program that has ended' },
  ],
  judge: (home) => expectText(home, '.config/galculator/galculator.conf', /mode=1/),
}
