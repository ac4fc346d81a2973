import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['keepassxc'],
  task: 'create a database with a password',
  launch: () => 'keepassxc',
  async perform({ app, step, look }) {
    await step('ask for a database', () => app.locator('role:Button|name:"Create new database"').click())
    const wizard = app.locator('role:Dialog|name:/Create a new KeePassXC database/')
    await step('name it', () => wizard.locator('role:TextBox|rightof:(name:"Database Name:")|first').fill('Keys'))
    await look('the wizard')
    await step('continue', () =>
      wizard.locator('role:Button|name:Continue').click({ verify: { exists: 'name:/Encryption/' } }),
    )
    await step('continue', () =>
      wizard
        .locator('role:Button|name:Continue')
        .click({ verify: { exists: 'name:/Enter password/', timeout: 10_000 } }),
    )
    await step('give a password', () =>
      wizard.locator('role:TextBox|rightof:(name:"Enter password:")|first').fill('correct horse battery staple 7'),
    )
    await step('repeat it', () =>
      wizard.locator('role:TextBox|rightof:(name:"Confirm password:")|first').fill('correct horse battery staple 7'),
    )
    await step('finish', () => wizard.locator('role:Button|name:Done').click())
    const save = app.locator('role:Dialog|name:/Save/')
    await step('name the file', () => save.locator('role:TextBox|rightof:(name:"File name:")|first').fill('keys.kdbx'))
    await step('save', () => save.locator('role:Button|name:Save').click())
  },
  judge: (home) =>
    eventually(() => {
      const file = home.list().find((name) => name.endsWith('keys.kdbx'))
      if (file === undefined) throw new Error('there is no keys.kdbx')
      if (home.read(file).readUInt32LE(0) !== 0x9aa2d903) throw new Error(`${file} is no KeePass database`)
    }),
}
