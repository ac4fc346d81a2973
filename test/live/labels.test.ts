import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')
const PROGRAM = join(APPS, 'labels_gtk3.py')
const PROGRAM_GTK4 = join(APPS, 'combo_gtk4.py')
const ROWS_GTK4 = join(APPS, 'combo_row_gtk4.py')

test('fields of GTK 3 that a label names are found by it, filled and chosen; the program has what was said', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [PROGRAM] })
  const verified = { effect: 'verified' }
  const at = (label: string) => app.getByLabel(label)

  expect(await at('Customer').fill('Ada')).toMatchObject(verified)
  expect(await at('Amount').fill('7')).toMatchObject(verified)
  expect(await at('Volume').setValue(3)).toMatchObject(verified)
  expect(await at('Notes').fill('two\nlines')).toMatchObject(verified)
  expect(await at('Wifi').check()).toMatchObject(verified)
  expect(await at('Colour').inputValue()).toBe('Red')
  expect(await at('Colour').selectOption('Colour')).toMatchObject(verified)
  expect(await at('Colour').inputValue()).toBe('Colour')
  expect(await at('Colour').selectOption('Blue')).toMatchObject(verified)
  expect(await at('Colour').inputValue()).toBe('Blue')

  await app.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await app.program?.stdout())?.trim().split('\n'))
    .toEqual([
      ...['Customer Ada', 'Amount 7', 'Colour Blue', 'Letter A', 'Volume 3', 'Notes two', 'lines', 'Wifi True'],
      ...['Quantity One', 'Direction Up', 'saved'],
    ])
})

test('a combo box of GTK 3 has what it shows for a value, whatever it is called', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [PROGRAM] })
  const named = (name: string) => app.getByRole('combobox', { name })
  // By a name of its own, and by nothing, for which GTK takes what is chosen.
  expect(await named('Number').inputValue()).toBe('One')
  expect(await named('Number').selectOption('Two')).toMatchObject({ effect: 'verified' })
  expect(await named('Number').inputValue()).toBe('Two')
  expect(await named('Up').inputValue()).toBe('Up')

  // The text of an entry is no choice.
  expect(await named('Letter').inputValue()).toBe('A')
  expect(await named('Letter').fill('Q')).toMatchObject({ effect: 'verified' })
  expect(await named('Letter').inputValue()).toBe('Q')
  const lines = (await app.tree()).split('\n').map((line) => line.replace(/ e\d+/g, ''))
  expect(lines).toContain('    combobox "Letter" = "Q" (3 hidden)')
})

test('an editable combo box of GTK 4 has the text of its entry', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [PROGRAM_GTK4] })
  const letter = app.getByLabel('Letter')
  expect(await letter.inputValue()).toBe('A')
  expect(await letter.fill('Q')).toMatchObject({ effect: 'verified' })
  expect(await letter.inputValue()).toBe('Q')
  expect(await app.tree()).toMatch(/combobox "Letter" e\d+ = "Q"/)
  await expect.poll(async () => (await app.program?.stdout())?.trim()).toBe('Q')
})

test('a row of GTK 4 that is a combo box has what is chosen for a value, not its title', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [ROWS_GTK4] })
  for (const [title, first, second] of [
    ['Letter', 'A', 'B'],
    ['Digit', '1', '3'],
    ['Colour', 'Red', 'Green'],
  ] as const) {
    const row = app.getByRole('combobox', { name: title })
    expect(await row.inputValue()).toBe(first)
    expect(await row.selectOption(second)).toMatchObject({ effect: 'verified' })
    expect(await row.inputValue()).toBe(second)
    expect(await app.locator('role:list >> role:combobox').nth(0).inputValue()).toBe('B')
    await expect.poll(async () => (await app.program?.stdout())?.trim()).toMatch(new RegExp(`${title} ${second}$`))
  }
})

test('a toggle button of GTK 4 that is down is pressed, and the receipt of its click says so', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [ROWS_GTK4] })
  const monday = app.getByRole('button', { name: 'Monday' })
  expect(await monday.click()).toMatchObject({ effect: 'changed' })
  expect(await app.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Monday'])
  expect(await monday.click()).toMatchObject({ effect: 'changed' })
  expect(await app.getByRole('button', { pressed: true }).count()).toBe(0)
})

test('a button of GTK 4 that is called by its class is called by the text that it shows', async () => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [ROWS_GTK4] })
  expect(await app.getByRole('button', { name: '25' }).count()).toBe(1)
  expect(await app.tree()).not.toContain('ProgramDateChooserDay')
})

test.each(['5', '6'])('Qt %s: a field whose label shows markup is called by what the label reads', async (version) => {
  await using place = await headless()
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, 'labels_qt.py'), version] })
  await app.getByRole('spinbutton', { name: 'User Version' }).fill('7')
  await app.getByRole('checkbox', { name: 'Page Size' }).check()
  await app.getByRole('combobox', { name: 'Journal' }).selectOption('Off')
  expect(await app.getByRole('spinbutton').inputValue()).toBe('7')
  expect(await app.getByRole('slider', { name: 'Free pages' }).count()).toBe(1)
  // What is written so is called so.
  expect(await app.getByRole('button', { name: '<None>' }).count()).toBe(1)
  expect(await app.getByRole('button').description()).toMatch(/^Nothing: Exact Match\s+Click it\.$/)
  expect(String(await app.snapshot())).not.toMatch(/<html|<qt|\uFFFC/)
})
