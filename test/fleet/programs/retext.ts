import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['retext'],
  task: 'write a document, export it as a page',
  launch: () => 'retext',
  async perform({ app, step, look }) {
    const text = app.locator('role:TextBox|focused:true')
    await step('write a heading', () => text.pressSequentially('# Engines\n\nThe mill turns.'))
    await step('ask to export', () => app.menu('File', 'Export', 'HTML').click())
    const dialog = app.locator('role:Dialog')
    await look('the file dialog')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:"File name:")|first').fill('engines.html'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see the dialog gone', () => dialog.waitFor({ state: 'hidden' }))
  },
  judge: (home) => expectSomewhere(home, '', /<h1.*>Engines<\/h1>/),
}
