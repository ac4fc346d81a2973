import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { spreadsheet } from '../fixtures/documents.mjs'
import { open } from './support/libreoffice.js'
import { headless, type Place, settled } from './support/settled.js'

/** What the sheets of a saved .fods hold: `Stock.A1` to its text. The judge of what was filled. */
function saved({ session }: Place, name: string): Record<string, string> {
  const found: Record<string, string> = {}
  const xml = readFileSync(join(session.directory, name), 'utf8')
  for (const [, sheet, body = ''] of xml.matchAll(/<table:table table:name="([^"]+)"[^>]*>(.*?)<\/table:table>/gs)) {
    let row = 0
    for (const [, attributes = '', cells = ''] of body.matchAll(
      /<table:table-row([^>]*[^/])?>(.*?)<\/table:table-row>/gs,
    )) {
      let column = 0
      for (const [, own = '', text = ''] of cells.matchAll(
        /<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>(.*?)<\/table:(?:covered-)?table-cell>)/gs,
      )) {
        const said = text.match(/<text:p[^>]*>(.*?)<\/text:p>/s)?.[1]?.replace(/<[^>]*>/g, '')
        const count = repeated(own)
        // Only the empty ones at the end of a row come in thousands.
        for (let at = 0; said !== undefined && at < count; at++) found[`${sheet}.${addressOf(row, column + at)}`] = said
        column += count
      }
      row += repeated(attributes)
    }
  }
  return found
}

function repeated(attributes: string): number {
  return Number(attributes.match(/number-(?:rows|columns)-repeated="(\d+)"/)?.[1] ?? 1)
}

function addressOf(row: number, column: number): string {
  const letter = (at: number) => String.fromCharCode(65 + at)
  return `${column < 26 ? '' : letter(Math.floor(column / 26) - 1)}${letter(column % 26)}${row + 1}`
}

const cell = (app: App, name: string) => app.locator(`role:cell|name:${name}`)

test('Calc’s cells: those that show are in the tree, the others are found by name', async () => {
  await using place = await headless()
  const app = await open(place, 'stock.fods', spreadsheet(300))
  const snapshot = await settled(app, 500)
  const first = snapshot.find('role:cell|name:A1')
  expect(first?.value).toBe('Item 0')
  expect(first?.attributes).toMatchObject({ row: '0', column: '0' })
  expect(snapshot.find('role:cell|name:D5')?.value).toBe('note 4')
  expect(snapshot.find('role:cell|name:A290')).toBeUndefined()
  expect(snapshot.cuts.map((cut) => [cut.node.role, cut.reason])).toEqual([['table', 'virtual']])
  const listed = snapshot.findAll('role:cell')
  expect(new Set(listed.map(({ index }) => snapshot.native.element(index)?.identity)).size).toBe(listed.length)
  // LibreOffice makes a new object of a cell each time that it is asked.
  const again = await app.snapshot()
  expect(again.findAll('role:cell').map(({ ref }) => ref)).toEqual(listed.map(({ ref }) => ref))

  expect(await cell(app, 'A290').inputValue()).toBe('Item 289')
  // What a sheet hides is cells: of anything else a miss is certain.
  expect(await app.locator('role:button|name:Nowhere').exists()).toBe(false)
  await expect(app.locator('role:cell|value:Nowhere').exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
})

test('Calc’s cells are filled, shown or not, and no other cell changes', async () => {
  await using place = await headless()
  const app = await open(place, 'stock.fods', spreadsheet(300))
  await settled(app, 500)
  const before = saved(place, 'stock.fods')
  const texts = {
    A3: 'Ite', // the beginning of what its neighbours say, which LibreOffice offers to complete
    A4: '',
    B2: '=1+2',
    C7: '12',
    E1: 'hello there',
    F9: 'Ünï 😀',
    A120: 'far down',
    AA7: 'far right',
    A250: '',
  }
  for (const [name, text] of Object.entries(texts)) {
    const receipt = await cell(app, name).fill(text)
    expect([name, receipt.effect, receipt.route]).toEqual([name, 'verified', 'text'])
  }
  await expect(cell(app, 'B5').fill('typed', { route: 'input' })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    sent: 'no',
  })
  await expect(cell(app, 'B5').fill('two\nlines')).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })

  await app
    .locator('role:toolbar|name:Standard >> role:button|name:Save')
    .click({
      verify: { exists: 'role:button|name:Save|enabled:false', timeout: 5000 },
    })
    .catch(() => undefined)
  const expected: Record<string, string> = { ...before }
  for (const [name, text] of Object.entries({ ...texts, B2: '3' })) {
    if (text === '') delete expected[`Stock.${name}`]
    else expected[`Stock.${name}`] = text
  }
  await expect.poll(() => saved(place, 'stock.fods'), { timeout: 10_000 }).toEqual(expected)
})

test('a formula is filled and filled over, and LibreOffice lives', async () => {
  await using place = await headless()
  const app = await open(place, 'stock.fods', spreadsheet(10))
  await settled(app, 500)
  const fills = [
    ['E1', '4'],
    ['E2', '=SUM(E1:E1)'],
    ['E3', '=sum(E1; 3)*2'],
    ['E2', '=E1*3'], // over a formula with references
    ['E3', 'text'],
    ['E1', '5'],
    ['E4', '=IF(E1>1;"a b";"c")'],
  ] as const
  const receipts: unknown[] = []
  for (const [name, text] of fills) receipts.push([name, text, (await cell(app, name).fill(text)).effect])
  expect(receipts).toEqual(fills.map(([name, text]) => [name, text, 'verified']))
  expect(await Promise.all(['E2', 'E3', 'E4'].map((name) => cell(app, name).inputValue()))).toEqual([
    '15',
    'text',
    'a b',
  ])

  // Whatever is written into the line while it shows such a formula ends LibreOffice.
  await cell(app, 'E2').focus()
  const line = app.locator('role:paragraph|value:"=E1*3"')
  await line.waitFor()
  await expect(line.fill('=E1*4', { route: 'native', timeout: 5_000 })).rejects.toMatchObject({ sent: 'no' })
  expect(await cell(app, 'E2').inputValue()).toBe('15')
})
