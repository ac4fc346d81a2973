import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['qpdfview'],
  task: 'change two preferences',
  launch: () => 'qpdfview',
  async perform({ app, step, look }) {
    await step('ask for settings', () => app.menu('Edit', 'Settings…').click())
    const dialog = app.locator('role:Dialog|name:/Settings/')
    await look('the settings')
    await step('refresh automatically', () =>
      dialog.locator('role:CheckBox|rightof:(name:"Auto-refresh:")|first').check(),
    )
    await step('keep recently used', () =>
      dialog.locator('role:CheckBox|rightof:(name:"Track recently used:")|first').check(),
    )
    await step('open the graphics', () => dialog.locator('role:Tab|name:Graphics').select())
    await step('accept', () => dialog.locator('role:Button|name:OK').click())
    await step('quit', () => app.menu('File', 'Exit').click())
  },
  judge: (home) => expectText(home, '.config/qpdfview/qpdfview.conf', /autoRefresh=true[\s\S]*trackRecentlyUsed=true/),
}
