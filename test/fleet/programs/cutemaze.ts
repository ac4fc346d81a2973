import { expectSomewhere } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['cutemaze'],
  task: 'choose a larger maze, have it kept',
  launch: () => '/usr/games/cutemaze',
  async perform({ app, step, look }) {
    await step('ask for a game', () => app.locator('role:Button|name:New').click())
    const dialog = app.locator('role:Dialog')
    await look('the new game')
    await step('choose how many targets', () =>
      dialog.locator('role:SpinButton|rightof:(name:"Targets:")|first').setValue(5),
    )
    await step('choose the size', () => dialog.locator('role:SpinButton|rightof:(name:"Size:")|first').setValue(30))
    await step('accept', () => dialog.locator('role:Button|name:OK').click())
    await step('see the targets', () => app.locator('name:"5 of 5 targets remain"').waitFor())
    await step('quit', () => app.menu('Game', 'Quit').click())
  },
  judge: (home) => expectSomewhere(home, '.config', /Targets=5/),
}
