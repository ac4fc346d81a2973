import { eventually } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'GTK 3',
  packages: ['thunar'],
  task: 'create a folder, rename a file',
  prepare: (home) => home.write('draft.txt', 'Dear Ada'),
  launch: (home) => ({ command: 'thunar', args: [home.directory] }),
  async perform({ app, step, look }) {
    const dialog = app.locator('role:Dialog|name:"Create New Folder"')
    // Its icon view publishes no icons.
    await step('have a list', () => app.menu('View', 'List View').click())
    await step('ask for a folder', () => app.menu('File', 'Create Folder…').click())
    await step('name it', () => dialog.locator('role:TextBox').fill('Letters'))
    await look('Create New Folder')
    await step('create it', () => dialog.locator('role:Button|name:Create').click())
    await step('see it', () => app.locator('name:Letters|nth:0').waitFor())
    await step('choose the file', () => app.locator('name:draft.txt|nth:0').select())
    await step('ask to rename it', () => app.menu('Edit', 'Rename…').click())
    const rename = app.locator('role:Dialog|name:/Rename/')
    await step('give the new name', () => rename.locator('role:TextBox').fill('letter.txt'))
    await step('rename it', () => rename.locator('role:Button|name:Rename').click())
  },
  judge: (home) =>
    eventually(() => {
      const there = home
        .list()
        .filter((file) => !file.startsWith('.'))
        .sort()
        .join(' ')
      if (!there.startsWith('Letters letter.txt')) throw new Error(`the home holds ${there}`)
    }),
}
