import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failing, failure, program } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  test('an entry is pressed by its path; the menus on the way are opened', async () => {
    const { app, received } = stage()
    const receipt = await app.menu('File', 'Open…').click({ verify: { exists: 'role:text|name:Opened' } })
    expect(receipt).toMatchObject({ verb: 'click', effect: 'verified', element: { name: 'Open' } })
    await received({ event: 'menu', name: 'Open' })
    expect(receipt.selector).toMatch(/^menu File > Open…/)
    expect(`${receipt} ${JSON.stringify(receipt)}`).not.toContain('role:menubar')
  })

  test('of a window: an entry of its menus, found when it is used', async () => {
    const { app, received } = stage()
    const receipt = await app.window({ title: 'Order form' }).menu('File', 'Open…').click()
    await received({ event: 'menu', name: 'Open' })
    expect(receipt.selector).toMatch(/^menu File > Open…/)
    const window = await app.window()
    const error = await failing(1_000, (timeout) => window.menu('File', 'Opne').click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('File > Opne') })
    await app.locator('role:menuitem|name:Open').waitFor({ state: 'hidden' })
  })

  test('opening only shows the entry; its state is told with the menus closed again', async () => {
    const { app, events } = stage()
    expect(await app.menu('File', 'Quit').state()).toEqual({ enabled: true, checked: undefined })
    await app.menu('File', 'Quit').open()
    expect(await app.locator('role:menuitem|name:Quit').isVisible()).toBe(true)
    expect(events().filter(({ name }) => name !== 'File')).toEqual([])
  })

  test('nothing is typed into a field while a menu is open, and none is open once its entry was pressed', async () => {
    const { app, desktop, received } = stage()
    const customer = app.locator('role:textbox|name:Customer')
    await app.menu('File', 'Open').open()
    const error = await failing(2_000, (timeout) => customer.pressSequentially('Quit', { timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'uncovered' } })
    expect(error.message).toContain('the menu "File" is open and takes every key')
    await desktop.press('Escape')
    await app.locator('role:menuitem|name:Open').waitFor({ state: 'hidden' })

    await app.menu('File', 'Open').click()
    await received({ event: 'menu', name: 'Open' })
    await customer.pressSequentially('Quit')
    expect(await customer.inputValue()).toBe('Quit')
  })

  test('state() and open() of an entry that is not there are NOT_FOUND with the whole path', async () => {
    const entry = stage().app.menu('File', 'Opne')
    for (const call of ['state', 'open'] as const) {
      const error = await failing(1_000, (timeout) => entry[call]({ timeout }))
      expect(error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('File > Opne is not there') })
    }
  })

  test('an entry that is not there is NOT_FOUND with the whole path, and no menu stays open', async () => {
    const { app, events } = stage()
    const error = await failing(1500, (timeout) => app.menu('File', 'Opne').click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { path: ['File', 'Opne'] } })
    expect(error.message).toContain('File > Opne')
    expect(error.message).not.toContain('role:menubar')
    expect(error.message).toContain('"Open"')
    await app.locator('role:menuitem|name:Open').waitFor({ state: 'hidden' })
    expect(events().filter(({ name }) => name !== 'File')).toEqual([])
  })

  test('time that ran out on the way is said to have run out', async () => {
    const error = await failure(stage().app.menu('File', 'Open').click({ timeout: 1 }))
    expect(['TIMEOUT', 'NOT_FOUND']).toContain((error as { code?: string }).code)
  })

  test('a path needs a name, and every name a text', () => {
    const { app } = stage()
    expect(() => app.menu()).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => app.menu('File', '')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  test('a path written as one text is refused at once, with the names one by one', () => {
    const { app } = stage()
    const expected = expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("app.menu('File', 'Open…')"),
    })
    expect(() => app.menu('File > Open…')).toThrow(expected)
  })

  test('an outline of a few levels reads and writes no more than these; one of a root, no more than it', async () => {
    const { app } = stage()
    // The application and what it has beside each other: its window, on macOS its menu bar, too.
    const [root, ...below] = (await app.tree({ depth: 1 })).split('\n')
    expect(root).toMatch(/^application/)
    expect(below.length).toBeGreaterThan(0)
    for (const line of below) expect(line).toMatch(/^ {2}(window|menubar)/)
    const menus = await app.tree({ root: 'role:menubar' })
    expect(menus).toMatch(/^menubar/)
    expect(menus).not.toContain('button')
    expect(await (await app.window()).tree({ root: 'role:button|name:Save', depth: 0 })).toMatch(
      /^button "Save"[^\n]*$/,
    )
    await expect(app.tree({ depth: -1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('a diff and a receipt are as long as their budget, and say what they left out', async () => {
    const { app } = stage()
    const changes = await app.changes(() => app.locator('role:checkbox').first().click())
    expect(changes.empty).toBe(false)
    const lines = changes.toString().split('\n')
    expect(changes.toString({ maxLines: 1 }).split('\n').slice(0, 2)).toEqual(lines.slice(0, 2))
    const [head, left] = changes.toString({ maxTokens: 1 }).split('\n')
    expect(head).toBe(lines[0])
    expect(left).toBe(`… and ${lines.length - 1} more`)
    expect(JSON.stringify(changes.toJSON({ maxEntries: 0 }))).toContain('"leftOut"')
    const receipt = await app.locator('role:checkbox').first().click()
    expect(receipt.toString({ maxLines: 12 }).split('\n').slice(0, 3)).toEqual(String(receipt).split('\n'))
    expect(receipt.toString({ maxTokens: 1 })).toContain('… and ')
    expect(() => receipt.toString({ maxLines: -1 })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  test('an entry is not pressed before its menu was, and the error says which menu is closed and what to do', async () => {
    const error = await failing(700, (timeout) => stage().app.locator('role:menuitem|name:Open').click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'visible' } })
    expect(error.message).toContain('it is in the menu "File", which is closed; use app.menu("File", "Open").click()')
    expect(stage().events()).toEqual([])
  })

  test('an entry that is in no tree may be in a menu that is closed: the error says so', async () => {
    const error = await failing(400, (timeout) => stage().app.locator('role:menuitem|name:Print').click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    expect(error.message).toContain("app.menu('File', 'Save As…')")
  })
})

const entry = (name: string, ...children: SimulatedNode[]): SimulatedNode => ({
  role: 'menuitem',
  name,
  ...(children.length > 0
    ? { expanded: false, children }
    : { on: { press: [{ set: 'said', name: `chose ${name}` }] } }),
})

test('each name of a path is an entry of the menu before it, the first of the bar: not one further down', async () => {
  const chosen = entry('Edit')
  chosen.on = { press: [{ set: 'said', name: 'chose the tool bar' }] }
  await using place = await program([
    { role: 'text', key: 'said', name: 'Nothing' },
    {
      role: 'menubar',
      children: [
        entry('View', entry('Tool bars', chosen), entry('Wrap', entry('Paste'))),
        entry('Edit', entry('Paste'), entry('Special', entry('Paste text'))),
      ],
    },
  ])
  const { app } = place
  const says = (name: string) => ({ verify: { exists: `role:text|name:"${name}"` } })
  expect(await app.menu('Edit', 'Paste').click(says('chose Paste'))).toMatchObject({ effect: 'verified' })
  expect(await app.menu('View', 'Tool bars', 'Edit').click(says('chose the tool bar'))).toMatchObject({
    effect: 'verified',
  })
  expect(await app.menu('Edit', 'Special', 'Paste text').click(says('chose Paste text'))).toMatchObject({
    effect: 'verified',
  })
  for (const path of [
    ['Tool bars', 'Edit'],
    ['View', 'Edit'],
  ]) {
    const error = await failing(700, (timeout) => app.menu(...path).click({ timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { path } })
  }
})
