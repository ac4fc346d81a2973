import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['filezilla'],
  task: 'create an entry for a site',
  // It keeps its settings elsewhere where there is no ~/.config.
  prepare: (home) => home.write('.config/user-dirs.locale', 'C'),
  launch: () => 'filezilla',
  async perform({ app, step, look }) {
    await step('close its welcome', () =>
      app
        .locator('role:Window|name:"Welcome to FileZilla" || role:Dialog|name:"Welcome to FileZilla"')
        .locator('role:Button|name:OK')
        .click(),
    )
    await step('ask for the sites', () => app.menu('File', 'Site Manager…').click())
    const sites = app.locator('role:Window|name:"Site Manager"')
    await step('ask for a new one', () => sites.locator('role:Button|name:"New site"').click())
    await look('the sites')
    await step('say its host', () => sites.locator('role:TextBox|rightof:(name:"Host:")|first').fill('ftp.example.org'))
    await step('say whose it is', () => sites.locator('role:TextBox|rightof:(name:"User:")|first').fill('ada'))
    await step('accept', () => sites.locator('role:Button|name:OK').click())
    // Of a site without a password it asks nothing.
    const question = app.locator('role:Window|name:"Remember passwords?"')
    await step('have passwords remembered', () => question.locator('role:Button|name:OK').click())
  },
  judge: (home) =>
    expectText(home, '.config/filezilla/sitemanager.xml', /<Host>ftp\.example\.org<\/Host>[\s\S]*<User>ada<\/User>/),
}
