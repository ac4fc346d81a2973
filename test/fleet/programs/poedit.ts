import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['poedit'],
  task: 'translate a text, save it',
  prepare: (home) =>
    home.write(
      'de.po',
      'msgid ""\nmsgstr ""\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save file"\nmsgstr ""\n',
    ),
  launch: (home) => ({ command: 'poedit', args: [home.path('de.po')] }),
  async perform({ app, step, look }) {
    await step('choose the text', () => app.locator('role:Cell|name:/^Save/').click())
    const translation = app.locator('role:TextBox|editable:true|below:(name:Translation)|first')
    await look('the text')
    await step('translate it', () => translation.fill('Datei speichern'))
    await step('save', () => app.menu('File', 'Save').click())
    await step('see it in the list', () => app.locator('role:Cell|name:/^Datei/').waitFor())
  },
  judge: (home) => expectText(home, 'de.po', /msgid "Save file"\nmsgstr "Datei speichern"/),
}
