import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 5',
  packages: ['kate'],
  task: 'replace by a regular expression everywhere, save',
  prepare: (home) => home.write('prices.txt', 'tea 12 EUR\nbread 3 EUR\n'),
  launch: (home) => ({ command: 'kate', args: [home.path('prices.txt')], timeout: 30_000 }),
  async perform({ app, step, look }) {
    await step('open Replace', () => app.menu('Edit', 'Replace...').click())
    const find = app.locator('role:ComboBox|name:Find:')
    await step('say what to find', () => find.fill('([0-9]+) EUR'))
    await step('say by what to replace it', () => app.locator('role:ComboBox|name:Replace:').fill('EUR \\1'))
    await step('take it as a regular expression', () =>
      app.locator('role:ComboBox|has:(name:"Regular expression")').selectOption('Regular expression'),
    )
    await look('Replace')
    await step('replace everywhere', () => app.locator('role:Button|name:"Replace All"').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'prices.txt', 'tea EUR 12\nbread EUR 3'),
}
