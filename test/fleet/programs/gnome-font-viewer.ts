import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['gnome-font-viewer', 'fonts-dejavu-core'],
  task: 'look at a font, install it',
  launch: () => ({ command: 'gnome-font-viewer', args: ['/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf'] }),
  async perform({ app, step, look }) {
    await step('ask what it is', () => app.locator('role:Button|name:Info').click())
    await step('see its name', () => app.locator('name:"DejaVu Serif"|first').waitFor())
    await look('what it is')
    await step('go back', () => app.locator('role:Button|name:Info').click())
    await step('install it', () => app.locator('role:Button|name:Install').click())
  },
  judge: (home) =>
    eventually(() => {
      if (!home.list('.local/share/fonts').includes('DejaVuSerif.ttf'))
        throw new Error('no font is in .local/share/fonts')
    }),
}
