import { expect, test } from 'vitest'
import { brief, SOON } from '../patience.js'
import { failing } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('name, role, description and states', async () => {
    const save = at('name:Save')
    expect(await save.name()).toBe('Save')
    expect(await save.role()).toBe('button')
    expect(await save.description()).toBe('')
    expect(await save.states()).toEqual(expect.arrayContaining(['enabled', 'visible']))
  })

  test('what is read is what matched: of what went before it was read nothing is said', async () => {
    const { app } = stage()
    const ready = at('role:text|name:Ready')
    expect(await ready.name()).toBe('Ready')
    const { native } = ready.scope
    const find = native.find.bind(native)
    // Between what finds it and what reads it, the application writes something else there.
    const turn = (from: string, by: string) => {
      const findThenChange: typeof native.find = async (...given) => {
        const found = await find(...given)
        Reflect.deleteProperty(native, 'find')
        await app.locator(by).click()
        await at(`role:text|name:${from}`).waitFor({ state: 'detached' })
        return found
      }
      Object.defineProperty(native, 'find', { configurable: true, value: findThenChange })
    }
    turn('Ready', 'role:button|name:Save')
    const error = await ready.states({ timeout: brief(4_000) }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    // Its name it has told already.
    turn('Saved', 'role:button|name:Count')
    expect(await at('role:text|name:Saved').name()).toBe('Saved')
  })

  test('what comes after a list is not in it, however early it is read', async () => {
    const snapshot = await stage().app.snapshot()
    expect(snapshot.findAll('name:Items >> name:"Item 0"')).not.toHaveLength(0)
    expect(snapshot.findAll('name:Ready')).toHaveLength(1)
    expect(snapshot.findAll('name:Items >> name:Ready')).toHaveLength(0)
  })

  test('a shortcut is spelled as press() takes it', async () => {
    const snapshot = await stage().app.snapshot()
    expect(snapshot.find('role:menuitem|name:Open')?.shortcut).toBe('Control+o')
    expect(snapshot.find('role:menuitem|name:Quit')?.shortcut).toBeUndefined()
    expect(await at('shortcut:control+o').all()).toHaveLength(1)
    expect(await at('shortcut:control+o').name()).toBe('Open')
  })

  test('bounds are inside the window that holds the element', async () => {
    const bounds = await at('role:button|name:Save').boundingBox()
    const window = await (await stage().app.window()).boundingBox()
    if (bounds === undefined || window === undefined) throw new Error('no bounds')
    expect(bounds.width).toBeGreaterThan(0)
    expect(bounds.x).toBeGreaterThanOrEqual(window.x)
    expect(bounds.y).toBeGreaterThanOrEqual(window.y)
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(window.x + window.width)
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(window.y + window.height)
  })

  test('what is enabled, editable, visible, checked, selected', async () => {
    expect(await at('role:button|name:Submit').isEnabled()).toBe(false)
    expect(await at('role:button|name:Save').isEnabled()).toBe(true)
    expect(await at('role:textbox|name:Customer').isEditable()).toBe(true)
    expect(await at('role:button|name:Save').isEditable()).toBe(false)
    expect(await at('role:button|name:Save').isVisible()).toBe(true)
    expect(await at('role:button|name:Nothing').isVisible()).toBe(false)
    expect(await at('role:tab|name:General').isSelected()).toBe(true)
    await expect(at('role:button|name:Save').isChecked()).rejects.toMatchObject({ code: 'NOT_ACTIONABLE' })
  })

  test('count, exists and all do not wait', async () => {
    const began = performance.now()
    expect(await at('role:button|name:Edit').count()).toBe(2)
    expect(await at('role:button|name:Nothing').count()).toBe(0)
    expect(await at('role:button|name:Nothing').exists()).toBe(false)
    expect(await at('role:button|name:Save').exists()).toBe(true)
    expect(await at('role:button|name:Nothing').all()).toEqual([])
    expect(performance.now() - began).toBeLessThan(SOON)
    const names = await Promise.all((await at('role:button|name:Edit').all()).map((edit) => edit.name()))
    expect(names).toEqual(['Edit', 'Edit'])
  })

  test('a read of several is AMBIGUOUS, of none NOT_FOUND', async () => {
    await expect(at('role:button|name:Edit').name()).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    const missing = await failing(1000, (timeout) => at('role:button|name:Nothing').name({ timeout }))
    expect(missing).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('textContent is what a person reads in it', async () => {
    expect(await at('role:radio|name:Large').textContent()).toBe('Large')
  })

  test('tree is the outline of a part, with refs that can be used', async () => {
    const tree = await at('role:group|name:Billing').tree()
    const ref = tree.match(/button "Edit" (e\d+)/)?.[1]
    await stage().app.locator(`ref:${ref}`).click()
    await stage().received({ event: 'clicked', name: 'Edit billing' })
  })

  test('snapshot of a part has that part as its root', async () => {
    const snapshot = await at('role:group|name:Billing').snapshot()
    expect(snapshot.root.name).toBe('Billing')
    expect(snapshot.find('role:button')?.name).toBe('Edit')
    expect(snapshot.find('name:Shipping')).toBeUndefined()
  })

  test('a snapshot of the application is complete and knows its nodes', async () => {
    const snapshot = await stage().app.snapshot()
    expect(snapshot.complete).toBe(true)
    expect(snapshot.cuts).toEqual([])
    const save = snapshot.find('role:button|name:Save')
    expect(save?.parent?.children).toContain(save)
    expect(save?.path).toMatch(/window "Order form" > .*button "Save"$/)
    expect(snapshot.findAll(save?.selector ?? '')).toEqual([save])
    expect(snapshot.byRef(save?.ref ?? '')).toBe(save)
    expect([...snapshot.root.descendants()]).toHaveLength(snapshot.size - 1)
  })

  test('what takes a number says from which to which', async () => {
    const quantity = (await stage().app.snapshot()).find('role:spinbutton|name:Quantity')
    expect(quantity?.attributes).toMatchObject({ min: '1', max: '99' })
    expect(await at('role:spinbutton|attr:max=99').count()).toBe(1)
  })

  test('a snapshot does not change when the application does', async () => {
    const before = await stage().app.snapshot()
    await at('role:button|name:Save').click()
    await at('role:text|name:Saved').waitFor({ state: 'attached' })
    expect(before.find('role:text|name:Saved')).toBeUndefined()
    expect((await stage().app.snapshot()).find('role:text|name:Saved')).toBeDefined()
  })

  test('a budget of nodes is kept, and the tree says that it is cut', async () => {
    const snapshot = await stage().app.snapshot({ maxNodes: 10 })
    expect(snapshot.size).toBeLessThanOrEqual(10)
    expect(snapshot.complete).toBe(false)
    expect(snapshot.cuts.map(({ reason }) => reason)).toContain('budget')
  })

  test('screenshot and highlight are PNG files of the part and of the screen', async () => {
    const bounds = await at('role:button|name:Save').boundingBox()
    const png = await at('role:button|name:Save').screenshot()
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([bounds?.width, bounds?.height])
    const [{ bounds: screen } = { bounds: undefined }] = await stage().desktop.displays()
    const picture = await at('role:button|name:Edit').highlight()
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([screen?.width, screen?.height])
  })
})
