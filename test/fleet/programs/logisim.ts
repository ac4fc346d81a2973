import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'
import { SWING } from '../swing.js'

export const program: FleetProgram = {
  toolkit: 'Java Swing',
  packages: ['logisim', 'openjdk-17-jre', 'libatk-wrapper-java', 'libatk-wrapper-java-jni'],
  task: 'add a circuit, save the project',
  environment: SWING,
  prepare: (home) =>
    home.write(
      'mill.circ',
      '<?xml version="1.0"?><project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><main name="main"/><circuit name="main"/></project>',
    ),
  launch: (home) => ({
    command: 'java',
    args: ['-jar', '/usr/share/logisim/logisim.jar', home.path('mill.circ')],
    timeout: 60_000,
  }),
  async perform({ app, step, look }) {
    await step('see its window', () => app.waitForWindow({ title: /Logisim: main/ }, { timeout: 30_000 }))
    await step('ask for a circuit', () => app.menu('Project', 'Add Circuit…').click())
    const dialog = app.locator('role:Dialog')
    await step('name it', () => dialog.locator('role:TextBox').fill('wheel'))
    await look('the dialog')
    await step('add it', () => dialog.locator('role:Button|name:OK').click())
    await step('see it', () => app.locator('name:wheel|first').waitFor())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'mill.circ', /<circuit name="wheel">/),
}
