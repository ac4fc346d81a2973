import { expectUnzipped } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['xournalpp'],
  task: 'add a page, save under a name',
  launch: () => 'xournalpp',
  async perform({ app, step, look }) {
    await step('add a page', () => app.locator('role:Button|name:"Insert page"').click())
    await step('see it', () => app.locator('role:Text|name:"of 2"').waitFor())
    await look('two pages')
    await step('ask to save', () => app.menu('File', 'Save').click())
    const dialog = app.locator('role:Dialog|name:/save/i')
    await step('name it', () => dialog.locator('role:TextBox|focused:true').fill('sketch.xopp'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Window|name:/sketch/').waitFor())
  },
  judge: (home) => expectUnzipped(home, 'sketch.xopp', /<page[\s\S]*<page/),
}
