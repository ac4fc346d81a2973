import { describe, expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { widgets } from './support/widgets.js'

describe.each(['5', '6'])('fields of Qt %s', (version) => {
  test('number, date and time fields have what they show for a value, and take it by fill()', async () => {
    await using place = await widgets(version)
    const { named, saved } = place
    expect(await named('Day').inputValue()).toBe('01.01.2024')
    expect(await named('Time').inputValue()).toBe('08:00:00')
    expect(await named('Day').fill('24.12.2025')).toMatchObject({ effect: 'verified' })
    expect(await named('Time').fill('17:45')).toMatchObject({ effect: 'verified' })
    expect(await named('Count').fill('7')).toMatchObject({ effect: 'verified' })
    expect(await named('Price').fill('3.25')).toMatchObject({ effect: 'verified' })
    expect(await saved()).toMatchObject({ count: '7', price: '3.25', day: '2025-12-24', time: '17:45:00' })
  })

  test('setValue() of a date field is not verified, and leaves the date', async () => {
    await using place = await widgets(version)
    const { named, saved } = place
    const error = await failure(named('Day').setValue(20251224, { timeout: 3000 }))
    expect(error).toMatchObject({ code: 'VERIFY_FAILED' })
    expect(await named('Day').inputValue()).toBe('01.01.2024')
    await named('Count').setValue(12)
    expect(await saved()).toMatchObject({ count: '12', day: '2024-01-01' })
  })

  test('a text that a date field does not take fails, and the error says what it shows', async () => {
    await using place = await widgets(version)
    const error = await failure(place.named('Day').fill('tomorrow', { timeout: 3000 }))
    expect(error.code).toBe('VERIFY_FAILED')
    expect(error.message).toMatch(/afterwards and is ".*"/)
    expect(await place.saved()).toMatchObject({ day: '2024-01-01' })
  })

  test('a masked field takes a text without what its mask adds', async () => {
    await using place = await widgets(version)
    const { named, saved } = place
    expect(await named('Address').fill('192168001001')).toMatchObject({ effect: 'verified' })
    expect(await named('Phone').fill('5551234567')).toMatchObject({ effect: 'verified' })
    expect(await saved()).toMatchObject({ address: '192.168.001.001', phone: '(555) 123-4567' })
    expect(await named('Address').fill('10.0.0.7')).toMatchObject({ effect: 'verified' })
    expect(await saved()).toMatchObject({ address: '10.0.0.7' })
  })
})

describe.each(['5', '6'])('combo boxes of Qt %s', (version) => {
  test('one is named by its label, and its value is what it shows', async () => {
    await using place = await widgets(version)
    const colour = place.app.locator('role:combobox|name:Colour')
    expect(await colour.inputValue()).toBe('Red')
    expect(await colour.selectOption('Blue')).toMatchObject({ effect: 'verified' })
    expect(await colour.inputValue()).toBe('Blue')
    const big = place.app.locator('role:combobox|name:Big')
    for (const option of ['Item 29', 'Item 0', 'Item 58', 'Item 57'])
      expect(await big.selectOption(option)).toMatchObject({ effect: 'verified' })
    expect(await place.saved()).toMatchObject({ colour: 'Blue', big: 'Item 57' })
  })

  test('fill() of an editable one goes to its entry', async () => {
    await using place = await widgets(version)
    const find = place.app.locator('role:combobox|name:"Find:"')
    expect(await find.fill('needle')).toMatchObject({ effect: 'verified' })
    expect(await find.inputValue()).toBe('needle')
    expect(await place.saved()).toMatchObject({ find: 'needle' })
    const error = await failure(place.app.locator('role:combobox|name:Colour').fill('Blue', { timeout: 2000 }))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no', details: { check: 'editable' } })
  })

  test('selectOption() without such an option closes the list again', async () => {
    await using place = await widgets(version)
    const colour = place.app.locator('role:combobox|name:Colour')
    const error = await failure(colour.selectOption('Pink', { timeout: 3000 }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { options: ['Red', 'Green', 'Blue'] } })
    expect(await place.app.locator('role:listitem|name:Green|visible:true').count()).toBe(0)
    expect(await place.saved()).toMatchObject({ colour: 'Red' })
  })
})
