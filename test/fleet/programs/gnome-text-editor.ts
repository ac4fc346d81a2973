import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['gnome-text-editor'],
  task: 'write a note, save it under a name',
  launch: () => 'gnome-text-editor',
  async perform({ app, step, look }) {
    const text = app.locator('role:TextBox|visible:true|first')
    await step('write', () => text.fill('Milk\nBread\n'))
    await step('add a line', () => text.pressSequentially('Tea'))
    const save = await step('ask to save', async () => {
      const opened = app.waitForWindow()
      await (await app.window()).press('Control+s')
      return opened
    })
    await look('Save As')
    const name = save.locator('role:TextBox|name:/^Name:?$/')
    await step('name it', () => name.fill('shopping.txt'))
    await step('save', () => save.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('name:/shopping.txt/|nth:0').waitFor())
  },
  judge: (home) => expectSomewhere(home, '', /^Milk\nBread\nTea\s*$/),
}
