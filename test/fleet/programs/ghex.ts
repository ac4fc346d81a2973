import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['ghex'],
  task: 'overwrite the first bytes of a file, save it',
  prepare: (home) => home.write('data.bin', Buffer.from([0, 1, 2, 3, 4, 5])),
  launch: (home) => ({ command: 'ghex', args: [home.path('data.bin')] }),
  async perform({ app, step, look }) {
    const window = await app.window()
    await step('overwrite two bytes', () => window.type('cafe'))
    await look('the bytes')
    await step('open the menu', () => app.locator('role:Button|name:"Main menu"|first').click())
    await step('look up what it can save', () => app.locator('role:MenuItem|name:/^Save As/').waitFor())
    await step('leave the menu', () => window.press('Escape'))
    await step('save', () => window.press('Control+s'))
  },
  judge: (home) =>
    eventually(() => {
      const bytes = home.read('data.bin').toString('hex')
      if (!bytes.startsWith('cafe02')) throw new Error(`data.bin holds ${bytes}`)
    }),
}
