import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['kcalc'],
  task: 'compute, change to science mode, have the mode kept',
  launch: () => 'kcalc',
  async perform({ app, step, look }) {
    for (const key of ['6', '×', '7', '='])
      await step(`press ${key}`, () => app.locator(`role:Button|name:"${key}"`).click())
    await step('see the result', () => app.locator('name:42|first').waitFor())
    await step('change to science mode', () => app.menu('Settings', 'Science Mode').click())
    await step('see its keys', () => app.locator('role:Button|name:Sin').waitFor())
    await look('science mode')
    await step('quit', () => app.menu('File', 'Quit').click())
  },
  judge: (home) => expectText(home, '.config/kcalcrc', /CalculatorMode=science/i),
}
