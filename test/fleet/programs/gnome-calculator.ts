import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['gnome-calculator'],
  task: 'compute, change to advanced mode, have the mode kept',
  environment: { GSETTINGS_BACKEND: 'keyfile' },
  launch: () => 'gnome-calculator',
  async perform({ app, step, look }) {
    for (const key of ['6', '×', '7', '='])
      await step(`press ${key}`, () => app.locator(`role:Button|name:/^(${key} )?${key}$/`).click())
    await step('see the result', () => app.locator('role:TextBox|value:/42/|first').waitFor())
    await look('the result')
    await step('open the modes', () => app.locator('role:Button|name:Basic|first').click())
    await step('choose Advanced', () => app.locator('role:MenuItemRadio|name:Advanced').click())
    await step('see the mode', () => app.locator('role:Button|name:Advanced|first').waitFor())
    await step('close', () => app.quit())
  },
  judge: (home) => expectText(home, '.config/glib-2.0/settings/keyfile', /button-mode='advanced'/),
}
