import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['texmaker'],
  task: 'write a document, save it',
  launch: () => 'texmaker',
  async perform({ app, step, look }) {
    await step('ask for a document', () => app.menu('File', 'New').click())
    const text = app.locator('role:TextBox|focused:true')
    await step('write', () => text.pressSequentially('\\section{Engines}'))
    await look('the document')
    await step('ask to save', () => app.menu('File', 'Save As').click())
    const dialog = app.locator('role:Dialog')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:"File name:")|first').fill('engines.tex'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
  },
  judge: (home) => expectSomewhere(home, '', /\\section\{Engines\}/),
}
