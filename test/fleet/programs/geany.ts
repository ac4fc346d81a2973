import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['geany'],
  task: 'write a program, save it, change a preference',
  launch: () => ({ command: 'geany', args: ['--no-session'] }),
  async perform({ app, step, look }) {
    await step('write', () => app.locator('role:Tab|name:untitled >> role:TextBox').pressSequentially('print(42)'))
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog|name:"Save File"')
    await step('name it', () => dialog.locator('role:TextBox|rightof:(name:/^Name:?$/)').fill('answer.py'))
    await step('choose the folder', () => dialog.locator('role:ListItem|has:(name:Home)').click())
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Tab|name:answer.py').waitFor())
    await step('ask for preferences', () => app.menu('Edit', 'Preferences').click())
    const preferences = app.locator('role:Dialog|name:Preferences')
    await look('Preferences')
    await step('do not confirm exit', () => preferences.locator('role:CheckBox|name:"Confirm exit"').check())
    await step('accept', () => preferences.locator('role:Button|name:OK').click())
    await step('quit', () => app.menu('File', 'Quit').click())
    await step('confirm', () => app.locator('role:Button|name:Quit').click())
  },
  judge: async (home) => {
    await expectText(home, 'answer.py', 'print(42)')
    await expectText(home, '.config/geany/geany.conf', /pref_main_confirm_exit=true/)
  },
}
