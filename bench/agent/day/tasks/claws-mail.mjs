import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'claws-mail'
const wizard = 'role:dialog|name:"Claws Mail Setup Wizard"'
const next = { tool: 'click_element', input: { process, selector: 'role:button|name:Next' } }
const field = (label) => `${wizard} >> role:textbox|rightof:(role:text|name:"${label}")|visible:true|first`
const fill = (label, text_to_type, holds) => ({
  tool: 'type_into_element',
  input: { process, selector: field(label), text_to_type },
  fact: { file: '.claws-mail/accountrc', holds, told: new RegExp(text_to_type) },
})

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'claws-mail',
  does: 'set up an account by its assistant',
  packages: ['claws-mail'],
  calls: () => [
    { tool: 'open_application', input: { app_name: 'claws-mail' } },
    { tool: 'get_window_tree', input: { process } },
    next,
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:text|name:"Your name:"', text_to_type: 'Ada Lovelace' },
      wrong: 'wrong role for fill',
    },
    fill('Your name:', 'Ada Lovelace', /name=Ada Lovelace/),
    fill('Your email address:', 'ada@example.org', /address=ada@example.org/),
    next,
    { tool: 'click_element', input: { process, selector: 'role:button|name:Save' }, wrong: 'disabled element' },
    fill('Server address:', 'mail.example.org', /receive_server=mail.example.org/),
    fill('Username:', 'ada', /user_id=ada/),
    next,
    fill('SMTP server address:', 'smtp.example.org', /smtp_server=smtp.example.org/),
    next,
    next,
    { tool: 'click_element', input: { process, selector: 'role:button|name:Save' }, told: /Claws Mail/ },
    {
      tool: 'click_element',
      input: (said) => ({ process, selector: `ref:${said.find(/"Cancel" (e\d+)/)}` }),
      wrong: 'stale reference',
    },
    { tool: 'get_applications_and_windows_list', input: { process } },
  ],
  judge: (home) => expectText(home, '.claws-mail/accountrc', /name=Ada Lovelace[\s\S]*smtp_server=smtp.example.org/),
}
