import { PNG } from 'pngjs'
import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

/** 2 × 1: black, white. */
function picture(): Buffer {
  const png = new PNG({ width: 2, height: 1 })
  png.data.set([0, 0, 0, 255, 255, 255, 255, 255])
  return PNG.sync.write(png)
}

export const program: FleetProgram = {
  toolkit: 'GTK 2',
  packages: ['gimp', 'libatk-adaptor'],
  environment: { GTK_MODULES: 'gail:atk-bridge' },
  task: 'mirror a picture, write it back to its file',
  prepare: (home) => home.write('pair.png', picture()),
  launch: (home) => ({
    command: 'gimp',
    args: ['--no-splash', '--console-messages', home.path('pair.png')],
    timeout: 60_000,
  }),
  async perform({ app, step, look }) {
    await step('see the picture', () => app.locator('role:Window|name:/pair/').waitFor({ timeout: 30_000 }))
    await step('mirror it', () => app.menu('Image', 'Transform', 'Flip Horizontally').click())
    await look('mirrored')
    await step('write it back', () => app.menu('File', 'Overwrite pair.png').click())
  },
  judge: (home) =>
    eventually(() => {
      if (PNG.sync.read(home.read('pair.png')).data[0] !== 255) throw new Error('the picture is not mirrored')
    }),
}
