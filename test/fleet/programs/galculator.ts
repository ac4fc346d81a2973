import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['galculator'],
  task: 'change to scientific mode, compute, have the mode kept',
  // It makes no ~/.config, and keeps nothing where there is none.
  prepare: (home) => home.write('.config/user-dirs.locale', 'C'),
  launch: () => 'galculator',
  async perform({ app, step }) {
    await step('change to scientific mode', () => app.menu('View', 'Scientific Mode').click())
    for (const key of ['9', 'x^2', '+', '6', '='])
      await step(`press ${key}`, () => app.locator(`role:Button|name:"${key}"`).click())
    await step('read the result', () => app.locator('role:TextBox|value:87*').waitFor())
    await step('open About', () => app.menu('Help', 'About').click())
    await step('close About', () => app.locator('role:Dialog >> role:Button|name:Close').click())
    await step('quit', () => app.menu('File', 'Quit').click())
  },
  judge: (home) => expectText(home, '.config/galculator/galculator.conf', /mode=1/),
}
