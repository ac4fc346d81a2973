import { spawnSync } from 'node:child_process'
import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['file-roller'],
  task: 'take a file out of an archive',
  prepare: (home) => {
    home.write('letter.txt', 'Dear Ada')
    spawnSync('tar', ['-cf', home.path('letters.tar'), '-C', home.directory, '--remove-files', 'letter.txt'])
  },
  launch: (home) => ({ command: 'file-roller', args: [home.path('letters.tar')] }),
  async perform({ app, step, look }) {
    await step('see the file', () => app.locator('role:Cell|name:letter.txt').waitFor())
    await step('open Extract', () => app.locator('role:Button|name:Extract').click())
    const dialog = app.locator('role:Dialog|name:Extract')
    await look('Extract')
    await step('extract', () => dialog.locator('role:Button|name:Extract').click())
    await step('see that it is done', () => app.locator('role:Button|name:/Show the Files|Close/|first').waitFor())
  },
  judge: (home) => expectText(home, 'letter.txt', 'Dear Ada'),
}
