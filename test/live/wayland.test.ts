import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop, type Locator } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { FORM_TOOLKITS, Form } from './support/form.js'
import { headless } from './support/settled.js'
import { noSway } from './support/sway.js'
import { browse, LoggingPage } from './support/web.js'

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === undefined) throw new Error(`${locator} has no bounds.`)
  return box
}

test('a Wayland session without X11 says what is not possible there, and why', async () => {
  await using place = await headless()
  const environment = {
    ...place.session.environment,
    DISPLAY: undefined,
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_SESSION_TYPE: 'wayland',
  }
  await using desktop = await Desktop.open({ backend: 'linux', environment })
  const permissions = await desktop.permissions()
  expect(permissions.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'accessibility granted',
    'input denied',
    'screen denied',
  ])
  for (const { remedy } of permissions.slice(1)) expect(remedy).toContain('Wayland')
  const capabilities = await desktop.capabilities()
  const lacking = capabilities.filter(({ name }) => !['events', 'realize', 'gtk2Trees'].includes(name))
  expect(lacking.map(({ available }) => available)).toEqual(lacking.map(() => false))
  for (const { reason } of lacking) expect(reason).toContain('Wayland')
  const refused = { code: 'UNSUPPORTED', sent: 'no', message: expect.stringContaining('Wayland') }
  await expect(desktop.press('a')).rejects.toMatchObject(refused)
  await expect(desktop.screenshot()).rejects.toMatchObject(refused)
  await expect(desktop.mouse.move(1, 1)).rejects.toMatchObject(refused)
  const form = await Form.start(place.session, 'gtk3')
  const app = await desktop.app({ pid: form.pid })
  await expect(app.getByLabel('Customer').press('a')).rejects.toMatchObject(refused)
  await expect((await app.window()).activate()).rejects.toMatchObject(refused)
})

