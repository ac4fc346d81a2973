import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 2',
  packages: ['pcmanfm', 'libatk-adaptor'],
  environment: { GTK_MODULES: 'gail:atk-bridge' },
  task: 'rename a file by its context menu',
  prepare: (home) => home.write('files/draft.txt', 'Dear Ada'),
  launch: (home) => ({ command: 'pcmanfm', args: [home.path('files')] }),
  async perform({ app, step, look }) {
    await step('open its context menu', () => app.locator('name:draft.txt').rightClick())
    await look('its context menu')
    await step('choose Rename', () => app.locator('role:MenuItem|name:Rename...|visible:true').click())
    const dialog = app.locator('role:Dialog')
    await step('give the new name', () => dialog.locator('role:TextBox').fill('final.txt'))
    await step('confirm', () => dialog.locator('role:Button|name:/OK|Rename/').click())
    await step('see it', () => app.locator('name:final.txt').waitFor())
  },
  judge: (home) => expectText(home, 'files/final.txt', 'Dear Ada'),
}
