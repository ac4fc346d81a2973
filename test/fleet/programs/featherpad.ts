import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['featherpad'],
  task: 'replace a word everywhere, save',
  prepare: (home) => home.write('list.txt', 'tea\nmilk\ntea\n'),
  launch: (home) => ({ command: 'featherpad', args: [home.path('list.txt')] }),
  async perform({ app, step, look }) {
    await step('ask to replace', () => app.menu('Search', 'Replace').click())
    await step('say what', () => app.locator('role:TextBox|visible:true|rightof:(name:"Find:")|first').fill('tea'))
    await step('say by what', () =>
      app.locator('role:TextBox|visible:true|rightof:(name:"Replace with:")|first').fill('coffee'),
    )
    await look('the replacement')
    await step('replace all', () => app.locator('role:Button|description:/Replace all/').click())
    await step('see that it is', () => app.locator('role:TextBox|value:/coffee\nmilk\ncoffee/').waitFor())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'list.txt', 'coffee\nmilk\ncoffee'),
}
