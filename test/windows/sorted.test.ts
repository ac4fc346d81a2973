import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'
import { LIST, LIST_ITEM, Virtual, world } from './support/virtual.js'

// Rows that are known by their place alone, in a list that is put in another order between two questions. What is done is done to the row
// that was meant, or said not to have been.

const row = (Name: string) => ({
  key: Name,
  Name,
  ControlType: LIST_ITEM,
  Patterns: ['SelectionItemPattern', 'InvokePattern'],
  'SelectionItem.IsSelected': false,
})
const sorted = (first: string, second: string) => [
  { set: 'One', Name: first },
  { set: 'Two', Name: second },
]
const swap = sorted('Two', 'One')

let shown: Virtual

beforeEach(async () => {
  shown = await Virtual.show(
    world([{ ControlType: LIST, Name: 'Rows', Patterns: ['SelectionPattern'], children: [row('One'), row('Two')] }]),
  )
})
afterEach(() => shown[Symbol.asyncDispose]())

const one = () => shown.app.locator('name:One')
const done = (what: string) => shown.did(what).map(({ name }) => name)

async function inOrder(): Promise<void> {
  for (const effect of sorted('One', 'Two')) await shown.apply({ ...effect, 'SelectionItem.IsSelected': false })
}

describe('where the rows change places at any one of the questions before an act', () => {
  test.each([
    ['select', 'SelectionItem.Select', () => one().select({ timeout: 1500 })],
    ['press', 'Invoke.Invoke', () => one().click({ timeout: 1500, route: 'native' })],
  ])('%s is of the row that was meant', async (_, act, call) => {
    for (let nth = 0; nth < 8; nth++) {
      await inOrder()
      await shown.apply({ faults: { 'read element': { skip: nth, times: 1, first: swap } } })
      const before = shown.did(act).length
      await call().catch((error) => expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' }))
      expect(done(act).slice(before), `at question ${nth}`).toEqual(['One'])
    }
  })
})

describe('where they change places as the act itself arrives', () => {
  const late = { 'SelectionItem.Select': { times: 1, first: swap } }

  test('a selection that reached the other row is not one that was made', async () => {
    await shown.apply({ faults: late })
    const error = await one()
      .select({ timeout: 1500 })
      .catch((reason) => reason)
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: 'unknown', details: { selected: 'Two' } })
  })

  test('where it may be tried again, the right row is selected in its stead, and the receipt says at which attempt', async () => {
    await shown.apply({ faults: late })
    const receipt = await one().select({ retries: 1 })
    expect(done('SelectionItem.Select')).toEqual(['Two', 'One'])
    expect(receipt).toMatchObject({ effect: 'verified', element: { name: 'One' } })
    expect(receipt.attempts.map(({ error }) => error)).toEqual(['OUTCOME_UNKNOWN', undefined])
  })
})

test("a row of Windows' own list is selected by its text, where no other begins with that", async () => {
  const form = await Form.startWin32()
  await using desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  try {
    const app = await desktop.app({ pid: form.pid })
    for (const [name, detail] of [
      ['Item 150', 'LB_SELECTSTRING'],
      ['Item 15', 'SelectionItem.Select'],
    ]) {
      const receipt = await app.locator(`role:listitem|name:"${name}"`).select()
      expect(receipt).toMatchObject({ effect: 'verified', route: 'selection', detail, element: { name } })
      await form.received({ event: 'selected', value: name })
    }
  } finally {
    await form.end()
  }
})
