import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { headless } from './support/settled.js'

// 😀 is one character to GTK and two UTF-16 units to Qt and to JavaScript. What the form says that it got is the judge.
test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)(
  '%s: caret, insertion and selection count UTF-16 units, whatever the toolkit counts',
  async (toolkit) => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    const customer = app.locator('role:textbox|name:Customer')
    await customer.fill('a😀b')
    await customer.setCaret(3)
    await customer.insertText('x😀')
    await form.received({ event: 'text', name: 'Customer', value: 'a😀x😀b' })
    await customer.focus()
    await customer.selectText({ start: 1, end: 4 })
    await customer.pressSequentially('y')
    await form.received({ event: 'text', name: 'Customer', value: 'ay😀b' })
    await expect(customer.setCaret(6)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { length: 5 } })
    expect(await customer.inputValue()).toBe('ay😀b')
  },
)

// A click that gives a field the focus moves its caret, and GTK 3 selects all of a field that gets it.
test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)(
  '%s: keys go to the caret of a field that does not have the focus yet',
  async (toolkit) => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    const customer = app.locator('role:textbox|name:Customer')
    await customer.fill('a text that is longer than half of its field')
    await app.locator('role:textbox|name:Notes').press('Home')
    await customer.setCaret(2)
    await customer.pressSequentially('XX')
    expect(await customer.inputValue()).toBe('a XXtext that is longer than half of its field')
    expect(await customer.selectedRange()).toEqual({ start: 4, end: 4 })
    await app.locator('role:textbox|name:Notes').press('Home')
    await customer.selectText({ start: 2, end: 4 })
    await customer.press('Delete')
    expect(await customer.inputValue()).toBe('a text that is longer than half of its field')
  },
)

// What is typed goes to the caret, and the selection alone is deleted: KTextEditor selects without moving it.
test('selectText() brings the caret to what it selects, in an editor of Qt that leaves it elsewhere', async () => {
  await using place = await headless()
  const program = fileURLToPath(new URL('../fixtures/apps/caret.py', import.meta.url))
  const child = place.session.spawn('/usr/bin/python3', [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      said.push(JSON.parse(line).name)
      resolve()
    })
  })
  const app = await place.desktop.app({ pid: child.pid as number })
  const receipt = await app.getByRole('textbox').selectText({ start: 4, end: 7 })
  expect(receipt).toMatchObject({ effect: 'verified', route: 'text' })
  expect(said.at(-1)).toBe('7 4-7')
  child.kill('SIGKILL')
})

// A double click selects the word below it: whether the bounds of a word are where it is, the toolkit says.
test.each(['gtk3', 'qt5', 'qt6'] as const)('%s: a word is where its bounds say', async (toolkit) => {
  await using place = await headless()
  const form = await Form.start(place.session, toolkit)
  const app = await place.desktop.app({ pid: form.pid })
  const customer = app.locator('role:textbox|name:Customer')
  await customer.fill('Ann 😀 Smith')
  const range = { start: 7, end: 12 }
  const bounds = await customer.boundingBox({ range })
  if (bounds === undefined) throw new Error('The word has no bounds.')
  await place.desktop.point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2).dblclick()
  await expect.poll(() => customer.selectedRange()).toEqual(range)
})

test('GTK 4 tells no bounds of texts, and that is said', async () => {
  await using place = await headless()
  const form = await Form.start(place.session, 'gtk4')
  const app = await place.desktop.app({ pid: form.pid })
  const customer = app.locator('role:textbox|name:Customer')
  await customer.fill('Ann')
  await expect(customer.boundingBox({ range: { start: 0, end: 3 } })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test.each(['gtk3', 'qt5', 'qt6'] as const)(
  '%s: a click at a point, and a middle one that presses nothing',
  async (toolkit) => {
    await using place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    await app.waitForIdle()
    const bounds = await app.locator('role:button|name:Save').boundingBox()
    expect(bounds).toBeDefined()
    const { x, y, width, height } = bounds as NonNullable<typeof bounds>
    const point = place.desktop.point(x + width / 2, y + height / 2)
    expect(await point.click({ button: 'middle' })).toMatchObject({ route: 'input', element: { name: 'Save' } })
    expect(form.events.filter(({ event }) => event === 'clicked')).toEqual([])
    expect(await point.click()).toMatchObject({ route: 'input', element: { name: 'Save' } })
    await form.received({ event: 'clicked', name: 'Save' })
  },
)
