import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['qt6ct'],
  task: 'change the style and an effect, apply them',
  launch: () => 'qt6ct',
  async perform({ app, step, look }) {
    await step('choose a style', () =>
      app.locator('role:ComboBox|rightof:(name:"Style:")|first').selectOption('Windows'),
    )
    await step('open the interface', () => app.locator('role:Tab|name:Interface').select())
    await look('the interface')
    await step('open the appearance', () => app.locator('role:Tab|name:Appearance').select())
    await step('choose a palette', () => app.locator('role:Radio|name:Custom').check())
    await step('apply', () => app.locator('role:Button|name:Apply').click())
    await step('accept', () => app.locator('role:Button|name:OK').click())
  },
  judge: (home) => expectText(home, '.config/qt6ct/qt6ct.conf', /custom_palette=true[\s\S]*style=Windows/),
}
