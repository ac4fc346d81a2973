import { expectText } from '../judge.js'
import { flat, office } from '../office.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'LibreOffice',
  packages: ['libreoffice-calc', 'libreoffice-gtk3'],
  task: 'write numbers and their sum into a table, save it',
  prepare: (home) =>
    home.write(
      'sums.fods',
      flat(
        'spreadsheet',
        '<table:table table:name="Sums"><table:table-row><table:table-cell office:value-type="float" office:value="40"><text:p>40</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ),
  launch: (home) => office(home, 'sums.fods'),
  async perform({ app, step, look }) {
    await step('see the table', () => app.locator('role:Cell|name:A1').waitFor({ timeout: 20_000 }))
    await step('choose a cell', () => app.locator('role:Cell|name:A2').click())
    await step('write a number', () => app.locator('role:Cell|name:A2').fill('2'))
    await step('write a sum', () => app.locator('role:Cell|name:A3').fill('=A1+A2'))
    await look('the sum')
    await step('read the sum', () =>
      app.locator('role:Cell|name:A3|value:42 || role:Cell|name:A3|text:42').first().waitFor(),
    )
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'sums.fods', /office:value="42"/),
  knownFailure: { fault: 'surehand', reason: 'issue 11, point 12: the cells of a sheet cannot be reached' },
}
