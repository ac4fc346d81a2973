import { task as account } from '../day/tasks/claws-mail.mjs'

const process = 'claws-mail'
const window_selector = 'role:window|name:/Compose/'
const click = (selector) => ({ tool: 'click_element', input: { process, selector } })
const fill = (selector, text_to_type) => ({
  tool: 'type_into_element',
  input: { process, window_selector, selector, text_to_type },
})

/** @type {import('../day/replay.mjs').Task} */
export const task = {
  program: 'claws-mail, a draft',
  does: 'set up an account, write a letter, keep it as a draft',
  packages: ['claws-mail'],
  calls: (home) => [
    ...account.calls(home).filter(({ wrong }) => wrong === undefined),
    click('role:menu|name:Message'),
    click('role:menuitem|name:"Compose an email message…"'),
    // It has no dictionary here.
    click('role:window|name:Error >> role:button|name:Close'),
    { tool: 'get_window_tree', input: { process, window_selector } },
    fill('role:textbox|name:Subject', 'Engines'),
    fill('role:textbox|rightof:(name:"Subject:")|first', 'Engines'),
    fill('role:tab|name:Header >> role:textbox|first', 'grace@example.org'),
    fill('role:textbox|last', 'Dear Grace, it computes.'),
    click('role:window|name:/Compose/ >> role:button|name:Draft'),
  ],
  judge(home) {
    const [draft] = home.list('Mail/draft').filter((name) => /^\d+$/.test(name))
    const text = draft === undefined ? '' : home.text(`Mail/draft/${draft}`)
    for (const part of ['To: grace@example.org', 'Subject: Engines', 'it computes']) {
      if (!text.includes(part)) throw new Error(`${part} is not in the draft: ${text.slice(-300)}`)
    }
  },
}
