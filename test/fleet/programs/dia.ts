import { expectUnzipped } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 2',
  packages: ['dia', 'libatk-adaptor'],
  environment: { GTK_MODULES: 'gail:atk-bridge' },
  task: 'rename a layer, save the diagram under a name',
  launch: (home) => ({ command: 'dia', args: [], cwd: home.directory }),
  async perform({ app, step, look }) {
    await step('add a layer', () => app.menu('Layers', 'Add Layer…').click())
    const layer = app.locator('role:Dialog|name:/layer/i')
    await step('name it', () => layer.locator('role:TextBox').fill('Wiring'))
    await step('confirm', () => layer.locator('role:Button|name:OK').click())
    await step('ask to save', () => app.menu('File', 'Save As…').click())
    const dialog = app.locator('role:Dialog|name:"Save Diagram"')
    await look('Save Diagram')
    await step('name the file', () => dialog.locator('role:TextBox|focused:true').fill('wiring.dia'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Window|name:/wiring/').waitFor())
  },
  judge: (home) => expectUnzipped(home, 'wiring.dia', /Wiring/),
}
