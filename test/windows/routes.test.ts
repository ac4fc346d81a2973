import { describe, expect, test } from 'vitest'
import { CALL_REJECTED, simulator } from './support/simulator.js'
import { CHECK_BOX, EDIT, GROUP, LIST_ITEM, Virtual, type VirtualNode, world } from './support/virtual.js'

// Which of the ways that an element offers is taken, and that none is where that is not known.

const TREE = 50023
const TREE_ITEM = 50024
const SPLIT_BUTTON = 50031
const TIMED_OUT = 0x80131505
const short = { timeout: 1500 }

/** Of those by which something can be done to it, what it received. */
const acts = (shown: Virtual) =>
  shown.events.map(({ event }) => event).filter((event) => /^(Invoke|Toggle|Exp|Selec|Value|Legacy)/.test(event))

const split: VirtualNode = {
  ControlType: SPLIT_BUTTON,
  Name: 'Send',
  Patterns: ['InvokePattern', 'ExpandCollapsePattern'],
  'ExpandCollapse.State': 0,
}

test.each([
  ['rejected', CALL_REJECTED],
  ['not answered in time', TIMED_OUT],
])('where the question what an element offers is %s, nothing else is tried', async (_, result) => {
  await using shown = await Virtual.show(world([split]))
  const send = shown.app.locator(`ref:${(await shown.app.snapshot()).find('name:Send')?.ref}`)
  // Whichever of the questions before the press it is.
  for (let nth = 1; nth <= 5; nth++) {
    simulator.fail(nth, result, 1, 'read element 7.')
    const error = await send.click(short).catch((reason) => reason)
    if (error.code !== undefined) expect(error).toMatchObject({ code: 'APP_UNRESPONSIVE', sent: 'no' })
  }
  simulator.fail(1, 0, 0, '')
  expect(new Set(acts(shown))).toEqual(new Set(['Invoke.Invoke']))
})

describe('what a press does', () => {
  const item = (more: VirtualNode): VirtualNode => ({
    ControlType: TREE_ITEM,
    Name: 'Folder',
    Patterns: ['SelectionItemPattern', 'ExpandCollapsePattern'],
    'ExpandCollapse.State': 0,
    'SelectionItem.IsSelected': false,
    ...more,
  })

  test('an item of a tree is selected, and not opened', async () => {
    await using shown = await Virtual.show(world([{ ControlType: TREE, Name: 'Folders', children: [item({})] }]))
    await shown.app.locator('name:Folder').click()
    expect(acts(shown)).toEqual(['SelectionItem.Select'])
  })

  test('one that can be invoked is invoked', async () => {
    const both = item({ Patterns: ['InvokePattern', 'SelectionItemPattern', 'ExpandCollapsePattern'] })
    await using shown = await Virtual.show(world([{ ControlType: TREE, Name: 'Folders', children: [both] }]))
    await shown.app.locator('name:Folder').click()
    expect(acts(shown)).toEqual(['Invoke.Invoke'])
  })
})

test('a check box is toggled once by a press', async () => {
  await using shown = await Virtual.show(
    world([{ ControlType: CHECK_BOX, Name: 'Accept', Patterns: ['TogglePattern'], 'Toggle.ToggleState': 0 }]),
  )
  await shown.app.locator('name:Accept').click()
  expect(acts(shown)).toEqual(['Toggle.Toggle'])
})

test('what is expanded is not expanded again, which WPF would refuse', async () => {
  await using shown = await Virtual.show(
    world([
      { ControlType: GROUP, Name: 'More', Patterns: ['ExpandCollapsePattern'], 'ExpandCollapse.State': 1 },
      { ControlType: GROUP, Name: 'Less', Patterns: ['ExpandCollapsePattern'], 'ExpandCollapse.State': 0 },
    ]),
  )
  for (const name of ['More', 'Less']) await shown.app.locator(`name:${name}`).invoke('Expand')
  expect(shown.did('ExpandCollapse.Expand').map(({ name }) => name)).toEqual(['Less'])
})

describe('the last routes', () => {
  test('an item that MSAA alone can select is selected by that', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: LIST_ITEM,
          Name: 'Row',
          Patterns: ['LegacyIAccessiblePattern'],
          'LegacyIAccessible.State': 0x200000,
        },
      ]),
    )
    const receipt = await shown.app.locator('name:Row').select()
    expect(acts(shown)).toEqual(['LegacyIAccessible.Select'])
    expect(receipt.route).toBe('selection')
  })
})

test('nothing is inserted into a password field by writing back what it says it holds', async () => {
  await using shown = await Virtual.show(
    world([
      {
        ControlType: EDIT,
        Name: 'PIN',
        IsPassword: true,
        Patterns: ['ValuePattern', 'TextPattern'],
        'Value.Value': '••••',
        'Value.IsReadOnly': false,
        'Text.Selection': [4, 4],
      },
    ]),
  )
  const outcome = await shown.app
    .locator('name:PIN')
    .insertText('9', { ...short, route: 'native' })
    .catch((error) => error)
  expect(shown.did('Value.SetValue')).toEqual([])
  expect(JSON.stringify(outcome)).not.toContain('••••')
})
