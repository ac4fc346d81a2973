import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['designer-qt6'],
  task: 'create a dialog, save it',
  launch: () => '/usr/lib/qt6/bin/designer',
  async perform({ app, step, look }) {
    const form = app.locator('role:Dialog|name:/New Form/')
    await step('choose a dialog', () => form.locator('name:"Dialog without Buttons"').select())
    await look('New Form')
    await step('create it', () => form.locator('role:Button|name:Create').click())
    await step('see its class', () => app.locator('name:QDialog|first').waitFor())
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const save = app.locator('role:Dialog|name:/Save/')
    await step('name it', () => save.locator('role:TextBox|rightof:(name:"File name:")|first').fill('order.ui'))
    await step('save', () => save.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('name:/order\\.ui/|first').waitFor())
  },
  judge: (home) => expectSomewhere(home, '', /<class>Dialog<\/class>[\s\S]*class="QDialog"/),
}
