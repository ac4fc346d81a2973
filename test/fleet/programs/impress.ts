import { expectText } from '../judge.js'
import { flat, office } from '../office.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'LibreOffice',
  packages: ['libreoffice-impress', 'libreoffice-gtk3'],
  task: 'add a slide, give it a title, save',
  prepare: (home) =>
    home.write(
      'talk.fodp',
      flat(
        'presentation',
        '<draw:page draw:name="Start"><draw:frame svg:width="20cm" svg:height="3cm" svg:x="2cm" svg:y="2cm"><draw:text-box><text:p>Engines</text:p></draw:text-box></draw:frame></draw:page>',
      ),
    ),
  launch: (home) => office(home, 'talk.fodp'),
  async perform({ app, step, look }) {
    await step('see the talk', () => app.locator('role:Menu|name:Slide|visible:true').waitFor({ timeout: 20_000 }))
    await step('add a slide', () => app.menu('Slide', 'New Slide').click())
    await look('the slides')
    await step('ask for its name', () => app.menu('Slide', 'Rename Slide…').click())
    const dialog = app.locator('role:Dialog|name:"Rename Slide"')
    await step('give it a name', () => dialog.locator('role:TextBox').fill('Mills'))
    await step('accept', () => dialog.locator('role:Button|name:OK').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'talk.fodp', /draw:name="Start"[\s\S]*draw:name="Mills"/),
}
