import { describe, expect, test } from 'vitest'
import { failure } from '../contract/program.js'
import { PATIENCE } from '../patience.js'
import { CALL_REJECTED, E_FAIL, simulator } from './support/simulator.js'
import {
  button,
  CHECK_BOX,
  DOCUMENT,
  EDIT,
  GROUP,
  LIST,
  LIST_ITEM,
  PANE,
  TITLE_BAR,
  text,
  Virtual,
  WINDOW,
  world,
} from './support/virtual.js'

// How real providers misbehave, each as it was reported; docs/internals/windows.md has where.

const NOT_AVAILABLE = '0x80040201'
const short = { timeout: 1500 }

describe('trees', () => {
  test('where a request for a whole window fails, its tree is read level by level', async () => {
    await using shown = await Virtual.show(
      world([{ ControlType: GROUP, Name: 'Outer', children: [button('Inner')] }], {
        faults: { 'read subtree': { result: '0x80004005' } },
      }),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('name:Outer >> role:button|name:Inner')).toBeDefined()
  })

  test('one element that cannot be read takes nothing along, and the tree says where it is cut', async () => {
    await using shown = await Virtual.show(
      world([
        button('Before'),
        {
          ControlType: GROUP,
          Name: 'Broken',
          faults: { read: { result: '0x80004005', spoils: true } },
          children: [button('In it')],
        },
        button('After'),
      ]),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('role:button|name:Before')).toBeDefined()
    expect(snapshot.find('role:button|name:After')).toBeDefined()
    expect(snapshot.complete).toBe(false)
  })

  test('a tree without an end ends', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: GROUP,
          Name: 'Circle',
          key: 'circle',
          children: [{ ControlType: PANE, Name: 'Inner', cycle: 'circle' }],
        },
        button('OK'),
      ]),
    )
    const snapshot = await shown.app.snapshot({ timeout: PATIENCE })
    expect(snapshot.findAll('name:Circle')).toHaveLength(1)
    expect(snapshot.find('role:button|name:OK')).toBeDefined()
  })

  test('elements of one runtime id are different elements', async () => {
    const same = [7, 4711, 0x2e60cb4]
    await using shown = await Virtual.show(
      world([button('One', { RuntimeId: same }), button('Two', { RuntimeId: same })]),
    )
    const snapshot = await shown.app.snapshot()
    const [one, two] = [snapshot.find('name:One'), snapshot.find('name:Two')]
    expect(one).toBeDefined()
    expect(two).toBeDefined()
    expect(one?.ref).not.toBe(two?.ref)
  })

  test('a button of a title bar that has no rectangle and says it is off screen can be invoked all the same', async () => {
    await using shown = await Virtual.show(
      world([
        { ControlType: TITLE_BAR, children: [button('Minimize', { BoundingRectangle: null, IsOffscreen: true })] },
      ]),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('role:button|name:Minimize')).toBeDefined()
    await shown.app.locator('role:button|name:Minimize').invoke('Invoke')
    await shown.received('Invoke.Invoke')
  })

  test('a window that no view counts as a control is there', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: WINDOW,
          Name: 'Dialog in a page',
          IsControlElement: false,
          IsContentElement: false,
          children: [button('Accept')],
        },
      ]),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('name:"Dialog in a page" >> role:button|name:Accept')).toBeDefined()
  })

  test('an id that is a window handle or a counter names nothing that lasts', async () => {
    await using shown = await Virtual.show(world([button('OK', { AutomationId: 'JavaFX87' })]))
    const ok = (await shown.app.snapshot()).find('role:button|name:OK')
    expect(ok).toBeDefined()
    expect(ok?.selector ?? '').not.toContain('JavaFX87')
  })

  test('a level, a place and a size that are 0 are not told', async () => {
    await using shown = await Virtual.show(world([text('Plain', { Level: 0, PositionInSet: 0, SizeOfSet: 0 })]))
    const attributes = (await shown.app.snapshot()).find('name:Plain')?.attributes ?? {}
    expect(Object.keys(attributes).filter((key) => /level|posinset|setsize/.test(key))).toEqual([])
  })

  test('the value of a password field is not read, whatever the provider would say', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: EDIT,
          Name: 'PIN',
          IsPassword: true,
          Patterns: ['ValuePattern', 'LegacyIAccessiblePattern'],
          'Value.Value': 'hunter2',
          'LegacyIAccessible.Value': 'hunter2',
        },
      ]),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('name:PIN|protected:true')).toBeDefined()
    expect(JSON.stringify(snapshot.toJSON())).not.toContain('hunter2')
  })

  test('rows that a list has not made yet are a cut, not an absence', async () => {
    const row = (virtual: boolean) => ({
      Name: 'Row {i}',
      ControlType: LIST_ITEM,
      Patterns: ['SelectionItemPattern', 'VirtualizedItemPattern', 'ScrollItemPattern'],
      virtual,
    })
    await using shown = await Virtual.show(
      world([
        {
          ControlType: LIST,
          Name: 'Rows',
          Patterns: ['ItemContainerPattern', 'SelectionPattern'],
          children: [
            { repeat: 10, node: row(false) },
            { repeat: 90, first: 10, node: row(true) },
          ],
        },
      ]),
    )
    const snapshot = await shown.app.snapshot()
    expect(snapshot.findAll('role:listitem')).toHaveLength(10)
    expect(snapshot.complete).toBe(false)
    expect(() => snapshot.find('name:"Row 50"')).not.toThrow()
  })
})

