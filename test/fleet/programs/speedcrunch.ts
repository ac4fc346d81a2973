import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['speedcrunch'],
  task: 'compute, export the session',
  launch: () => 'speedcrunch',
  async perform({ app, step, look }) {
    const entry = app.locator('role:TextBox|focused:true|editable:true')
    await step('write a sum', () => entry.fill('6*7'))
    await step('compute it', () => entry.press('Enter'))
    await step('see the result', () => app.locator('role:TextBox|value:/42/|first').waitFor())
    await step('ask to export', () => app.menu('Session', 'Export', 'Plain text').click())
    const dialog = app.locator('role:Dialog')
    await look('the file dialog')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:"File name:")|first').fill('session.txt'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
  },
  judge: (home) => expectSomewhere(home, '', /6.7[\s\S]*42/),
}
