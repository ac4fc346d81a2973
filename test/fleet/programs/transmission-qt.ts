import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['transmission-qt'],
  task: 'limit the speed in the preferences',
  launch: () => 'transmission-qt',
  async perform({ app, step, look }) {
    await step('agree to its notice', () => app.locator('role:Alert >> role:Button|name:"I Agree"').click())
    await step('ask for preferences', () => app.menu('Edit', 'Preferences').click())
    const dialog = app.locator('role:Dialog|name:/Preferences/')
    await look('the preferences')
    await step('open the speeds', () => dialog.locator('role:Tab|name:Speed').select())
    await step('limit the upload', () => dialog.locator('role:CheckBox|name:/^Upload/').check())
    await step('say to how much', () =>
      dialog.locator('role:SpinButton|rightof:(role:CheckBox|name:/^Upload/)|first').setValue(42),
    )
    await look('the speeds')
    await step('close', () => dialog.locator('role:Button|name:Close').click())
    await step('quit', () => app.menu('File', 'Quit').click())
  },
  judge: (home) => expectSomewhere(home, '.config', /"speed-limit-up": 42,\s*"speed-limit-up-enabled": true/),
}
