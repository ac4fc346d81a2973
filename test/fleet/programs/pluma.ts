import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['pluma'],
  task: 'write a note, save it under a name',
  launch: () => 'pluma',
  async perform({ app, step, look }) {
    const text = app.locator('role:TextBox|visible:true|focused:true')
    await step('write', () => text.fill('Milk\nBread\n'))
    await step('add a line', () => text.pressSequentially('Tea'))
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog|name:"Save As…"')
    await look('Save As')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:/^Name:?$/)').fill('shopping.txt'))
    await step('choose the folder', () => dialog.locator('role:ListItem|has:(name:Home)').click())
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Tab|name:shopping.txt').waitFor())
  },
  judge: (home) => expectText(home, 'shopping.txt', 'Milk\nBread\nTea'),
}
