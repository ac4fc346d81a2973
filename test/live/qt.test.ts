import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Form } from './support/form.js'
import { expectTruth, headless, settled } from './support/settled.js'
import type { Rule } from './support/truth.js'

test('kcalc (Qt 5): names, roles, states, structure and bounds are those that libatspi reads', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const app = await desktop.launch('kcalc')
  const { snapshot } = await expectTruth(session, app, { atLeast: 180 })
  expect(snapshot.complete).toBe(true)
  expect(app.toolkit).toMatch(/^Qt 5/)
})

const CLOSED: Rule = {
  name: 'the list of a closed combo box does not show',
  because: 'Qt says of its items, and Qt 5 of the list, that they show; the list has no size then',
  explains: ({ what, path, detail }) =>
    what === 'states' && detail === '-visible' && /> combo box "[^"]*" > list/.test(path),
}

const FOCUSED = 12

const CURRENT_TAB: Rule = {
  name: 'the current tab is selected',
  because: 'Qt says of its current tab that it is focused, whatever has the keyboard, and of none that it is selected',
  explains: ({ what, truth, detail }) =>
    what === 'states' &&
    truth?.role === 'page tab' &&
    (truth.states.includes(FOCUSED) ? /^\+selected -focused$/ : /^\+selected=false$/).test(detail),
}

const LABELLED: Rule = {
  name: 'a combo box is called by its label, a spin button can be edited',
  because: 'Qt calls a combo box by what is chosen in it, and says of no spin button that it is editable',
  explains: ({ what, ours, truth, detail }) =>
    (what === 'name' && truth?.role === 'combo box' && ours?.value === truth.name) ||
    (what === 'states' && truth?.role === 'spin button' && detail === '+editable'),
}

test.each(['qt5', 'qt6'] as const)('the form with %s: the same', async (toolkit) => {
  await using place = await headless()
  const { session, desktop } = place
  const form = await Form.start(session, toolkit)
  const app = await desktop.app({ pid: form.pid })
  const { snapshot } = await expectTruth(session, app, { atLeast: 250, rules: [CLOSED, CURRENT_TAB, LABELLED] })
  expect(snapshot.findAll('name:Items >> role:listitem')).toHaveLength(200)
})

test('a Qt 6 program with 2,000 widgets: the same; only what shows is a part of it, cut where it leaves out', async () => {
  await using place = await headless()
  const { session, desktop } = place
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'many_widgets_qt.py')
  const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, '6', '250'] })
  const { snapshot } = await expectTruth(session, app, { atLeast: 2000, rules: [CURRENT_TAB] })
  const showing = await app.snapshot({ onlyVisible: true })
  expect(showing.size).toBeLessThan(snapshot.size)
  expect(showing.findAll('role:button|visible:true').map((node) => node.name)).toEqual(
    snapshot.findAll('role:button|visible:true').map((node) => node.name),
  )
  expect(new Set(showing.cuts.map((cut) => cut.reason))).toEqual(new Set(['hidden']))
  expect((await settled(app, 2000)).complete).toBe(true)
})

test.each(['5', '6'])(
  'Qt %s: what was closed and is kept stays in the tree, hidden; what is deleted leaves it',
  async (version) => {
    await using place = await headless()
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'dock_qt.py')
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const button = (name: string) => `role:button|name:"${name}"`
    const closed = async (name: string) => {
      const gone = { notExists: button(name) }
      const receipt = await app.locator(button(name)).last().click({ verify: gone })
      expect(receipt).toMatchObject({ effect: 'verified', heldBefore: false })
      return (await app.locator(button(name)).exists()) ? 'hidden' : 'left'
    }
    expect(await closed('Close')).toBe('hidden')
    await app.locator(button('Open kept')).click({ verify: { exists: button('Kept') } })
    expect(await closed('Kept')).toBe('hidden')
    await app.locator(button('Open once')).click({ verify: { exists: button('Once') } })
    expect(await closed('Once')).toBe('left')
  },
)

test.each(['5', '6'])(
  'Qt %s: a dock behind another, and the header of a hidden column, do not show; its tab says which is in front',
  async (version) => {
    await using place = await headless()
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'docks_qt.py')
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const shown = async (role: string) =>
      (await app.snapshot()).findAll(`role:${role}|name:*|visible:true`).map((node) => node.name)
    const inDocks = async () => (await shown('button')).filter((name) => name === 'Clear' || name === 'Draw')
    expect(await shown('columnheader')).toEqual(['Part', 'Place'])
    expect(await inDocks()).toEqual(['Draw'])
    // The same element by element, and of one alone.
    expect(await app.locator('role:button|name:Clear').isVisible()).toBe(false)
    expect(await app.locator('role:columnheader|visible:true').count()).toBe(2)
    const selected = () => Promise.all(['Log', 'Plot'].map((name) => app.locator(`role:tab|name:${name}`).isSelected()))
    expect(await selected()).toEqual([false, true])
    await app.locator('role:tab|name:Log').click({ verify: { exists: 'role:button|name:Clear' } })
    expect(await inDocks()).toEqual(['Clear'])
    expect(await selected()).toEqual([true, false])
    // The bar has the keyboard, and not the tab that Qt says of.
    expect(await app.locator('role:tab|focused:true').count()).toBe(0)
    expect(await app.locator('role:button|name:Clear').isVisible()).toBe(true)
  },
)

