import { spawnSync } from 'node:child_process'
import { expectText } from '../../../../test/fleet/judge.ts'

const process = 'file-roller'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'file-roller',
  does: 'take a file out of an archive',
  packages: ['file-roller'],
  prepare: (home) => {
    home.write('letter.txt', 'Dear Ada')
    home.write('list.txt', 'Tea')
    spawnSync('tar', [
      '-cf',
      home.path('letters.tar'),
      '-C',
      home.directory,
      '--remove-files',
      'letter.txt',
      'list.txt',
    ])
  },
  calls: (home) => [
    { tool: 'open_application', input: { app_name: 'file-roller', args: [home.path('letters.tar')] } },
    { tool: 'get_window_tree', input: { process } },
    {
      tool: 'set_selected',
      input: { process, selector: 'role:row|name:letter.txt', state: true },
      wrong: 'misspelt name',
    },
    { tool: 'set_selected', input: { process, selector: 'role:cell|name:letter.txt', state: true }, told: /selected/ },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Extrakt' }, wrong: 'misspelt name' },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Extract' }, told: /Extract/ },
    { tool: 'get_window_tree', input: { process, window_selector: 'role:dialog|name:Extract', tree_max_tokens: 1000 } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Extract' }, wrong: 'ambiguous name' },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Add' }, wrong: 'covered element' },
    {
      tool: 'click_element',
      input: { process, selector: 'role:dialog|name:Extract >> role:button|name:Extract' },
      fact: { file: 'letter.txt', holds: /Dear Ada/, told: /./ },
    },
    { tool: 'wait_for_element', input: { process, selector: 'role:button|name:"Show the Files"' } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Quit' } },
  ],
  judge: (home) => expectText(home, 'letter.txt', 'Dear Ada'),
}
