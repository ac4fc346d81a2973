import { expectReceived } from '../judge.js'
import { firefox, TASKS } from '../pages.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Firefox page',
  packages: ['firefox-esr'],
  task: 'add tasks, tick one, answer a dialog',
  prepare: (home) => home.serve(TASKS),
  launch: firefox,
  async perform({ app, step, look }) {
    await step('see the page', () => app.locator('role:Heading|name:Tasks').waitFor({ timeout: 20_000 }))
    for (const task of ['Tea', 'Engine']) {
      await step(`write ${task}`, () => app.locator('role:TextBox|name:"New task"').fill(task))
      await step(`add ${task}`, () =>
        app.locator('role:Button|name:Add').click({ verify: { exists: `role:CheckBox|name:${task}` } }),
      )
    }
    await step('tick Engine', () => app.locator('role:CheckBox|name:Engine').check())
    await step('finish', () => app.locator('role:Button|name:Finish').click())
    await look('the dialog')
    await step('say yes', () => app.locator('role:Dialog|name:Finish >> role:Button|name:Yes').click())
    await step('see that it came', () => app.locator('role:Heading|name:"Thank you"').waitFor())
  },
  judge: (home) => expectReceived(home, { done: 'Engine' }),
}
