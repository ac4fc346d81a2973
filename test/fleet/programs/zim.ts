import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['zim'],
  task: 'create a notebook, write on a page',
  launch: () => 'zim',
  async perform({ app, step, look }) {
    await step('name the notebook', () => app.locator('role:TextBox|rightof:(name:"Name:")').fill('Engines'))
    await step('say where', () => app.locator('role:TextBox|rightof:(name:"Folder:")').fill('~/Engines'))
    await step('create it', () => app.locator('role:Button|name:OK').click())
    const page = app.locator('role:TextBox|value:/^Home/')
    await step('go to the end', () => page.press('Control+End'))
    await step('write', () => page.pressSequentially('The mill turns.'))
    await look('the page')
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectSomewhere(home, 'Engines', /The mill turns\./),
}
