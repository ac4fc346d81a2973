import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 4',
  packages: ['baobab'],
  task: 'look at what a folder holds, as a tree map, have the chart kept',
  environment: { GSETTINGS_BACKEND: 'keyfile' },
  prepare: (home) => home.write('Letters/letter.txt', 'Dear Ada\n'.repeat(5000)),
  launch: () => 'baobab',
  async perform({ app, step, look }) {
    await step('look at the home folder', () => app.locator('role:ListItem|has:(name:"Home Folder")').click())
    await step('see its chart', () => app.locator('role:Tab|name:"Treemap Chart"').waitFor())
    await look('the chart')
    await step('change the chart', () => app.locator('role:Tab|name:"Treemap Chart"').click())
    await step('see that it changed', () => app.locator('role:Tab|name:"Treemap Chart"|selected:true').waitFor())
    await step('close', () => app.quit())
  },
  judge: (home) => expectText(home, '.config/glib-2.0/settings/keyfile', /active-chart='treemap'/),
}
