import { expectText } from '../../../../test/fleet/judge.ts'
import { flat, office } from '../../../../test/fleet/office.ts'

const process = 'soffice.bin'
const cell = (name, text_to_type, holds, told) => ({
  tool: 'type_into_element',
  input: { process, selector: `role:cell|name:${name}`, text_to_type },
  fact: { file: 'sums.fods', holds, told },
})

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'LibreOffice Calc',
  does: 'write numbers and their sum into a table, save',
  packages: ['libreoffice-calc', 'libreoffice-gtk3'],
  prepare: (home) =>
    home.write(
      'sums.fods',
      flat(
        'spreadsheet',
        '<table:table table:name="Sums"><table:table-row><table:table-cell office:value-type="float" office:value="40"><text:p>40</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ),
  calls: (home) => {
    const { command, args } = office(home, 'sums.fods')
    return [
      { tool: 'open_application', input: { app_name: command, args, timeout_ms: 60_000 } },
      { tool: 'wait_for_element', input: { process, selector: 'role:cell|name:A1', timeout_ms: 20_000 } },
      { tool: 'get_window_tree', input: { process } },
      {
        tool: 'type_into_element',
        input: { process, selector: 'role:cell|name:a-2', text_to_type: '2' },
        wrong: 'misspelt name',
      },
      { tool: 'click_element', input: { process, selector: 'role:cell|name:A2' } },
      cell('A2', '2', /office:value="2"/, /"2"/),
      cell('A3', '=A1+A2', /office:value="42"/, /"42"/),
      { tool: 'validate_element', input: { process, selector: 'role:cell|name:A3' } },
      {
        tool: 'get_window_tree',
        input: { process, window_selector: 'role:dialog|name:"Keep Current Format"' },
        wrong: 'window that does not exist',
      },
      { tool: 'press_key_global', input: { process, key: 'Control+s' } },
      { tool: 'press_key_global', input: { process, key: 'Control+q' } },
      { tool: 'get_window_tree', input: { process }, wrong: 'program that has ended' },
    ]
  },
  judge: (home) => expectText(home, 'sums.fods', /office:value="42"/),
}
