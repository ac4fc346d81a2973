import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type App,
  Desktop,
  type Received,
  type SimulatedApplication,
  type SimulatedNode,
  type World,
} from '../../lib/sdk/index.js'
import { PATIENCE, SOON } from '../patience.js'
import { failure, openWorld as openProgram, window } from './program.js'

// What real applications do wrong, on the simulated desktop, where it happens on purpose and on time.

const program = (faults: SimulatedApplication['faults'], ...children: SimulatedNode[]): SimulatedApplication => ({
  name: 'Program',
  windows: [window(...children)],
  faults,
})
const pressed = (received: Received[] | undefined) => received?.filter(({ what }) => what === 'press').length

let desktop: Desktop
async function open(...children: SimulatedNode[]): Promise<App> {
  return openWorld({ applications: [program({}, ...children)] })
}
async function openWorld(world: World): Promise<App> {
  const opened = await openProgram(world)
  desktop = opened.desktop
  return opened.app
}
afterEach(() => desktop.dispose())

describe('elements', () => {
  test('one that comes late is waited for, and pressed once', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { late: 150 } })
    const receipt = await app.locator('role:button|name:OK').click()
    expect(receipt.attempts[0]?.looks).toBeGreaterThan(1)
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('one that moves is waited for before the pointer is sent to it', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { moving: { for: 200, x: 300, y: 0 } } })
    await app.locator('role:button|name:OK').click({ route: 'input' })
    const presses = desktop.simulation?.received().filter(({ what }) => what === 'press') ?? []
    expect(presses).toHaveLength(1)
    expect(presses[0]?.at).toBeGreaterThan(190)
  })

  test('one that is disabled for a moment is waited for', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { disabled: 150 } })
    await app.locator('role:button|name:OK').click()
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('one that another window covers is brought to the front', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { covered: 10_000 } })
    await app.locator('role:button|name:OK').click({ route: 'input' })
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('one that a modal dialog covers is not clicked, and the error says what covers it', async () => {
    const app = await open({ role: 'button', name: 'OK' })
    const bounds = { x: 0, y: 0, width: 600, height: 400 }
    desktop.simulation?.apply([
      { openWindow: { role: 'dialog', name: 'Wait', modal: true, bounds }, application: 'Program' },
    ])
    const click = app.locator('role:button|name:OK').click({ route: 'input', timeout: 300 })
    const error = await click.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'uncovered' } })
    expect((error as Error).message).toContain('dialog "Wait" is modal')
    expect(pressed(desktop.simulation?.received())).toBe(0)
  })

  test('one that is covered for a moment is waited for', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { covered: 200 } })
    await app.locator('role:button|name:OK').click({ route: 'input' })
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('a twin makes it AMBIGUOUS, not a lucky first', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { duplicated: true } })
    await expect(app.locator('role:button|name:OK').click()).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    expect(pressed(desktop.simulation?.received())).toBe(0)
  })

  test('one that vanishes is NOT_FOUND', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { vanishing: 1 } })
    await delay(20)
    await expect(app.locator('role:button|name:OK').click({ timeout: 200 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('one that is re-created is found again by its selector, and its old ref is STALE', async () => {
    const app = await open({ role: 'button', name: 'OK', key: 'ok' })
    const [ref] = await app.locator('role:button|name:OK').all()
    desktop.simulation?.apply([{ recreate: 'ok' }])
    await expect(ref?.click()).rejects.toMatchObject({ code: 'STALE' })
    await app.locator('role:button|name:OK').click()
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('one without bounds is pressed by its action, and not by the pointer', async () => {
    const app = await open({ role: 'button', name: 'OK', bounds: null })
    await app.locator('role:button|name:OK').click()
    const click = app.locator('role:button|name:OK').click({ route: 'input', timeout: 200 })
    await expect(click).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'viewport' } })
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })
})

