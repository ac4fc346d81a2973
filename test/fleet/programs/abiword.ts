import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?>\n<abiword xmlns="http://www.abisource.com/awml.dtd"><section><p>Minutes</p></section></abiword>\n'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['abiword'],
  task: 'write into a canvas in bold, save',
  prepare: (home) => home.write('minutes.abw', EMPTY),
  launch: (home) => ({ command: 'abiword', args: [home.path('minutes.abw')] }),
  async perform({ app, step, look }) {
    const page = app.locator('role:Canvas|focused:true')
    await step('go to the end', () => page.press('Control+End'))
    await step('turn bold on', () => app.locator('role:Button|name:Bold').click())
    await step('write', () => page.pressSequentially(' of Monday'))
    await look('the page')
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'minutes.abw', /font-weight:bold[^>]*> of Monday/),
}
