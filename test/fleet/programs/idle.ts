import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'no tree',
  packages: ['idle-python3.11'],
  task: 'write a program, save it, run it',
  prepare: (home) => home.write('answer.py', ''),
  launch: (home) => ({ command: 'idle-python3.11', args: [home.path('answer.py')] }),
  async perform({ app, step }) {
    const window = await step('see its window', () => app.window({ title: /answer\.py/ }))
    await step('go to the end', () => window.press('Control+End'))
    await step('write', () => window.type("open('answer.txt', 'w').write(str(6 * 7))"))
    await step('save', () => window.press('Control+s'))
    await step('run it', () => window.press('F5'))
  },
  judge: async (home) => {
    await expectText(home, 'answer.py', /6 \* 7/)
    await expectText(home, 'answer.txt', '42')
  },
}
