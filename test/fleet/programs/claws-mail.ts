import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['claws-mail'],
  task: 'set up an account by its assistant',
  launch: () => 'claws-mail',
  async perform({ app, step, look }) {
    const wizard = app.locator('role:Dialog|name:"Claws Mail Setup Wizard"')
    const next = wizard.locator('role:Button|name:Next')
    const field = (label: string) =>
      wizard.locator(`role:TextBox|rightof:(role:Text|name:"${label}")|visible:true|first`)
    await step('begin', () => next.click())
    await step('give a name', () => field('Your name:').fill('Ada Lovelace'))
    await step('give an address', () => field('Your email address:').fill('ada@example.org'))
    await look('About You')
    await step('go on', () => next.click())
    await step('name the server', () => field('Server address:').fill('mail.example.org'))
    await step('name the user', () => field('Username:').fill('ada'))
    await step('go on to sending', () => next.click())
    await step('name the sending server', () => field('SMTP server address:').fill('smtp.example.org'))
    await step('go on to the mailbox', () => next.click())
    await step('go on to the end', () => next.click())
    await step('save', () => wizard.locator('role:Button|name:Save').click())
    await step('see the main window', () => app.locator('role:Window|name:/Claws Mail/').waitFor())
  },
  judge: (home) => expectText(home, '.claws-mail/accountrc', /name=Ada Lovelace[\s\S]*smtp_server=smtp.example.org/),
}