test.each(['5', '6'])(
  'Qt %s: what is on unseen pages, in closed menus and closed combo boxes does not show',
  async (version) => {
    await using place = await headless()
    const { desktop } = place
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'pages_qt.py')
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    await app.locator('role:text|name:First page').waitFor()
    const shown = async () => (await app.snapshot()).findAll('name:*|visible:true').map((node) => node.name)
    const first = [
      'First page',
      'First red',
      'First group',
      'In First group',
      'First front',
      'First tab',
      'First other tab',
    ]
    const others = ['Pages', 'pages', 'File', 'Turn the page', 'Ready']
    // Qt 5 names a combo box by what it shows, Qt 6 by its own name; a bar of tabs has the name of its current one.
    const plain = (names: (string | undefined)[]) =>
      [...new Set(names.map((name) => name?.replace(' choice', ' red')))].sort()
    expect(plain(await shown())).toEqual(plain([...first, ...others]))
    // Read without places, and element by element, what shows is the same.
    const snapshot = await app.snapshot()
    expect(await app.locator('visible:true').count()).toBe(snapshot.findAll('visible:true').length)
    expect(await app.locator('role:listitem|name:First red').isVisible()).toBe(false)
    expect(await app.locator('role:checkbox|name:Second group').isVisible()).toBe(false)
    expect(await app.locator('role:menuitem|name:Open').isVisible()).toBe(false)
    const outline = await app.tree()
    for (const name of ['Open', 'Save', 'notes.txt', 'Second', 'Hidden', 'green']) expect(outline).not.toContain(name)
    expect(
      await app
        .locator('role:combobox')
        .all()
        .then((boxes) => Promise.all(boxes.map((one) => one.isVisible()))),
    ).toEqual(snapshot.findAll('role:combobox').map((box) => box.states.includes('visible')))

    await app.locator('role:button|name:Turn the page').click()
    await app.locator('role:text|name:Second page').waitFor({ state: 'visible' })
    expect(await app.locator('role:checkbox|name:Second group').isVisible()).toBe(true)
    expect(await app.locator('role:checkbox|name:First group').isVisible()).toBe(false)

    await app.locator('role:menuitem|name:File').click()
    await app.locator('role:menuitem|name:Open').waitFor({ state: 'visible' })
    expect(await app.tree()).toContain('menuitem "Open"')
    await app.locator('role:menuitem|name:Open').click()
    await app.locator('role:text|name:Opened').waitFor()
  },
)

test.each(['5', '6'])(
  'Qt %s: a field that was set is taken by a program that waits for the end of editing',
  async (version) => {
    await using place = await headless()
    const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'fields_qt.py')
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const number = app.locator('role:SpinButton|name:Number')
    await number.setValue(42, { verify: { exists: 'name:"Number 42"' } })
    await number.setValue(7, { verify: { exists: 'name:"Number 7"' } })
    await app.locator('role:TextBox|name:Word').fill('mill', { verify: { exists: 'name:"Word mill"' } })
    const choice = app.locator('role:ComboBox >> role:TextBox')
    await choice.fill('steam', { verify: { exists: 'name:"Choice steam"' } })
    // It stays where the user is, and nothing was pressed.
    expect(await choice.isFocused()).toBe(true)
    expect(await app.locator('role:Text|name:"not pressed"').exists()).toBe(true)
  },
)

test.each(['5', '6'])('Qt %s: an option is chosen in a list that hangs out of its window', async (version) => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'fields_qt.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
  const colour = app.locator('role:ComboBox|rightof:(name:Colour)|first')
  expect(await colour.selectOption('Violet')).toMatchObject({ confirmed: true, route: 'input' })
  expect(await colour.inputValue()).toBe('Violet')
})

test.each(['5', '6'])('Qt %s: the pointer presses nothing beside what is scrolled out', async (version) => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'fields_qt.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
  const second = app.locator('role:Button|name:Second')
  await second.click({ route: 'input', verify: { exists: 'name:"second pressed"' } })
  // By its place it lay over the default button before.
  expect(await app.locator('role:Text|name:"not pressed"').exists()).toBe(true)
})

// What it implements is not asked again (quirks/interfaces.h); what it is has to be, and no state tells.
test.each(['5', '6'])('Qt %s: a button that can be checked from now on is a check box', async (version) => {
  await using place = await headless()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'kinds_qt.py')
  const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
  expect((await app.snapshot()).findAll('role:button')).toHaveLength(3)
  await app.locator('role:button|name:Turn').click({ verify: { exists: 'role:checkbox|name:Plain' } })
  await app.locator('role:checkbox|name:Plain').check()
  const snapshot = await app.snapshot()
  expect(snapshot.findAll('role:checkbox').map(({ name }) => name)).toEqual(['Plain'])
  expect(snapshot.find('role:button|name:Bare')?.actions).toContain('ShowMenu')
})

test.each(['qt5', 'qt6'] as const)('%s: a slider that is moved is announced with its value', async (toolkit) => {
  await using place = await headless()
  const form = await Form.start(place.session, toolkit)
  const app = await place.desktop.app({ pid: form.pid })
  const slider = app.getByRole('slider', { name: 'Volume' })
  await slider.waitFor()
  const announced: string[] = []
  const stop = new AbortController()
  const ended = (async () => {
    for await (const { kind, detail } of app.events({ signal: stop.signal })) announced.push(`${kind} ${detail}`)
  })().catch(() => {})
  await slider.setValue(3)
  await expect.poll(() => announced).toContain('value PropertyChange:accessible-value')
  stop.abort()
  await ended
})
