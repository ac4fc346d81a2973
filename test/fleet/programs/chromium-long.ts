import { expectReceived } from '../judge.js'
import { chromium, LONG } from '../pages.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Chromium page',
  packages: ['chromium'],
  task: 'press a button below the fold, send a form at the end',
  prepare: (home) => home.serve(LONG),
  launch: chromium,
  async perform({ app, step, look }) {
    await step('see the page', () => app.locator('role:Heading|name:Members').waitFor({ timeout: 20_000 }))
    await step('show a member in view', () => app.locator('role:Button|name:"Show 3"').click())
    await step('show a member out of view', () => app.locator('role:Button|name:"Show 50"').click())
    await look('the end')
    await step('name a new member', () => app.locator('role:TextBox|name:"New member"').fill('Ada'))
    await step('add it', () => app.locator('role:Button|name:"Add member"').click())
    await step('see that it came', () => app.locator('role:Heading|name:"Thank you"').waitFor())
  },
  judge: (home) => expectReceived(home, { member: 'Ada' }),
}
