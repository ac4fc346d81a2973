import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'pcmanfm'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'pcmanfm',
  does: 'rename a file by its context menu',
  packages: ['pcmanfm', 'libatk-adaptor'],
  environment: { GTK_MODULES: 'gail:atk-bridge' },
  prepare: (home) => {
    home.write('files/draft.txt', 'Dear Ada')
    home.write('files/notes.txt', 'Tea')
  },
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'pcmanfm', args: [home.path('files')] } },
    { tool: 'get_window_tree', input: { process } },
    { tool: 'click_element', input: { process, selector: 'name:drafts.txt' }, wrong: 'misspelt name' },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:Rename...|visible:true' },
      wrong: 'entry of a closed menu',
    },
    { tool: 'click_element', input: { process, selector: 'name:draft.txt', click_type: 'right' }, told: /Rename/ },
    {
      tool: 'click_element',
      input: { process, selector: 'role:menuitem|name:Rename...|visible:true' },
      told: /dialog|window/,
    },
    { tool: 'get_window_tree', input: { process, window_selector: 'role:dialog' } },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:dialog >> role:textbox', text_to_type: 'final.txt' },
    },
    {
      tool: 'click_element',
      input: { process, selector: 'role:dialog >> role:button|name:/OK|Rename/' },
      fact: { file: 'files/final.txt', holds: /Dear Ada/, told: /final\.txt/ },
    },
    {
      tool: 'get_window_tree',
      input: { process, window_selector: 'role:dialog|name:"Confirm File Replacing"' },
      wrong: 'window that does not exist',
    },
    { tool: 'validate_element', input: { process, selector: 'name:final.txt' } },
    { tool: 'press_key_global', input: { process, key: 'Control+q' } },
    { tool: 'get_window_tree', input: { process }, wrong: 'program that has ended' },
  ],
  judge: (home) => expectText(home, 'files/final.txt', 'Dear Ada'),
}
