import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['osmo'],
  task: 'create a task with a priority',
  launch: () => 'osmo',
  async perform({ app, step, look }) {
    await step('open the tasks', () => app.locator('role:Tab|name:Tasks').select())
    await step('ask for a task', () => app.locator('role:Button|name:"New task"').click())
    const dialog = app.locator('role:Window|name:"Add task"')
    await look('Add task')
    await step('say what', () =>
      dialog.locator('role:TextBox|rightof:(name:"Summary:")|first').fill('Write to Babbage'),
    )
    await step('say how urgent', () => dialog.locator('role:ComboBox|rightof:(name:"Priority:")').selectOption('High'))
    await step('describe it', () =>
      dialog.locator('role:TextBox|below:(name:"Description:")|first').fill('About the engine'),
    )
    await step('accept', () => dialog.locator('role:Button|name:OK').click())
    await step('see it', () => app.locator('role:Cell|name:/Write to Babbage/').waitFor())
    await step('quit', () => app.quit())
  },
  judge: (home) => expectSomewhere(home, '.local/share/osmo', /Write to Babbage/),
}
