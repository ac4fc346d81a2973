import { expect, test } from 'vitest'
import { Form, type FormToolkit } from './support/form.js'
import { headless, type Place } from './support/settled.js'

async function formIn({ session, desktop }: Place, toolkit: FormToolkit) {
  const form = await Form.start(session, toolkit)
  return { form, app: await desktop.app({ pid: form.pid }) }
}

test.each(['gtk3', 'qt5', 'qt6'] as const)(
  '%s: what is typed has arrived before the next native action, which would overtake it',
  async (toolkit) => {
    await using place = await headless()
    const { form, app } = await formIn(place, toolkit)
    const text = 'Grüße an alle 世界, und noch 😀 ein langer Satz danach'
    const receipt = await app.locator('role:textbox|name:Customer').pressSequentially(text)
    await app.locator('role:button|name:Save').click()
    expect(receipt.confirmed).toBe(true)
    await form.received({ event: 'clicked', name: 'Save' })
    const typed = form.events.findIndex((event) => event.name === 'Customer' && event.value === text)
    const clicked = form.events.findIndex((event) => event.event === 'clicked')
    expect(typed).toBeGreaterThanOrEqual(0)
    expect(typed).toBeLessThan(clicked)
  },
)

// GTK 4 was read as having no text at all where it has an empty one.
test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)(
  '%s: an empty field says that it is, and what is typed into it is verified',
  async (toolkit) => {
    await using place = await headless()
    const { app } = await formIn(place, toolkit)
    const customer = app.getByRole('textbox', { name: 'Customer' })
    await customer.fill('')
    expect((await app.snapshot()).findAll('role:textbox|name:Customer|value:/^$/')).toHaveLength(1)
    expect(await customer.pressSequentially('Ada')).toMatchObject({ effect: 'verified', confirmed: true })
  },
)

test.each(['gtk3', 'gtk4', 'qt5', 'qt6'] as const)(
  '%s: a text that is typed over the same one is verified, and not read while it is still coming',
  async (toolkit) => {
    await using place = await headless()
    const { app } = await formIn(place, toolkit)
    const customer = app.getByRole('textbox', { name: 'Customer' })
    const text = 'Ada Lovelace'
    for (let time = 0; time < 4; time++) {
      const receipt = await customer.fill(text, { route: 'input' })
      expect(receipt).toMatchObject({ effect: 'verified' })
      expect(receipt.toString()).not.toContain('the field shows')
      expect(await customer.inputValue()).toBe(text)
    }
  },
)
