import { expectText } from '../judge.js'
import type { FleetProgram } from '../program.js'

export const program: FleetProgram = {
  toolkit: 'wxWidgets',
  packages: ['xmlcopyeditor'],
  task: 'pretty-print a document, save it',
  prepare: (home) => home.write('mill.xml', '<?xml version="1.0"?><mill><wheel>1</wheel><wheel>2</wheel></mill>'),
  launch: (home) => ({ command: 'xmlcopyeditor', args: [home.path('mill.xml')] }),
  async perform({ app, step, look }) {
    await step('check it', () => app.menu('XML', 'Check Well-formedness').click())
    await look('the document')
    await step('print it prettily', () => app.menu('XML', 'Pretty-print').click())
    await step('save', () => app.menu('File', 'Save').click())
  },
  judge: (home) => expectText(home, 'mill.xml', /<mill>\s*\n\s+<wheel>1<\/wheel>/),
}
