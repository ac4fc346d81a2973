import { expectText } from '../judge.js'
import { flat, office } from '../office.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'LibreOffice',
  packages: ['libreoffice-writer', 'libreoffice-gtk3'],
  task: 'replace a name in a letter, save it',
  prepare: (home) =>
    home.write('letter.fodt', flat('text', '<text:p>Dear Mr Babbage,</text:p><text:p>Mr Babbage is invited.</text:p>')),
  launch: (home) => office(home, 'letter.fodt'),
  async perform({ app, step, look }) {
    await step('see the letter', () =>
      app.locator('role:Paragraph|name:/Dear/ || role:Paragraph|value:/Dear/').first().waitFor({ timeout: 20_000 }),
    )
    await step('ask to replace', () => app.menu('Edit', 'Find and Replace…').click())
    const dialog = app.locator('role:Dialog|name:"Find and Replace"')
    await step('say what', () => dialog.locator('role:TextBox|near:(name:"Find:")@300|first').fill('Babbage'))
    await step('say by what', () => dialog.locator('role:TextBox|rightof:(name:"Replace:")|first').fill('Lovelace'))
    await look('Find and Replace')
    await step('replace all', () => dialog.locator('role:Button|name:"Replace All"').click())
    await step('close what it says', () => dialog.locator('role:Button|name:Close').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'letter.fodt', /Dear Mr Lovelace[\s\S]*Mr Lovelace is invited/),
}
