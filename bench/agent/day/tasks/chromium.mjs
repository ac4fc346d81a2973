import { expectReceived } from '../../../../test/fleet/judge.ts'
import { chromium, ORDER } from '../../../../test/fleet/pages.ts'

const process = 'chromium'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'chromium',
  does: 'fill in and send a form',
  packages: ['chromium'],
  prepare: (home) => home.serve(ORDER),
  calls: (home) => {
    const { command, args } = chromium(home)
    return [
      { tool: 'open_application', input: { app_name: command, args, timeout_ms: 60_000 } },
      { tool: 'wait_for_element', input: { process, selector: 'role:heading|name:Order', timeout_ms: 20_000 } },
      { tool: 'get_window_tree', input: { process } },
      {
        tool: 'type_into_element',
        input: { process, selector: 'role:textbox|name:Nmae', text_to_type: 'Ada Lovelace' },
        wrong: 'misspelt name',
      },
      {
        tool: 'type_into_element',
        input: { process, selector: 'role:textbox|name:Name', text_to_type: 'Ada Lovelace' },
        told: /Ada Lovelace/,
      },
      {
        tool: 'select_option',
        input: { process, selector: 'role:combobox|name:Colour', option_name: 'Purple' },
        wrong: 'option that does not exist',
      },
      {
        tool: 'select_option',
        input: { process, selector: 'role:combobox|name:Colour', option_name: 'Green' },
        told: /Green/,
      },
      {
        tool: 'set_selected',
        input: { process, selector: 'role:checkbox|name:"It is a gift"', state: true },
        told: /checked/,
      },
      { tool: 'set_selected', input: { process, selector: 'role:radio|name:Large', state: true }, told: /checked/ },
      { tool: 'click_element', input: { process, selector: 'role:button|name:Close' }, wrong: 'ambiguous name' },
      {
        tool: 'type_into_element',
        input: { process, selector: 'role:textbox|name:Remarks', text_to_type: 'By noon, please.' },
        told: /By noon, please\./,
      },
      {
        tool: 'press_key',
        input: { process, selector: 'role:textbox|name:Remarks', key: 'F8' },
        wrong: 'key that no program takes',
      },
      {
        tool: 'click_element',
        input: {
          process,
          selector: 'role:button|name:"Send order"',
          verify_element_exists: 'role:heading|name:"Thank you"',
        },
      },
      {
        tool: 'click_element',
        input: (said) => ({ process, selector: `ref:${said.find(/"Send order" (e\d+)/)}` }),
        wrong: 'stale reference',
      },
      { tool: 'validate_element', input: { process, selector: 'role:heading|name:"Thank you"' } },
    ]
  },
  judge: (home) =>
    expectReceived(home, {
      name: 'Ada Lovelace',
      colour: 'Green',
      gift: 'yes',
      size: 'L',
      remarks: 'By noon, please.',
    }),
}
