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
