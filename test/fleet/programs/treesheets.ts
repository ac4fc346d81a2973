import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['treesheets'],
  task: 'search and replace in a sheet, save it under a name',
  launch: () => 'treesheets',
  async perform({ app, step, look }) {
    // It keeps a copy beside its example, outside of the home, which a run that ended early leaves.
    const question = app.locator('role:Alert|name:Question')
    await app.waitForIdle()
    if (await question.isVisible()) await step('leave the copy', () => question.locator('role:Button|name:No').click())
    await step('say what', () => app.locator('role:TextBox|rightof:(name:Search)|first').fill('TreeSheets'))
    await step('say by what', () => app.locator('role:TextBox|rightof:(name:Replace)|first').fill('Engine'))
    await step('replace all', () => app.menu('Search', 'Replace All').click())
    await look('the sheet')
    await step('ask to export', () => app.menu('File', 'Export view as', 'XML…').click())
    const dialog = app.locator('role:Dialog|has:(role:Button|name:Save)|first')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:/^Name:?$/)|first').fill('sheet.xml'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
  },
  judge: (home) => expectSomewhere(home, '', /<cell[\s\S]*Engine/),
}