describe('elements', () => {
  const SPINNER = 50016

  test('those of two processes that have one runtime id are not taken for each other', async () => {
    const same = [7, 4711, 0x2e60cb4]
    await using one = await Virtual.show(world([button('OK', { RuntimeId: same })]))
    await using other = await Virtual.show(world([button('OK', { RuntimeId: same })]), one.desktop)
    await one.app.snapshot()
    await other.app.locator(`ref:${(await other.app.snapshot()).find('role:button')?.ref}`).click()
    expect([one, other].map((shown) => shown.did('Invoke.Invoke').length)).toEqual([0, 1])
  })

  test('what MSAA alone says of a selection is a state', async () => {
    const row = (Name: string, state: number) => ({
      ControlType: LIST_ITEM,
      Name,
      Patterns: ['LegacyIAccessiblePattern'],
      'LegacyIAccessible.State': state,
    })
    await using shown = await Virtual.show(world([row('Chosen', 0x200002), row('Other', 0x200000)]))
    const snapshot = await shown.app.snapshot()
    expect(snapshot.findAll('selected:true').map(({ name }) => name)).toEqual(['Chosen'])
    expect(snapshot.findAll('selected:false').map(({ name }) => name)).toEqual(['Other'])
  })

  test('a default action that has no name is none', async () => {
    await using shown = await Virtual.show(world([text('Plain', { Patterns: ['LegacyIAccessiblePattern'] })]))
    const error = await failure(shown.app.locator('name:Plain').click({ ...short, route: 'native' }))
    expect(error).toMatchObject({ sent: 'no' })
    expect(shown.did('LegacyIAccessible.DoDefaultAction')).toEqual([])
  })

  test('limits that are both 0 are none', async () => {
    const count = {
      ControlType: SPINNER,
      Name: 'Count',
      Patterns: ['RangeValuePattern'],
      'RangeValue.Value': 1,
      'RangeValue.Minimum': 0,
      'RangeValue.Maximum': 0,
    }
    await using shown = await Virtual.show(world([count]))
    await shown.app.locator('name:Count').setValue(5)
    expect(shown.did('RangeValue.SetValue').map((event) => event.with)).toEqual([[5]])
  })

  test('what a page has late, without a word, is waited for', async () => {
    await using shown = await Virtual.show(
      world([{ ControlType: DOCUMENT, Name: 'Page', key: 'page' }], {
        silent: ['structure', 'property', 'event', 'focus'],
      }),
    )
    const pressed = shown.app.locator('role:document >> role:button|name:Late').click()
    await shown.apply({ add: button('Late'), to: 'page', after: 400 })
    await pressed
    expect(shown.did('Invoke.Invoke').map(({ name }) => name)).toEqual(['Late'])
  })
})

