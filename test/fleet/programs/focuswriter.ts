import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['focuswriter'],
  task: 'write a story, save it under a name',
  launch: () => 'focuswriter',
  async perform({ app, step, look }) {
    const text = app.locator('role:TextBox|focused:true')
    // It shows its window before it has loaded, and takes no keys until then.
    await step('wait until it has loaded', () => app.waitForIdle())
    await step('write', () => text.pressSequentially('The mill turns.'))
    await step('see it counted', () => app.locator('name:"Words: 3"').waitFor())
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog')
    await look('the file dialog')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:"File name:")|first').fill('mill.txt'))
    await step('choose plain text', () =>
      dialog.locator('role:ComboBox|rightof:(name:"Files of type:")|first').selectOption('Plain Text (*.txt *.text)'),
    )
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Tab|name:/mill/').waitFor())
  },
  judge: (home) => expectSomewhere(home, '', /^The mill turns\.\s*$/),
}
