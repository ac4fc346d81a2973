import { expectUnzipped } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['gnumeric'],
  task: 'type numbers and their sum into a grid without cells, save it under a name',
  launch: () => 'gnumeric',
  async perform({ app, step, look }) {
    const window = app.window()
    await step('type the numbers', async () => (await window).type('12\n30\n'))
    await step('type the sum', async () => (await window).type('=SUM(A1:A2)\n'))
    await look('the table')
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog|has:(role:Button|name:Save)')
    await step('name it', () => dialog.locator('role:TextBox|focused:true').fill('sum.gnumeric'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Window|name:sum.gnumeric*').waitFor())
  },
  judge: (home) => expectUnzipped(home, 'sum.gnumeric', /=SUM\(A1:A2\)/i),
}
