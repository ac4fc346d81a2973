import { expect, test } from 'vitest'
import { failing } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  const button = (name: string) => stage().app.locator(`role:button|name:"${name}"`)
  const customer = () => stage().app.locator('role:textbox|name:Customer')
  const count = (event: string) =>
    stage()
      .events()
      .filter((received) => received.event === event).length

  test('click takes the native route and says so', async () => {
    const receipt = await button('Save').click()
    expect(receipt.route).toBe('action')
    expect(receipt.detail).not.toBe('')
    await stage().received({ event: 'clicked', name: 'Save' })
  })

  test('click by input presses the same button', async () => {
    const receipt = await button('Save').click({ route: 'input' })
    expect(receipt.route).toBe('input')
    await stage().received({ event: 'clicked', name: 'Save' })
    await stage().app.locator('role:text|name:Saved').waitFor({ state: 'attached' })
  })

  test('each click is one click', async () => {
    await button('Count').click()
    await button('Count').click()
    await stage().app.locator('name:"Count 2"').waitFor({ state: 'attached' })
    expect(count('clicked')).toBe(2)
  })

  test('invoke does the platform action by its name', async () => {
    const [action] = (await stage().app.snapshot({ actions: true })).find('role:button|name:Save')?.actions ?? []
    const receipt = await button('Save').invoke(action ?? '')
    expect(receipt).toMatchObject({ verb: 'invoke', route: 'action' })
    await stage().received({ event: 'clicked', name: 'Save' })
  })

  test.each(['Ada Lovelace', 'Ünïcödé ✓ 東京', ' spaces  kept ', '"quoted" \\ /'])(
    'fill sets %j and reads it back',
    async (text) => {
      const receipt = await customer().fill(text)
      expect(receipt).toMatchObject({ verb: 'fill', confirmed: true })
      expect(await stage().received({ event: 'text', name: 'Customer', value: text })).toBeTruthy()
      expect(await customer().inputValue()).toBe(text)
    },
  )

  test('fill replaces what was there, clear empties it', async () => {
    await customer().fill('first')
    await customer().fill('second')
    expect(await customer().inputValue()).toBe('second')
    await customer().clear()
    expect(await customer().inputValue()).toBe('')
  })

  test('fill by input types it', async () => {
    await customer().fill('before')
    const receipt = await customer().fill('after', { route: 'input' })
    expect(receipt).toMatchObject({ route: 'input', confirmed: true })
    expect(await customer().inputValue()).toBe('after')
  })

  test('fill takes several lines where there is room for them', async () => {
    const notes = stage().app.locator('role:textbox|name:Notes')
    await notes.fill('one\ntwo')
    expect(await notes.inputValue()).toBe('one\ntwo')
  })

  test('a password is filled, and its value shows up nowhere', async () => {
    const password = stage().app.locator('role:textbox|name:Password')
    const receipt = await password.fill('swordfish')
    expect(await stage().received({ event: 'text', name: 'Password' })).toMatchObject({
      value: expect.stringMatching(/^.{9}$/),
    })
    await expect(password.inputValue()).rejects.toMatchObject({ code: 'REFUSED' })
    const snapshot = await stage().app.snapshot()
    expect(snapshot.find('role:textbox|name:Password')?.value).toBeUndefined()
    expect(JSON.stringify([receipt, snapshot.toJSON(), snapshot.toString()])).not.toContain('swordfish')
  })

  test('type goes where the caret is', async () => {
    await customer().fill('Ada')
    await customer().press('End')
    const receipt = await customer().pressSequentially(' Lovelace')
    expect(receipt.route).toBe('input')
    await expect.poll(() => customer().inputValue()).toBe('Ada Lovelace')
  })

  test('press presses keys with their modifiers', async () => {
    await customer().fill('to be deleted')
    await customer().press('Control+a')
    await customer().press('Delete')
    await expect.poll(() => customer().inputValue()).toBe('')
  })

  test('check and uncheck are done once and read back', async () => {
    const accept = stage().app.locator('role:checkbox|name:Accept')
    expect(await accept.isChecked()).toBe(false)
    expect(await accept.check()).toMatchObject({ confirmed: true })
    await stage().received({ event: 'toggled', name: 'Accept', value: true })
    expect(await accept.isChecked()).toBe(true)
    expect(await accept.check()).toMatchObject({ route: 'none', confirmed: true })
    expect(count('toggled')).toBe(1)
    await accept.uncheck()
    await stage().received({ event: 'toggled', name: 'Accept', value: false })
    expect(await accept.isChecked()).toBe(false)
  })

  test('check by input clicks it', async () => {
    const accept = stage().app.locator('role:checkbox|name:Accept')
    expect(await accept.check({ route: 'input' })).toMatchObject({ route: 'input', confirmed: true })
    await stage().received({ event: 'toggled', name: 'Accept', value: true })
  })

  test('a toggle button is checked when it is pressed, and toggle turns it', async () => {
    const bold = button('Bold')
    expect(await bold.isChecked()).toBe(false)
    await bold.check()
    expect(await bold.isChecked()).toBe(true)
    await bold.toggle()
    await stage().received({ event: 'toggled', name: 'Bold', value: false })
    await bold.waitFor({ state: 'unchecked' })
  })

  test('setChecked makes it what the value says, once', async () => {
    const accept = stage().app.locator('role:checkbox|name:Accept')
    expect(await accept.setChecked(true)).toMatchObject({ verb: 'setChecked', confirmed: true })
    expect(await accept.setChecked(true)).toMatchObject({ route: 'none' })
    await stage().received({ event: 'toggled', name: 'Accept', value: true })
    await accept.setChecked(false)
    await stage().received({ event: 'toggled', name: 'Accept', value: false })
    expect(count('toggled')).toBe(2)
    const wrong = accept.setChecked('yes' as unknown as boolean)
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { expected: 'true or false' } })
  })

  test('a radio button is checked, and not unchecked', async () => {
    const large = stage().app.locator('role:radio|name:Large')
    await large.check()
    await stage().received({ event: 'toggled', name: 'Large', value: true })
    expect(await stage().app.locator('role:radio|name:Small').isChecked()).toBe(false)
    await expect(large.uncheck()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
  })

  test('select selects a tab, and does nothing when it is selected', async () => {
    const advanced = stage().app.locator('role:tab|name:Advanced')
    expect(await advanced.select()).toMatchObject({ confirmed: true })
    await stage().received({ event: 'tab', value: 'Advanced' })
    expect(await advanced.isSelected()).toBe(true)
    expect(await advanced.select()).toMatchObject({ route: 'none' })
    await button('Reset').click()
    await stage().received({ event: 'clicked', name: 'Reset' })
  })

  test('selectOption chooses from a combo box, and does nothing when it is chosen', async () => {
    const country = stage().app.locator('role:combobox|name:Country')
    expect(await country.selectOption('Brazil')).toMatchObject({ confirmed: true })
    await stage().received({ event: 'selected', name: 'Country', value: 'Brazil' })
    expect(await country.selectOption('brazil')).toMatchObject({ route: 'none' })
    expect(count('selected')).toBe(1)
  })

  test('selectOption says what there is to choose from', async () => {
    const country = stage().app.locator('role:combobox|name:Country')
    const error = await failing(1000, (timeout) => country.selectOption('Atlantis', { timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { option: 'Atlantis' } })
    expect(error.message).toContain('Canada')
    expect(count('selected')).toBe(0)
  })

  test('expand and collapse are done once and read back', async () => {
    const more = stage().app.locator('name:More').filter({ expanded: false }).or('name:More|expanded:true')
    expect(await more.expand()).toMatchObject({ confirmed: true })
    await stage().received({ event: 'expanded', value: true })
    expect(await more.expand()).toMatchObject({ route: 'none' })
    await more.collapse()
    await stage().received({ event: 'expanded', value: false })
    expect(await more.isExpanded()).toBe(false)
  })

  test('setValue sets a slider and a spin box', async () => {
    const { app } = stage()
    expect(await app.locator('role:slider|name:Volume').setValue(40)).toMatchObject({ confirmed: true })
    await stage().received({ event: 'value', name: 'Volume', value: 40 })
    await app.locator('role:spinbutton|name:Quantity').setValue(7)
    await stage().received({ event: 'value', name: 'Quantity', value: 7 })
  })

  test('a number that the element does not take is refused, or VERIFY_FAILED with what it shows', async () => {
    const volume = stage().app.locator('role:slider|name:Volume')
    const error = await failing(1000, (timeout) => volume.setValue(150, { timeout }))
    expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID_ARGUMENT|VERIFY_FAILED)$/) })
  })

  test('focus gives the keyboard focus', async () => {
    await customer().focus()
    expect(await customer().isFocused()).toBe(true)
    expect(await stage().app.locator('role:textbox|name:Notes').isFocused()).toBe(false)
  })

  test('an item far down a list is scrolled to and clicked', async () => {
    const { app } = stage()
    const item = app.locator('name:"Item 150"').filter({ visible: true }).first()
    await app.locator('name:"Item 150"').first().scrollIntoView()
    await item.click({ route: 'input' })
    await stage().received({ event: 'selected', name: 'Items', value: 'Item 150' })
  })

  test('hover and scroll move nothing but the pointer and the wheel', async () => {
    expect(await button('Save').hover()).toMatchObject({ route: 'input' })
    expect(await stage().app.locator('name:Items').first().scroll({ y: 3 })).toMatchObject({ route: 'input' })
    expect(count('clicked')).toBe(0)
  })

  test('doubleClick is two clicks', async () => {
    await button('Count').dblclick()
    await expect.poll(() => count('clicked')).toBe(2)
  })

  test('a menu is opened and its item chosen', async () => {
    const { app } = stage()
    await app.locator('(role:menu, role:menuitem)|name:File').click()
    await app.locator('role:menuitem|name:Open').click()
    await stage().received({ event: 'menu', name: 'Open' })
  })
})