describe('lies', () => {
  test('a check that does nothing is VERIFY_FAILED, and is not done twice', async () => {
    const app = await open({ role: 'checkbox', name: 'On', faults: { lying: true } })
    const error = await app
      .locator('role:checkbox')
      .check({ timeout: 300 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'VERIFY_FAILED', details: { expected: 'checked', seen: 'not checked' } })
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  test('a field that does not take the text is typed into, then VERIFY_FAILED, and the text is in no message', async () => {
    const app = await open({ role: 'textbox', name: 'Field', faults: { lying: true } })
    const error = await app
      .locator('role:textbox')
      .fill('swordfish', { timeout: 1500 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: expect.stringMatching(/^(VERIFY_FAILED|NOT_ACTIONABLE)$/) })
    expect(JSON.stringify(error)).not.toContain('swordfish')
  })

  test('a field that changes what it is given is VERIFY_FAILED', async () => {
    const app = await open({
      role: 'textbox',
      name: 'Field',
      key: 'field',
      on: { change: [{ set: 'field', value: 'something else' }] },
    })
    await expect(app.locator('role:textbox').fill('text', { timeout: 1500 })).rejects.toMatchObject({
      code: 'VERIFY_FAILED',
    })
  })

  test('what else changes is not what comes of keys that leave a text as it was', async () => {
    const app = await open(
      {
        role: 'textbox',
        name: 'Field',
        key: 'field',
        value: '',
        on: {
          change: [
            { set: 'field', value: '' },
            { set: 'status', name: 'Loading' },
          ],
        },
      },
      { role: 'text', name: 'Starting', key: 'status' },
    )
    const receipt = await app.locator('role:textbox').pressSequentially('text')
    expect(receipt).toMatchObject({ confirmed: false, effect: 'unknown' })
    expect(receipt.diff?.empty).toBe(false)
  })

  test('a press that is lost is a press that nobody claims to have seen', async () => {
    const app = await open({ role: 'button', name: 'OK', faults: { lostPresses: 1 } })
    expect(await app.locator('role:button').click()).toMatchObject({ confirmed: false })
    expect(pressed(desktop.simulation?.received())).toBe(0)
  })

  test('a state that comes a little later is waited for', async () => {
    const app = await open({
      role: 'checkbox',
      name: 'On',
      key: 'on',
      on: { press: { instead: [{ set: 'on', checked: true, after: 150 }] } },
    })
    expect(await app.locator('role:checkbox').check()).toMatchObject({ confirmed: true })
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })
})

describe('applications', () => {
  test('one that hangs for a moment is waited out', async () => {
    const app = await openWorld({ applications: [program({ hanging: { for: 300 } }, { role: 'button', name: 'OK' })] })
    await app.locator('role:button').click()
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })

  // Each of these looks at what came of it for a moment of its own, far shorter than the caller's time.
  test.for([
    { verb: 'fill', event: 'setText', does: { set: 'field', value: 'Large' }, route: 'text' },
    { verb: 'pressSequentially', event: 'focus', does: { focus: 'field' }, route: 'input' },
    { verb: 'selectOption', event: 'select', does: { set: 'size', value: 'Large' }, route: 'selection' },
  ] as const)('$verb goes on when the application hangs for a while after its $event', async (given) => {
    const on = {
      [given.event]: {
        instead: [
          { hang: 900, application: 'Program', after: 1 },
          { ...given.does, after: 700 },
        ],
      },
    }
    const app = await open(
      { role: 'textbox', name: 'Field', key: 'field', on },
      {
        role: 'combobox',
        name: 'Size',
        key: 'size',
        value: 'Small',
        children: [{ role: 'option', name: 'Large', on }],
      },
    )
    const at = app.locator(given.verb === 'selectOption' ? 'role:combobox' : 'role:textbox')
    expect((await at[given.verb]('Large')).route).toBe(given.route)
    expect(await at.inputValue()).toBe('Large')
  })

  test('one that hangs costs its callers their deadline and nobody else anything', async () => {
    const app = await openWorld({
      applications: [
        program({ hanging: { for: 60_000 } }, { role: 'button', name: 'OK' }),
        { name: 'Other', windows: [window({ role: 'button', name: 'OK' })] },
      ],
    })
    const controller = new AbortController()
    const hung = failure(app.locator('role:button').click({ signal: controller.signal, timeout: PATIENCE }))
    const other = await desktop.app('Other')
    await other.locator('role:button').click({ timeout: SOON })
    controller.abort()
    expect(await hung).toMatchObject({ code: 'ABORTED' })

    const began = performance.now()
    const late = await failure(app.locator('role:button').click({ timeout: 500 }))
    expect(late).toMatchObject({ code: expect.stringMatching(/^(APP_UNRESPONSIVE|TIMEOUT)$/) })
    expect(performance.now() - began).toBeLessThan(SOON)
  })

  test('one that ends in the middle is APP_EXITED', async () => {
    const app = await openWorld({
      applications: [program({ exit: 150 }, { role: 'button', name: 'OK', enabled: false })],
    })
    await expect(app.locator('role:button').click()).rejects.toMatchObject({ code: 'APP_EXITED' })
  })

  test('one that is launched is there with its window, and is quit at the end of its block', async () => {
    desktop = await Desktop.open({
      world: { launchable: { editor: { name: 'Editor', windows: [{ ...window(), faults: { late: 100 } }] } } },
    })
    {
      await using editor = await desktop.launch('editor')
      expect(await editor.windows()).toHaveLength(1)
    }
    expect(await desktop.apps()).toHaveLength(0)
    await expect(desktop.launch('edtior')).rejects.toThrow(/editor/)
  })
})

describe('cut trees', () => {
  const sheet: SimulatedNode = { role: 'table', name: 'Sheet', cut: { reason: 'virtual', detail: '2147483647 rows' } }

  test('what is not in a cut tree is INCOMPLETE_TREE, not NOT_FOUND', async () => {
    const app = await open(sheet)
    const error = await app
      .locator('role:button|name:OK')
      .click({ timeout: 200 })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'INCOMPLETE_TREE', details: { cuts: [{ reason: 'virtual' }] } })
    expect((error as Error).message).toContain('Sheet')
  })

  test('nothing is said to be absent from a cut tree', async () => {
    const app = await open(sheet)
    const cell = app.locator('role:cell|name:A1')
    await expect(cell.exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    await expect(cell.count()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    await expect(cell.isVisible()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    await expect(cell.waitFor({ state: 'detached', timeout: 200 })).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
  })

  test('a sheet hides cells alone: of anything else a miss is certain', async () => {
    const app = await open({ ...sheet, children: [{ role: 'cell', name: 'A1', value: 'Item' }] })
    expect(await app.locator('role:button|name:Nowhere').exists()).toBe(false)
    await expect(app.locator('role:cell|name:A2').exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    await expect(app.locator('name:Nowhere').exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    // What the rows of a list are that are not there, nobody knows.
    const listed = await open({ ...sheet, children: [{ role: 'row', children: [{ role: 'cell', name: 'A1' }] }] })
    await expect(listed.locator('role:button|name:Nowhere').exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
  })

  test('what exists only when it is scrolled to is found by its name', async () => {
    const app = await open({
      role: 'table',
      name: 'Sheet',
      children: [{ role: 'cell', name: 'A1', value: 'Item' }],
      rows: [
        { role: 'cell', name: 'A200', value: 'far' },
        { role: 'cell', name: 'A201', value: 'farther' },
      ],
    })
    expect(await app.locator('role:cell|name:A200').inputValue()).toBe('far')
    await expect(app.locator('role:cell|name:A300').inputValue({ timeout: 200 })).rejects.toMatchObject({
      code: 'INCOMPLETE_TREE',
    })
  })

  test('a cell of a sheet is not filled by keys: they are the sheet’s, which may give them to others', async () => {
    const app = await open({
      role: 'table',
      children: [{ role: 'cell', name: 'A1', value: 'Item', states: ['enabled', 'visible', 'editable'] }],
      rows: [{ role: 'cell', name: 'A2' }],
    })
    const cell = app.locator('role:cell|name:A1')
    await expect(cell.fill('', { route: 'input' })).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    expect(await cell.inputValue()).toBe('Item')
  })

  test('a dialog is in no row: rows that are not there do not hide it', async () => {
    const app = await open(sheet)
    expect(await app.locator('role:dialog').exists()).toBe(false)
    await app.locator('role:dialog').waitFor({ state: 'detached' })
    await expect(app.locator('role:dialog').click({ timeout: 200 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a torn tree proves neither that something is not there nor that nothing changed', async () => {
    const torn: SimulatedNode = { role: 'group', name: 'Pages', cut: { reason: 'changing' } }
    const app = await open(torn, { role: 'button', name: 'OK' })
    const missing = app.locator('role:button|name:Next')
    await expect(missing.click({ timeout: 200 })).rejects.toMatchObject({
      code: 'INCOMPLETE_TREE',
      details: { cuts: [{ reason: 'changing' }] },
    })
    await expect(missing.exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
    expect((await app.locator('role:button|name:OK').click()).effect).toBe('unknown')
  })

  test('what is in a cut tree is used all the same', async () => {
    const app = await open(sheet, { role: 'button', name: 'OK' })
    await app.locator('role:button|name:OK').click()
    expect(pressed(desktop.simulation?.received())).toBe(1)
  })
})

describe('the keyboard', () => {
  test('no key is pressed while the element has not the focus', async () => {
    const app = await open(
      { role: 'textbox', name: 'First', key: 'first' },
      { role: 'button', name: 'Second', on: { focus: { instead: [{ focus: 'first' }] } } },
    )
    const pressing = app.locator('role:button|name:Second').press('x', { timeout: 300 })
    await expect(pressing).rejects.toMatchObject({ code: 'NOT_ACTIONABLE', details: { check: 'focused' } })
    expect(await app.locator('role:textbox|name:First').inputValue()).toBe('')
  })

  test('a field that does not take the focus when asked is clicked', async () => {
    const app = await open(
      { role: 'textbox', name: 'First', key: 'first' },
      { role: 'textbox', name: 'Second', on: { focus: { instead: [{ focus: 'first' }] } } },
    )
    await app.locator('role:textbox|name:Second').pressSequentially('text')
    expect(await app.locator('role:textbox|name:First').inputValue()).toBe('')
    expect(await app.locator('role:textbox|name:Second').inputValue()).toBe('text')
  })

  test('keys without an element go where the focus is', async () => {
    const app = await open({ role: 'textbox', name: 'First' })
    await app.locator('role:textbox').focus()
    await desktop.type('abc')
    await desktop.press('Backspace')
    await (await app.window()).type('d')
    expect(await app.locator('role:textbox').inputValue()).toBe('abd')
  })
})

describe('drag and drop', () => {
  test('dragTo takes one element to another', async () => {
    const app = await open(
      { role: 'listitem', name: 'A', key: 'a' },
      { role: 'group', name: 'Bin', key: 'bin', on: { drop: [{ remove: 'a' }] } },
    )
    await app.locator('role:listitem').dragTo(app.locator('role:group|name:Bin'))
    await app.locator('role:listitem').waitFor({ state: 'detached' })
  })

  test('a point is dragged to another point', async () => {
    const app = await open(
      { role: 'listitem', name: 'A', key: 'a' },
      { role: 'group', name: 'Bin', key: 'bin', on: { drop: [{ remove: 'a' }] } },
    )
    const [from, to] = await Promise.all(['role:listitem', 'role:group'].map((what) => app.locator(what).boundingBox()))
    const at = (bounds: typeof from) => desktop.point((bounds?.x ?? 0) + 2, (bounds?.y ?? 0) + 3)
    const receipt = await at(from).dragTo(at(to), { verify: { notExists: 'role:listitem' } })
    expect(receipt).toMatchObject({ verb: 'dragTo', effect: 'verified', element: { name: 'A' } })
    expect(await failure(at(to).dragTo(desktop.point(-500, -500)))).toMatchObject({ code: 'NOT_FOUND', sent: 'no' })
  })
})

test('a desktop that was disposed of refuses, and ends what was under way', async () => {
  const app = await open({ role: 'button', name: 'OK' })
  const waiting = app
    .locator('role:button|name:Never')
    .click()
    .catch((reason: unknown) => reason)
  await desktop.dispose()
  await desktop.dispose()
  expect(await waiting).toMatchObject({ code: 'ABORTED' })
  await expect(desktop.apps()).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(app.locator('role:button').click()).rejects.toMatchObject({ code: 'ABORTED' })
})
