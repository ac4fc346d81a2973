import { expectText } from '../judge.js'
import { flat, office } from '../office.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'LibreOffice',
  packages: ['libreoffice-draw', 'libreoffice-gtk3'],
  task: 'add a page, name it, save',
  prepare: (home) => home.write('plan.fodg', flat('graphics', '<draw:page draw:name="Plan"/>')),
  launch: (home) => office(home, 'plan.fodg'),
  async perform({ app, step, look }) {
    await step('see the drawing', () => app.locator('role:Menu|name:Page|visible:true').waitFor({ timeout: 20_000 }))
    await step('add a page', () => app.menu('Page', 'New Page').click())
    await look('the pages')
    await step('ask for its name', () => app.menu('Page', 'Rename Page…').click())
    // That is what it is called, for a page, too.
    const dialog = app.locator('role:Dialog|name:"Rename Slide"')
    await step('give it a name', () => dialog.locator('role:TextBox').fill('Cellar'))
    await step('accept', () => dialog.locator('role:Button|name:OK').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'plan.fodg', /draw:name="Plan"[\s\S]*draw:name="Cellar"/),
}
