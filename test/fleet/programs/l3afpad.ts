import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['l3afpad'],
  task: 'replace a word everywhere, save',
  prepare: (home) => home.write('list.txt', 'tea\nmilk\ntea\n'),
  launch: (home) => ({ command: 'l3afpad', args: [home.path('list.txt')] }),
  async perform({ app, step, look }) {
    await step('ask to replace', () => app.menu('Search', 'Replace…').click())
    const dialog = app.locator('role:Dialog|name:Replace')
    // Its button is enabled by what is typed, not by a text that is set.
    await step('say what', () => dialog.locator('role:TextBox|rightof:(name:"Find what:")').pressSequentially('tea'))
    await step('say by what', () => dialog.locator('role:TextBox|rightof:(name:"Replace with:")').fill('coffee'))
    await step('all at once', () => dialog.locator('role:CheckBox|name:"Replace all at once"').check())
    await look('Replace')
    await step('replace', () => dialog.locator('role:Button|name:"Find and Replace"').click())
    await step('close what it says', () => app.locator('role:Button|name:OK').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'list.txt', 'coffee\nmilk\ncoffee'),
}
