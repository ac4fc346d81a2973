import { expectReceived } from '../judge.js'
import { chromium, ORDER } from '../pages.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Chromium page',
  packages: ['chromium'],
  task: 'fill in and send a form',
  prepare: (home) => home.serve(ORDER),
  launch: chromium,
  async perform({ app, step, look }) {
    await step('see the page', () => app.locator('role:Heading|name:Order').waitFor({ timeout: 20_000 }))
    await look('the form')
    await step('give a name', () => app.locator('role:TextBox|name:Name').fill('Ada Lovelace 😀'))
    await step('choose a colour', () => app.locator('role:ComboBox|name:Colour').selectOption('Green'))
    await step('say that it is a gift', () => app.locator('role:CheckBox|name:"It is a gift"').check())
    await step('choose a size', () => app.locator('role:Radio|name:Large').check())
    await step('remark', () => app.locator('role:TextBox|name:Remarks').fill('By noon, please.'))
    await step('send it', () => app.locator('role:Button|name:"Send order"').click())
    await step('see that it came', () => app.locator('role:Heading|name:"Thank you"').waitFor())
  },
  judge: (home) =>
    expectReceived(home, {
      name: 'Ada Lovelace 😀',
      colour: 'Green',
      gift: 'yes',
      size: 'L',
      remarks: 'By noon, please.',
    }),
}
