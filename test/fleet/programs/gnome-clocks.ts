import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['gnome-clocks'],
  task: 'set a timer, create an alarm',
  environment: { GSETTINGS_BACKEND: 'keyfile' },
  launch: () => 'gnome-clocks',
  async perform({ app, step, look }) {
    await step('open the alarms', () => app.locator('role:Tab|name:Alarms|visible:true').select())
    await step('ask for an alarm', () => app.locator('role:Button|name:"Add Alarm"').click())
    const dialog = await step('see its dialog', () => app.window('name:"New Alarm"'))
    await look('New Alarm')
    await step('name it', () => dialog.locator('role:TextBox|name:Name').fill('Tea'))
    await step('repeat it on Mondays', () => dialog.locator('role:Button|name:M').click())
    await step('add it', () => dialog.locator('role:Button|name:Add').click())
    await step('see it', () => app.locator('name:Tea|first').waitFor())
  },
  judge: (home) => expectText(home, '.config/glib-2.0/settings/keyfile', /alarms=.*Tea/),
}
