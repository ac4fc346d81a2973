import { expectRead } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'no tree',
  packages: ['x11-apps'],
  task: 'compute, have a picture of the result',
  launch: () => 'xcalc',
  async perform({ app, desktop, home, step }) {
    const window = await step('see its window', () => app.window())
    // Its keys work while the pointer is over it.
    await step('point at it', async () => {
      const { x, y, width, height } = (await window.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await desktop.point(x + width / 2, y + height / 2).hover()
    })
    await step('write a sum', () => window.type('600+66='))
    // Nothing but the picture tells that it is there.
    await step('see it', async () => {
      await app.waitForIdle()
      await window.screenshot({ path: home.path('result.png') })
    })
    await step('clear it', () => window.press('c'))
    await step('leave', () => window.press('q'))
  },
  judge: (home) => expectRead(home, 'result.png', /\b666\b/),
}