describe.skipIf(noSway !== '')(`on sway${noSway && ` (skipped: ${noSway})`}`, () => {
  test.each(FORM_TOOLKITS)('%s gets the click, the keys and the text that are meant for it', async (toolkit) => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })

    expect(await app.getByRole('button', { name: 'Count' }).click({ route: 'input' })).toMatchObject({ route: 'input' })
    await form.received({ event: 'clicked', name: 'Count' })
    expect(form.events.filter(({ event }) => event === 'clicked')).toHaveLength(1)

    const customer = app.getByLabel('Customer')
    // Of more characters than a keymap has spare keys, Latin, Greek, Arabic, Chinese and beyond the first plane.
    const text = `Grüße {}~ ${'αβγδεζηθικλμνξοπρστυφχψω'} مرحبا 世界 😀 ${'ąćęłńóśźżčďěňřšťůžđğış'}`
    expect(await customer.pressSequentially(text)).toMatchObject({ route: 'input' })
    await form.received({ event: 'text', name: 'Customer', value: text })
    await customer.press('Control+a')
    await customer.press('Control+c')
    await expect.poll(() => desktop.clipboard.read()).toBe(text)
    await customer.press('Backspace')
    await form.received({ event: 'text', name: 'Customer', value: '' })
  })

  test.each(['qt5', 'qt6'] as const)('the entries of menus and lists of %s are where it says', async (toolkit) => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const form = await Form.start(session, toolkit)
    const app = await desktop.app({ pid: form.pid })
    await app.getByLabel('Country').selectOption('Canada')
    await form.received({ event: 'selected', name: 'Country', value: 'Canada' })
    await app.menu('File', 'Open').click()
    await form.received({ event: 'menu', name: 'Open' })
  })

  // Of a popup that no click opened Qt makes a window, which sway puts in the middle of the screen.
  test.each(['qt5', 'qt6'] as const)(
    'the entries of a menu of %s that no click opened are where it is',
    async (toolkit) => {
      await using session = await HeadlessSession.start({ display: 'wayland' })
      const desktop = await session.desktop({ defaultTimeout: PATIENCE })
      const form = await Form.start(session, toolkit)
      const app = await desktop.app({ pid: form.pid })
      await app.menu('File', 'Open').click()
      await form.received({ event: 'menu', name: 'Open' })
      expect(form.events.filter(({ event }) => event === 'menu')).toHaveLength(1)
    },
  )

  test('programs are clicked and pictured where they are on a second display of a fractional scale', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const sway = (...said: string[]) =>
      execFileSync('swaymsg', said, { env: { ...process.env, ...session.environment } })
    sway('create_output')
    sway('output', 'HEADLESS-2', 'resolution', '1600x900', 'position', '1280', '100', 'scale', '1.5')
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    expect(await desktop.displays()).toMatchObject([{ scale: 1 }, { scale: 1.5, bounds: { x: 1280, y: 100 } }])
    for (const toolkit of FORM_TOOLKITS) {
      const form = await Form.start(session, toolkit)
      const app = await desktop.app({ pid: form.pid })
      const window = await app.window()
      await expect.poll(() => window.boundingBox()).toBeDefined()
      sway(`[pid=${form.pid}]`, 'move', 'container', 'to', 'output', 'HEADLESS-2')
      sway(`[pid=${form.pid}]`, 'focus')
      await expect.poll(async () => (await window.boundingBox())?.x).toBeGreaterThan(1280)
      const count = app.getByRole('button', { name: 'Count' })
      expect(await count.click({ route: 'input' })).toMatchObject({ route: 'input', effect: 'changed' })
      await form.received({ event: 'clicked', name: 'Count' })
      const { width = 0 } = (await count.boundingBox()) ?? {}
      const picture = PNG.sync.read(await count.screenshot())
      expect(Math.abs(picture.width - 1.5 * width), toolkit).toBeLessThanOrEqual(1)
      await form.end()
    }
  })

  // Qt calls a border what GTK calls a window.
  test.each(['5', '6'])(
    'Qt %s: what a border holds has a place, and a list that hangs out of its dialog is used',
    async (version) => {
      await using session = await HeadlessSession.start({ display: 'wayland' })
      const desktop = await session.desktop({ defaultTimeout: PATIENCE })
      const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'dialog_qt.py')
      const app = await desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
      await app.locator('role:textbox|rightof:(name:"Name:")').fill('Ada', { timeout: 5_000 })
      const kind = app.getByRole('combobox')
      await kind.selectOption('Kind 7', { timeout: 5_000 })
      await kind.selectOption('Kind 1', { timeout: 5_000 })
      expect(await app.program?.stdout()).toBe('Name Ada\nKind 7\nKind 1\n')
    },
  )

  // Qt does not say that a dialog is modal, nor does sway; an action of what is below one takes effect all the same.
  test.each(['qt5', 'qt6'] as const)(
    'below a dialog of %s that may be modal only the pointer is used, as a person would',
    async (toolkit) => {
      await using session = await HeadlessSession.start({ display: 'wayland' })
      const desktop = await session.desktop({ defaultTimeout: PATIENCE })
      const form = await Form.start(session, toolkit)
      const app = await desktop.app({ pid: form.pid })
      await app.getByRole('button', { name: 'Delete' }).click({ verify: { exists: 'role:button|name:No' } })
      expect(await (await app.window({ title: 'Really delete?' })).modality()).toBe('unknown')
      const save = app.getByRole('button', { name: 'Save' })
      const refused = { code: 'NOT_ACTIONABLE', sent: 'no', message: expect.stringContaining('may be modal') }
      const short = { timeout: 500 }
      await expect(save.click({ route: 'native', ...short })).rejects.toMatchObject(refused)
      await expect(app.getByLabel('Customer').fill('Ada', short)).rejects.toMatchObject(refused)
      await expect(app.getByLabel('Customer').press('a', short)).rejects.toMatchObject(refused)
      expect(await save.click()).toMatchObject({ route: 'input', effect: 'unknown' })
      await app.getByRole('button', { name: 'No' }).click({ verify: { notExists: 'role:button|name:No' } })
      expect(await save.click()).toMatchObject({ route: 'action' })
      await form.received({ event: 'clicked', name: 'Save' })
      expect(form.events.filter(({ name }) => name === 'Save')).toHaveLength(1)
    },
  )

  // GTK 3 opens what is where the pointer was last: 0,0 of a window that it was never in, which is the first menu.
  test('a menu of a GTK 3 bar that is not its first opens, and its entry is used', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const app = await desktop.launch({ command: 'mousepad', args: ['--disable-server'] })
    await app.menu('Search').click()
    await app.locator('role:menu|name:Search >> name:"Find and Replace…"|visible:true').waitFor()
    await app.menu('Search', 'Find and Replace…').click()
    await app.locator('role:dialog|name:"Find and Replace"').waitFor()
  })

  // GTK 3 says of a field that kept the focus that it lost it, until the pointer moves in it.
  test('a field of GTK 3 is typed into after an entry of a closed menu was pressed', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const form = await Form.start(session, 'gtk3')
    const app = await desktop.app({ pid: form.pid })
    const customer = app.getByLabel('Customer')
    await customer.fill('Ada', { route: 'input' })
    await app.locator('role:menuitem|name:Open').click({ force: ['visible', 'viewport'], route: 'native' })
    await form.received({ event: 'menu', name: 'Open' })
    expect(await customer.fill('Grace', { route: 'input' })).toMatchObject({ effect: 'verified' })
    await form.received({ event: 'text', name: 'Customer', value: 'Grace' })
  })

  test('GTK 3 goes on while a dialog of its own loop is typed into and used', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const modal = join(import.meta.dirname, '..', 'fixtures', 'apps', 'modal_gtk3.py')
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [modal] })
    await app.getByRole('button', { name: 'Button' }).click()
    const reason = app.getByRole('textbox', { name: 'Reason, Pressed' })
    await reason.pressSequentially('late')
    await reason.fill('too late')
    expect(await reason.inputValue()).toBe('too late')
    await app.getByRole('button', { name: 'OK, Pressed' }).click()
    await app.getByText('Pressed: ok').waitFor()
  })

  test('what is in a menu of GTK 3 has no place, and is used by its action', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const form = await Form.start(session, 'gtk3')
    const app = await desktop.app({ pid: form.pid })
    await app
      .getByRole('menuitem', { name: 'File' })
      .or(app.getByRole('menu', { name: 'File' }))
      .click()
    const entry = app.getByRole('menuitem', { name: 'Open' })
    await entry.waitFor()
    expect(await entry.boundingBox()).toBeUndefined()
    expect(await entry.click()).toMatchObject({ route: 'action' })
    await form.received({ event: 'menu', name: 'Open' })
  })

  test('a window with a shadow around it is where it shows, and so is what is in it', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland', width: 1600, height: 1000 })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const app = await desktop.launch('gtk3-widget-factory')
    const page = app.getByRole('radio', { name: 'Page 2' })
    await page.click({ route: 'input' })
    expect(await page.isChecked()).toBe(true)
    const window = await app.window()
    const box = await window.boundingBox()
    const close = await app.getByRole('button', { name: 'Close' }).boundingBox()
    expect(close?.y).toBeGreaterThanOrEqual(box?.y ?? Number.NaN)
  })

  test('what is in a page of Chromium is where it shows: in the tree, alone, at a point and below the pointer', async () => {
    await using page = await LoggingPage.serve('web-clicks.html')
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    const place = { session, desktop, [Symbol.asyncDispose]: () => session.stop() }
    const app = await browse(place, 'chromium', page.url)
    const button = app.getByRole('button', { name: 'Twice' })
    await button.waitFor({ timeout: 60_000 })
    await button.click({ route: 'input' })
    await expect.poll(() => page.heard('clicked').length).toBe(1)
    const inTree = (await app.snapshot()).find('role:button|name:Twice')?.bounds
    const { x, y, width, height } = await boxOf(button)
    expect({ x, y, width, height }).toEqual(inTree)
    const there = await desktop.elementAt(x + width / 2, y + height / 2)
    expect(there).toMatchObject({ name: 'Twice', bounds: inTree })
    await desktop.point(x + width / 2, y + height / 2).click()
    await expect.poll(() => page.heard('clicked').length).toBe(2)
  })

  test('what can be done is said beforehand, with the reason where it cannot', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland', width: 900, height: 700 })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    expect((await desktop.permissions()).map(({ state }) => state)).toEqual(['granted', 'notNeeded', 'notNeeded'])
    const capabilities = await desktop.capabilities()
    const lacking = capabilities.filter(({ available }) => !available).map(({ name }) => name)
    expect(lacking.filter((name) => name !== 'gtk2Trees')).toEqual(['hotkey', 'screenshotCovered', 'arrange'])
    for (const { available, reason } of capabilities) expect(reason === '').toBe(available)
    expect(await desktop.displays()).toMatchObject([{ bounds: { x: 0, y: 0, width: 900, height: 700 }, scale: 1 }])
    const whole = PNG.sync.read(await desktop.screenshot())
    expect([whole.width, whole.height]).toEqual([900, 700])
  })

  test('a compositor that ends is NO_DESKTOP, and nothing waits for it', async () => {
    await using session = await HeadlessSession.start({ display: 'wayland' })
    const desktop = await session.desktop({ defaultTimeout: PATIENCE })
    await desktop.press('a')
    spawnSync('swaymsg', ['exit'], { env: { ...session.environment } })
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.press('a')).rejects.toMatchObject({ code: 'NO_DESKTOP' })
    await expect(desktop.clipboard.read()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
  })
})
