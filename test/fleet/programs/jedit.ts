import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'
import { SWING } from '../swing.js'

export const program: FleetProgram = {
  toolkit: 'Java Swing',
  packages: ['jedit', 'libatk-wrapper-java', 'libatk-wrapper-java-jni'],
  task: 'replace a word everywhere, save',
  environment: SWING,
  prepare: (home) => home.write('list.txt', 'tea\nmilk\ntea\n'),
  launch: (home) => ({ command: 'jedit', args: ['-norestore', '-noserver', home.path('list.txt')], timeout: 60_000 }),
  async perform({ app, step, look }) {
    await step('see its window', () => app.waitForWindow({ title: /jEdit - list/ }, { timeout: 60_000 }))
    await step('close its help', async () => (await app.window({ title: 'jEdit Help' })).close())
    await look('the window')
    await step('ask to replace', () => app.menu('Search', 'Find…').click())
    const dialog = app.locator('role:Dialog|name:/Search And Replace/')
    await step('say what', () => dialog.locator('role:TextBox|nth:0').fill('tea'))
    await step('say by what', () => dialog.locator('role:TextBox|nth:1').fill('coffee'))
    await step('replace all', () => dialog.locator('role:Button|name:"Replace All"').click())
    await step('close', () => dialog.locator('role:Button|name:Close').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'list.txt', 'coffee\nmilk\ncoffee'),
}
