import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['passwordsafe'],
  task: 'create a database of passwords',
  launch: () => 'pwsafe',
  async perform({ app, step, look }) {
    await step('ask for a new one', () => app.locator('role:Button|name:"New…"').click())
    const save = app.locator('role:Dialog|has:(role:Button|name:Save)|first')
    await look('the file dialog')
    await step('name it', () => save.locator('role:TextBox|rightof:(name:/^Name:?$/)|first').fill('keys.psafe3'))
    await step('save', () => save.locator('role:Button|name:Save').click())
    const combination = app.locator('name:/New Safe Combination|Safe Combination Setup/')
    await step('give a combination', () => combination.locator('role:TextBox|nth:0').fill('Correct-Horse-7'))
    await step('repeat it', () => combination.locator('role:TextBox|nth:1').fill('Correct-Horse-7'))
    await step('accept', () => combination.locator('role:Button|name:OK').click())
    await step('see it', () => app.locator('role:Menu|name:File').waitFor())
  },
  judge: (home) =>
    eventually(() => {
      const file = home.list().find((name) => name.endsWith('keys.psafe3'))
      if (file === undefined) throw new Error('there is no keys.psafe3')
      if (!home.text(file).startsWith('PWS3')) throw new Error(`${file} is no Password Safe`)
    }),
}
