import { expectUnzipped } from '../../../../test/fleet/judge.ts'

const process = 'xournalpp'

/** @type {import('../replay.mjs').Task} */
export const task = {
  program: 'xournalpp',
  does: 'add a page, save under a name',
  packages: ['xournalpp'],
  calls: () => [
    { tool: 'open_application', input: { app_name: 'xournalpp' } },
    { tool: 'get_window_tree', input: { process } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:"Add page"' }, wrong: 'misspelt name' },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Menu' } },
    { tool: 'press_key_global', input: { process, key: 'Escape' } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:"Insert page"' }, told: /of 2/ },
    { tool: 'wait_for_element', input: { process, selector: 'role:text|name:"of 2"' } },
    { tool: 'press_key_global', input: { process, key: 'Control+Shift+F7' }, wrong: 'key that no program takes' },
    { tool: 'click_element', input: { process, selector: 'role:menu|name:File' } },
    { tool: 'click_element', input: { process, selector: 'role:menuitem|name:Save|visible:true' }, told: /dialog/ },
    { tool: 'get_window_tree', input: { process, window_selector: 'role:dialog', tree_max_tokens: 1000 } },
    { tool: 'click_element', input: { process, selector: 'role:button|name:Eraser' }, wrong: 'covered element' },
    {
      tool: 'type_into_element',
      input: { process, selector: 'role:dialog >> role:textbox|focused:true', text_to_type: 'sketch.xopp' },
    },
    { tool: 'click_element', input: { process, selector: 'role:dialog >> role:button|name:Save' } },
    { tool: 'wait_for_element', input: { process, selector: 'role:window|name:/sketch/' } },
  ],
  judge: (home) => expectUnzipped(home, 'sketch.xopp', /<page[\s\S]*<page/),
}