describe('calls', () => {
  test.each([1, 2])('a busy application that rejects %i calls is asked again', async (times) => {
    await using shown = await Virtual.show(world([button('OK')]))
    simulator.fail(1, CALL_REJECTED, times, 'read')
    const snapshot = await shown.app.snapshot()
    expect(snapshot.find('role:button|name:OK')).toBeDefined()
  })

  test('an answer of any failure is an error of ours, with the name of the failure', async () => {
    await using shown = await Virtual.show(world([button('OK')]))
    simulator.fail(1, E_FAIL, 1000, '')
    const error = await failure(shown.app.snapshot({ timeout: PATIENCE }))
    simulator.fail(1, 0, 0, '')
    expect(error.name).toBe('SurehandError')
    expect(error.message).toMatch(/E_FAIL|0x80004005/i)
  })

  test('a press that was made and then said to have failed is not made again', async () => {
    await using shown = await Virtual.show(
      world([
        text('Status'),
        button('Next', {
          on: { 'Invoke.Invoke': [{ set: 'Status', Name: 'Turned' }] },
          faults: { 'Invoke.Invoke': { result: NOT_AVAILABLE, after: true } },
        }),
      ]),
    )
    const outcome = await shown.app
      .locator('role:button|name:Next')
      .click({ retries: 2, verify: { exists: 'role:text|name:Turned' } })
      .catch((error) => error)
    expect(shown.did('Invoke.Invoke')).toHaveLength(1)
    expect(['OUTCOME_UNKNOWN', undefined]).toContain(outcome.code)
  })

  test('a press that failed and did nothing is made again where it is known how long its effect may take, and not without', async () => {
    const next = button('Next', {
      on: { 'Invoke.Invoke': [{ set: 'Status', Name: 'Turned' }] },
      faults: { 'Invoke.Invoke': { result: NOT_AVAILABLE, times: 1 } },
    })
    const turned = { exists: 'role:text|name:Turned' }
    await using shown = await Virtual.show(world([text('Status'), next]))
    const at = shown.app.locator('role:button|name:Next')
    const receipt = await at.click({ retries: 2, verify: { ...turned, timeout: 1_000 } })
    expect(receipt).toMatchObject({ effect: 'verified', attempts: [{ error: 'OUTCOME_UNKNOWN' }, { step: 'done' }] })
    expect(shown.did('Invoke.Invoke')).toHaveLength(1)

    await using again = await Virtual.show(world([text('Status'), next]))
    const error = await failure(again.app.locator('role:button|name:Next').click({ retries: 2, verify: turned }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown' })
    expect(again.did('Invoke.Invoke')).toEqual([])
  })

  test('a press that was refused before anything happened says that nothing was sent', async () => {
    await using shown = await Virtual.show(
      world([button('Next', { faults: { 'Invoke.Invoke': { result: '0x80040200' } } })]),
    )
    const error = await failure(shown.app.locator('role:button|name:Next').click(short))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
    expect(shown.did('Invoke.Invoke')).toEqual([])
  })

  test('a toggle that says yes and does nothing is not a change', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: CHECK_BOX,
          Name: 'Accept',
          Patterns: ['TogglePattern'],
          'Toggle.ToggleState': 0,
          faults: { 'Toggle.Toggle': { ignored: true } },
        },
      ]),
    )
    const outcome = await shown.app
      .locator('role:checkbox|name:Accept')
      .check(short)
      .catch((error) => error)
    expect(outcome.confirmed ?? false).toBe(false)
    expect(shown.did('Toggle.Toggle').length).toBeLessThanOrEqual(1)
  })

  test('a toggle that lags is waited for and not repeated', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: CHECK_BOX,
          Name: 'Accept',
          Patterns: ['TogglePattern'],
          'Toggle.ToggleState': 0,
          faults: { 'Toggle.Toggle': { lag: 300 } },
        },
      ]),
    )
    await shown.app.locator('role:checkbox|name:Accept').check()
    expect(shown.did('Toggle.Toggle')).toHaveLength(1)
    expect(await shown.app.locator('role:checkbox|name:Accept').isChecked()).toBe(true)
  })

  test('a value that is accepted and not taken is not confirmed', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: EDIT,
          Name: 'Cell',
          Patterns: ['ValuePattern'],
          'Value.Value': 'old',
          'Value.IsReadOnly': false,
          faults: { 'Value.SetValue': { ignored: true } },
        },
      ]),
    )
    const outcome = await shown.app
      .locator('name:Cell')
      .fill('new', short)
      .catch((error) => error)
    expect(outcome.confirmed ?? false).toBe(false)
    expect(await shown.app.locator('name:Cell').inputValue()).toBe('old')
  })

  test('a disabled element is refused before it is asked', async () => {
    await using shown = await Virtual.show(world([button('Later', { IsEnabled: false })]))
    const error = await failure(shown.app.locator('role:button|name:Later').click(short))
    expect(error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
    expect(shown.did('Invoke.Invoke')).toEqual([])
  })
})

describe('events', () => {
  const grows = (more: Record<string, unknown>) =>
    world(
      [
        { ControlType: GROUP, key: 'place', Name: 'Place' },
        button('Add', { on: { 'Invoke.Invoke': [{ add: text('Added'), to: 'place', after: 200 }] } }),
      ],
      more,
    )

  test.each<[string, Record<string, unknown>]>([
    ['told of', {}],
    ['told of twice', { eventsTwice: true }],
    ['told of by senders that are gone', { deadSenders: true }],
    ['not told of at all', { silent: ['structure', 'property', 'event', 'focus'] }],
    ['not told of any more', { eventsStopAfter: 0 }],
  ])('what appears is found when it is %s', async (_, more) => {
    await using shown = await Virtual.show(grows(more))
    const receipt = await shown.app
      .locator('role:button|name:Add')
      .click({ verify: { exists: 'role:text|name:Added' } })
    expect(receipt.effect).toBe('verified')
    expect(shown.did('Invoke.Invoke')).toHaveLength(1)
  })
})
