import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['gpick'],
  task: 'name a colour by its value, have its name',
  launch: () => 'gpick',
  async perform({ app, step }) {
    const value = app.locator('role:TextBox|rightof:(name:"Value:")')
    await step("open the colour's input", () => app.locator('role:Button|name:Input').expand())
    await step('give a colour', () => value.fill('#ff0000'))
    await step('accept it', () => value.press('Enter'))
    await step('add it to the palette', () => app.locator('role:Canvas|nth:0').rightClick())
    await step('choose to add it', () => app.locator('role:MenuItem|name:"Add to palette"').click())
    await step('save the palette', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog|name:/Save/|has:(role:Button|name:Save)|first')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:"Name:")').fill('red.gpl'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
  },
  judge: (home) => expectSomewhere(home, '', /255\s+0\s+0/),
}
