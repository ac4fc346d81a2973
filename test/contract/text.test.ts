import { expect, test } from 'vitest'
import type { Rect } from '../../lib/sdk/index.js'
import { contract } from './stage.js'

// Places in a text are UTF-16 units, as JavaScript counts, whatever the toolkit does: 😀 is two of them.

contract((stage) => {
  const customer = () => stage().app.locator('role:textbox|name:Customer')

  test('insertText puts text at the caret that setCaret placed', async () => {
    await customer().fill('a😀b')
    expect(await customer().setCaret(3)).toMatchObject({ route: 'text', confirmed: true })
    expect(await customer().insertText('xy')).toMatchObject({ route: 'text', confirmed: true })
    expect(await customer().inputValue()).toBe('a😀xyb')
    await customer().insertText('z')
    expect(await customer().inputValue()).toBe('a😀xyzb')
  })

  test('what selectText selects is replaced by what is typed', async () => {
    await customer().fill('a😀bc')
    await customer().focus()
    expect(await customer().selectText({ start: 1, end: 4 })).toMatchObject({ route: 'text', confirmed: true })
    await customer().pressSequentially('y')
    expect(await customer().inputValue()).toBe('ayc')
    await customer().selectText({ start: 0, end: 1 })
    await customer().selectText({ start: 1, end: 2 })
    await customer().press('Delete')
    await expect.poll(() => customer().inputValue()).toBe('ac')
  })

  test('selectedRange tells what is selected, or where the caret is', async () => {
    await customer().fill('a😀bc')
    await customer().selectText({ start: 1, end: 4 })
    expect(await customer().selectedRange()).toEqual({ start: 1, end: 4 })
    await customer().setCaret(3)
    expect(await customer().selectedRange()).toEqual({ start: 3, end: 3 })
  })

  test('boundingBox of a range is where that part of the text is', async () => {
    await customer().fill('Ann Smith')
    const field = (await customer().boundingBox()) as Rect
    const part = async (start: number, end: number) => (await customer().boundingBox({ range: { start, end } })) as Rect
    const [first, second] = [await part(0, 3), await part(4, 9)]
    for (const { x, y, width, height } of [first, second]) {
      expect(x).toBeGreaterThanOrEqual(field.x)
      expect(x + width).toBeLessThanOrEqual(field.x + field.width)
      expect(y).toBeGreaterThanOrEqual(field.y)
      expect(y + height).toBeLessThanOrEqual(field.y + field.height)
    }
    expect(first.width).toBeGreaterThan(0)
    expect(second.x).toBeGreaterThanOrEqual(first.x + first.width)
    const refused = { code: 'INVALID_ARGUMENT', details: { length: 9, offset: 10 } }
    await expect(part(0, 10)).rejects.toMatchObject(refused)
    await expect(part(3, 1)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('of a protected text neither is told', async () => {
    const password = stage().app.locator('name:Password|protected:true')
    await expect(password.selectedRange()).rejects.toMatchObject({ code: 'REFUSED' })
    await expect(password.boundingBox({ range: { start: 0, end: 1 } })).rejects.toMatchObject({ code: 'REFUSED' })
  })

  test('a place that the text does not have is INVALID_ARGUMENT, with how long it is', async () => {
    await customer().fill('a😀b')
    const refused = { code: 'INVALID_ARGUMENT', sent: 'no', details: { length: 4, offset: 5 } }
    await expect(customer().setCaret(5)).rejects.toMatchObject(refused)
    await expect(customer().selectText({ start: 0, end: 5 })).rejects.toMatchObject(refused)
  })

  test('insertText by the keyboard, where that is asked for', async () => {
    await customer().fill('ab')
    await customer().focus()
    await customer().setCaret(1)
    expect(await customer().insertText('x', { route: 'input' })).toMatchObject({ route: 'input' })
    expect(await customer().inputValue()).toBe('axb')
  })

  test('deselect takes an item out, and does nothing when it is not selected', async () => {
    const item = stage().app.locator('name:"Item 1"|role:listitem')
    await item.select()
    expect(await item.deselect()).toMatchObject({ confirmed: true })
    expect(await item.isSelected()).toBe(false)
    expect(await item.deselect()).toMatchObject({ route: 'none' })
  })
})
