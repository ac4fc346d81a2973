import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'no tree',
  packages: ['x11-apps'],
  task: 'compute, copy the result',
  launch: () => 'xcalc',
  async perform({ app, step }) {
    const window = await step('see its window', () => app.window())
    await step('write a sum', () => window.type('6*7='))
    await step('see it', () => window.screenshot())
    await step('clear it', () => window.press('c'))
    await step('leave', () => window.press('q'))
  },
  judge: () => {},
  knownFailure: {
    fault: 'surehand',
    reason: 'launch() times out for windows without _NET_WM_PID, which old X programs do not set',
  },
}
