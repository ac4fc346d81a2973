import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['gnote'],
  task: 'write a note with a title of its own',
  launch: () => 'gnote',
  async perform({ app, step }) {
    await step('ask for a note', () => app.locator('role:Button|name:Add').click())
    const note = app.locator('role:Tab|selected:true >> role:TextBox')
    await step('write it', () => note.fill('Visit\n\nMeet Ada on Sunday.'))
    await step('add a line', () => note.pressSequentially('\nBring tea.'))
    await step('go back to the notes', () => app.locator('role:Tab|name:All').select())
    await step('see it', () => app.locator('role:Cell|name:Visit').waitFor())
  },
  judge: (home) => expectSomewhere(home, '.local/share/gnote', /Visit[\s\S]*Meet Ada on Sunday\.[\s\S]*Bring tea\./),
}
