import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['audacity'],
  task: 'generate a tone, save the project under a name',
  launch: () => ({ command: 'audacity', timeout: 30_000 }),
  async perform({ app, step, look }) {
    const welcome = app.locator('role:Window|name:"Welcome to Audacity!"')
    await step('do not welcome again', () => welcome.locator('role:CheckBox').check())
    await step('close the welcome', () => welcome.locator('role:Button|name:OK').click())
    await step('open Tone', () => app.menu('Generate', 'Tone...').click())
    const tone = app.locator('role:Window|name:Tone')
    await look('Tone')
    await step('generate it', () => tone.locator('role:Button|name:Generate').click())
    await step('ask to save', () => app.menu('File', 'Save Project', 'Save Project').click())
    await step('answer the warning', () => app.locator('role:Window|name:Warning >> role:Button|name:OK').click())
    const dialog = app.locator('role:Dialog|has:(role:Button|name:Save)')
    await step('name it', () => dialog.locator('role:TextBox|focused:true').fill('tone.aup3'))
    await step('save', () => dialog.locator('role:Button|name:Save').click())
    await step('see its name', () => app.locator('role:Window|name:tone').waitFor())
  },
  judge: (home) =>
    eventually(() => {
      if (!home.exists('tone.aup3') || home.read('tone.aup3').length < 10_000) throw new Error('no project was saved')
    }),
}
