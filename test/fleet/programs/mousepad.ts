import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['mousepad'],
  task: 'replace a name in a letter, add a line, save it',
  prepare: (home) => home.write('letter.txt', 'Dear Mr Babbage,\nMr Babbage is invited.\n'),
  launch: (home) => ({ command: 'mousepad', args: ['--disable-server', home.path('letter.txt')] }),
  async perform({ app, step, look }) {
    const dialog = app.locator('role:Dialog|name:Find and Replace')
    await step('open Find and Replace', () => app.menu('Search', 'Find and Replace…').click())
    await step('say what to search', () =>
      dialog.locator('role:TextBox|rightof:(name:"Search for:")|first').fill('Babbage'),
    )
    await step('say by what to replace it', () =>
      dialog.locator('role:TextBox|rightof:(name:"Replace with:")|first').fill('Lovelace'),
    )
    await look('Find and Replace')
    await step('replace everywhere', () => dialog.locator('role:CheckBox|name:"Replace all in:"').check())
    await step('replace', () => dialog.locator('role:Button|name:/^Replace( all)?$/i|nth:0').click())
    await step('close the dialog', () => dialog.locator('role:Button|name:Close').click())
    const text = app.locator('role:TextBox|visible:true')
    await step('go to the end', () => text.press('Control+End'))
    await step('add a line', () => text.pressSequentially('Yours, Ada'))
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'letter.txt', 'Dear Mr Lovelace,\nMr Lovelace is invited.\nYours, Ada'),
}
