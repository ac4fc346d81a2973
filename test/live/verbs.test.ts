import { describe, expect, test } from 'vitest'
import { Form, type FormToolkit } from './support/form.js'
import { headless } from './support/settled.js'

/** How the order form's controls are found where toolkits name them differently. */
interface Controls {
  bold: string
  large: string
  advanced: string
  edit: string
  country: string
}

// GTK 3 and the simulated desktop have the whole contract suite (test/contract); these have what is special to them.
const TOOLKITS: Partial<Record<FormToolkit, Controls>> = {
  // Radio buttons are check boxes, and the tab's name is its label's. Frames name what is in them.
  gtk4: {
    bold: 'role:button|name:Bold',
    large: 'role:checkbox|name:Large',
    advanced: 'role:tab|has:(name:Advanced)',
    edit: 'role:button|name:"Edit Shipping"',
    country: 'role:combobox|name:Country',
  },
  // A combo box is named by what it shows, a toggle button is a check box.
  qt5: {
    bold: 'role:checkbox|name:Bold',
    large: 'role:radio|name:Large',
    advanced: 'role:tab|name:Advanced',
    edit: 'role:group|name:Shipping >> role:button|name:Edit',
    country: 'role:combobox',
  },
  qt6: {
    bold: 'role:checkbox|name:Bold',
    large: 'role:radio|name:Large',
    advanced: 'role:tab|name:Advanced',
    edit: 'role:group|name:Shipping >> role:button|name:Edit',
    country: 'role:combobox',
  },
}

describe.each(Object.entries(TOOLKITS) as [FormToolkit, Controls][])('the form with %s', (toolkit, controls) => {
  async function show() {
    const place = await headless()
    const form = await Form.start(place.session, toolkit)
    const app = await place.desktop.app({ pid: form.pid })
    await app.window()
    const count = (event: string) => form.events.filter((received) => received.event === event).length
    return { form, app, count, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
  }

  test('each of several quick clicks is one click', async () => {
    await using stage = await show()
    const { app, form, count } = stage
    for (let i = 0; i < 4; i++) await app.locator('role:button|name:Count').click()
    await app.locator('name:"Count 4"').first().waitFor({ state: 'attached' })
    expect(count('clicked')).toBe(4)
    await app.locator('role:button|name:Save').click({ route: 'input' })
    await form.received({ event: 'clicked', name: 'Save' })
    await app.locator(controls.edit).click()
    await form.received({ event: 'clicked', name: 'Edit shipping' })
  })

  test('check, toggle, select', async () => {
    await using stage = await show()
    const { app, form } = stage
    expect(await app.locator('role:checkbox|name:Accept').check()).toMatchObject({ confirmed: true })
    await form.received({ event: 'toggled', name: 'Accept', value: true })
    expect(await app.locator('role:checkbox|name:Accept').check()).toMatchObject({ route: 'none' })
    await app.locator('role:button|name:Submit').click()
    await form.received({ event: 'clicked', name: 'Submit' })
    await app.locator(controls.large).check()
    await form.received({ event: 'toggled', name: 'Large', value: true })
    await app.locator(controls.advanced).select()
    await form.received({ event: 'tab', value: 'Advanced' })
    await app.locator('role:button|name:Reset').click()
    await form.received({ event: 'clicked', name: 'Reset' })
  })

  test('fill, clear, type and press', async () => {
    await using stage = await show()
    const { app, form } = stage
    const customer = app.locator('role:textbox|name:Customer')
    await customer.fill('Ünïcödé ✓')
    await form.received({ event: 'text', name: 'Customer', value: 'Ünïcödé ✓' })
    expect(await customer.inputValue()).toBe('Ünïcödé ✓')
    await customer.clear()
    await customer.pressSequentially('Ada')
    await form.received({ event: 'text', name: 'Customer', value: 'Ada' })
    await customer.press('Control+a')
    await customer.press('Delete')
    await customer.fill('typed', { route: 'input' })
    expect(await customer.inputValue()).toBe('typed')
    await app.locator('role:textbox|name:Notes').fill('one\ntwo')
    await form.received({ event: 'text', name: 'Notes', value: 'one\ntwo' })
  })

  test('a password arrives and shows up nowhere', async () => {
    await using stage = await show()
    const { app, form } = stage
    const receipt = await app.locator('role:textbox|name:Password').fill('swordfish')
    await form.received({ event: 'text', name: 'Password', value: 'swordfish' })
    expect(JSON.stringify([receipt, await app.snapshot()])).not.toContain('swordfish')
  })

  test('numbers', async () => {
    await using stage = await show()
    const { app, form } = stage
    await app.locator('role:slider|name:Volume').setValue(40)
    await form.received({ event: 'value', name: 'Volume', value: 40 })
    await app.locator('role:spinbutton|name:Quantity').setValue(7)
    await form.received({ event: 'value', name: 'Quantity', value: 7 })
  })

  test('an item far down a list is scrolled to and clicked', async () => {
    await using stage = await show()
    const { app, form } = stage
    await app.locator('name:"Item 150"').first().click({ route: 'input' })
    await form.received({ event: 'selected', name: 'Items', value: 'Item 150' })
  })

  test('a dialog comes, is answered, and is gone', async () => {
    await using stage = await show()
    const { app, form } = stage
    await app.locator('role:button|name:Delete').click()
    const dialog = await app.window({ title: 'Really delete?' })
    await dialog.locator('name:Yes').first().click({ route: 'input' })
    await app.locator('name:Deleted').first().waitFor({ state: 'attached' })
    await expect.poll(async () => (await app.windows()).length).toBe(1)
    await form.received({ event: 'clicked', name: 'Delete' })
  })

  if (toolkit !== 'gtk4') {
    // GTK 4 publishes the items of a combo box without their names.
    test('an option is chosen, and the same one again is nothing to do', async () => {
      await using stage = await show()
      const { app, form } = stage
      const country = app.locator(controls.country)
      expect(await country.selectOption('Brazil')).toMatchObject({ confirmed: true })
      await form.received({ event: 'selected', name: 'Country', value: 'Brazil' })
      expect(await country.selectOption('Brazil')).toMatchObject({ route: 'none' })
      await expect(country.selectOption('Atlantis', { timeout: 2000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('a toggle button turns', async () => {
      await using stage = await show()
      const { app, form } = stage
      await app.locator(controls.bold).check()
      await form.received({ event: 'toggled', name: 'Bold', value: true })
      await app.locator(controls.bold).toggle()
      await form.received({ event: 'toggled', name: 'Bold', value: false })
    })
  }
})
