import { expect, test } from 'vitest'
import { spreadsheet, textDocument } from '../fixtures/documents.mjs'
import { open } from './support/libreoffice.js'
import { expectTruth, headless, settled } from './support/settled.js'
import type { Rule } from './support/truth.js'

const TWIN: Rule = {
  name: 'the second menu bar does not show',
  because: 'LibreOffice publishes its menus twice, once below the document in a bar without height; both claim to show',
  explains: ({ what, path, detail }) =>
    what === 'states' && detail === '-visible' && /> root pane "[^"]*" > menu bar/.test(path),
}

// Its menu bar is GTK's, and what it draws below says that it lies as if there were none.
const DISPLACED: Rule = {
  name: 'what is below the menu bar is where it is drawn',
  because: 'LibreOffice says of what it draws by itself that it lies higher, by the height of the menu bar',
  explains: ({ what, path, ours, truth }) =>
    what === 'bounds' &&
    path.includes('> root pane') &&
    ours?.bounds !== undefined &&
    truth?.bounds !== undefined &&
    ours.bounds.x === truth.bounds.x &&
    isHeightOfMenuBar(ours.bounds.y - truth.bounds.y),
}

// It follows the font of the desktop.
function isHeightOfMenuBar(height: number): boolean {
  return height >= 20 && height <= 40
}

test('Writer: names, roles, states, structure and bounds are those that libatspi reads', async () => {
  await using place = await headless()
  const { session } = place
  const app = await open(place, 'chapters.fodt', textDocument(200))
  expect(app.executable).toBe('soffice.bin')
  const { snapshot } = await expectTruth(session, app, { atLeast: 800, rules: [TWIN, DISPLACED] })
  // Of each menu one shows, however it is looked for.
  expect(snapshot.findAll('role:menu|name:File')).toHaveLength(2)
  expect(snapshot.findAll('role:menu|name:File|visible:true')).toHaveLength(1)
  expect(await app.locator('role:menu|name:File|visible:true').count()).toBe(1)
  expect((await app.tree()).match(/menu "File"/g)).toHaveLength(1)
  expect(snapshot.find('role:heading|name:*') ?? snapshot.find('value:Chapter 0')).toBeDefined()
})

test('the pointer meets what it is sent to, below the menu bar, of LibreOffice and of GTK in it', async () => {
  await using place = await headless()
  const app = await open(place, 'letter.fodt', textDocument(3))
  await settled(app, 800)
  const marks = app.locator('role:Button|name:"Formatting Marks"|visible:true')
  const before = (await marks.states()).includes('pressed')
  await marks.click({ route: 'input' })
  await expect.poll(async () => (await marks.states()).includes('pressed')).toBe(!before)
  // A widget of GTK's, inside of a tool bar that is none.
  const style = app.locator('role:Group|name:"Paragraph Style" >> role:TextBox')
  await style.click({ route: 'input' })
  await expect.poll(() => style.isFocused()).toBe(true)
  // What is read by itself lies where it lies in its tree.
  const { bounds } = (await app.snapshot()).find('role:Button|name:"Formatting Marks"|visible:true') ?? {}
  expect(await marks.boundingBox()).toEqual(bounds)
})

const CALC: Rule[] = [
  {
    name: 'the sheet',
    because: 'a sheet claims 2^31 cells; the witness stops at 5,000 children and we say that the rest is virtual',
    explains: ({ path }) => /> table /.test(path),
  },
  {
    name: 'panels around what shows show',
    because: 'the panels around Calc’s input line and the box of styles do not say SHOWING, and what is in them does',
    explains: ({ what, path, detail }) => what === 'states' && detail === '+visible' && /> panel[^>]*$/.test(path),
  },
]

test('Calc, whose sheet claims 2^31 cells: the same, the sheet cut as virtual, and the application lives', async () => {
  await using place = await headless()
  const { session } = place
  const app = await open(place, 'stock.fods', spreadsheet(50))
  const { snapshot } = await expectTruth(session, app, { atLeast: 500, rules: [TWIN, DISPLACED, ...CALC] })
  expect(snapshot.complete).toBe(false)
  // No panel hides what shows in it.
  expect(snapshot.findAll('visible:true').filter(({ index }) => snapshot.native.hidden(index))).toEqual([])
  expect(snapshot.cuts.map((cut) => [cut.node.role, cut.reason])).toEqual([['table', 'virtual']])
  const again = await settled(app, 500)
  expect(again.size).toBe(snapshot.size)
})
