import { PNG } from 'pngjs'
import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['kolourpaint'],
  task: 'resize a picture by a dialog with spin boxes, save it',
  prepare: (home) => home.write('square.png', PNG.sync.write(new PNG({ width: 40, height: 40 }))),
  launch: (home) => ({ command: 'kolourpaint', args: [home.path('square.png')] }),
  async perform({ app, step, look }) {
    await step('open Resize / Scale', () => app.menu('Image', 'Resize / Scale…').click())
    const dialog = app.locator('role:Dialog|name:/Resize/')
    await look('Resize / Scale')
    await step('do not keep the proportions', () => dialog.locator('role:CheckBox|name:/Keep aspect/').uncheck())
    await step('say how wide', () => dialog.locator('role:SpinButton|name:"New:"').fill('64'))
    await step('confirm', () => dialog.locator('role:Button|name:OK').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) =>
    eventually(() => {
      const { width, height } = PNG.sync.read(home.read('square.png'))
      if (width !== 64 || height !== 40) throw new Error(`the picture is ${width} × ${height}, not 64 × 40`)
    }),
}
