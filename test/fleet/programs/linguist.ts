import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'Qt 6',
  packages: ['linguist-qt6'],
  task: 'translate a text, save it',
  prepare: (home) =>
    home.write(
      'app_de.ts',
      '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="de_DE" sourcelanguage="en"><context><name>Main</name><message><source>Save file</source><translation type="unfinished"></translation></message></context></TS>',
    ),
  launch: (home) => ({ command: '/usr/lib/qt6/bin/linguist', args: [home.path('app_de.ts')] }),
  async perform({ app, step, look }) {
    await step('choose the context', () => app.locator('name:Main|first').select())
    await step('choose the text', () => app.locator('name:"Save file"|visible:true|first').click())
    const translation = app.locator('role:TextBox|editable:true|visible:true|below:(name:/translation/i)|first')
    await step('translate it', () => translation.fill('Datei speichern'))
    await look('the translation')
    await step('say that it is done', () => app.menu('Translation', 'Done').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'app_de.ts', /<translation>Datei speichern<\/translation>/),
}
