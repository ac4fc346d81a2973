import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'no tree',
  packages: ['xterm'],
  task: 'write a file from the shell',
  launch: () => 'xterm',
  async perform({ app, step }) {
    const window = await step('see its window', () => app.window())
    await step('write a line', () => window.type('echo "Dear Ada" > letter.txt'))
    await step('send it', () => window.press('Enter'))
    await step('add a line', () => window.type('echo "Yours, Charles" >> letter.txt'))
    await step('send it', () => window.press('Enter'))
    await step('leave', () => window.press('Control+d'))
  },
  judge: (home) => expectText(home, 'letter.txt', 'Dear Ada\nYours, Charles'),
}
