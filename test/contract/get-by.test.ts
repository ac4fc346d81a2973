import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, Desktop, type Locator, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure, window } from './program.js'

// What Playwright's users type, on the simulated desktop.

const world: World = {
  applications: [
    {
      name: 'Form',
      windows: [
        window(
          { role: 'heading', name: 'Order', attributes: { level: '2' } },
          { role: 'button', name: 'Reply' },
          { role: 'button', name: 'Reply All' },
          { role: 'button', name: 'Locked', states: ['visible'] },
          { role: 'checkbox', name: 'Gift', states: ['visible', 'enabled', 'checked=true'] },
          { role: 'checkbox', name: 'Urgent', states: ['visible', 'enabled', 'checked=false'] },
          { role: 'text', name: 'Street' },
          {
            role: 'textbox',
            name: 'Street',
            id: 'street',
            placeholder: 'Where to',
            value: 'Main Road',
            description: 'Where you live',
          },
          { role: 'textbox', name: 'street number', value: '5' },
          { role: 'text', name: 'Total: 12 €' },
        ),
      ],
    },
  ],
}

let desktop: Desktop
let app: App
beforeAll(async () => {
  desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  app = await desktop.app('Form')
})
afterAll(() => desktop.dispose())

const names = async (locator: Locator) => (await locator.all()).map((each) => each.name())

test.each<[string, (place: App) => Locator, string[]]>([
  ['a name is the whole name', (at) => at.getByRole('button', { name: 'Reply' }), ['Reply']],
  ['a name ignores case and spaces', (at) => at.getByRole('button', { name: ' reply ' }), ['Reply']],
  ['exact: case counts', (at) => at.getByRole('button', { name: 'reply', exact: true }), []],
  ['exact: false takes a part', (at) => at.getByRole('button', { name: 'repl', exact: false }), ['Reply', 'Reply All']],
  ['a regular expression takes a part', (at) => at.getByRole('button', { name: /^reply/i }), ['Reply', 'Reply All']],
  ['disabled', (at) => at.getByRole('button', { disabled: true }), ['Locked']],
  ['checked', (at) => at.getByRole('checkbox', { checked: true }), ['Gift']],
  ['not checked', (at) => at.getByRole('checkbox', { checked: false }), ['Urgent']],
  ['level', (at) => at.getByRole('heading', { level: 2 }), ['Order']],
  ['another level', (at) => at.getByRole('heading', { level: 3 }), []],
  ['description', (at) => at.getByRole('textbox', { description: 'Where you live' }), ['Street']],
  ['getByText: a name or a value', (at) => at.getByText('Main Road'), ['Street']],
  ['getByText: a part on demand', (at) => at.getByText('total', { exact: false }), ['Total: 12 €']],
  ['getByText: an expression', (at) => at.getByText(/Total: \d+/), ['Total: 12 €']],
  ['getByLabel: the field, not the label', (at) => at.getByLabel('Street'), ['Street']],
  ['getByPlaceholder', (at) => at.getByPlaceholder('Where to'), ['Street']],
  ['getByDescription', (at) => at.getByDescription(/you live/), ['Street']],
  ['getByTestId', (at) => at.getByTestId('street'), ['Street']],
  ['below each other', (at) => at.getByRole('window').getByRole('button', { name: 'Reply' }), ['Reply']],
  ['filtered', (at) => at.getByRole('button').filter({ hasText: 'All' }), ['Reply All']],
  ['nth', (at) => at.getByRole('button').nth(1), ['Reply All']],
  ['and', (at) => at.getByRole('button').and(at.getByText('Reply')), ['Reply']],
  ['or', (at) => at.getByRole('heading').or(at.getByTestId('street')), ['Order', 'Street']],
])('%s', async (_, locate, expected) => {
  expect(await Promise.all(await names(locate(app)))).toEqual(expected)
})

test('the reads that Playwright has', async () => {
  const street = app.getByLabel('Street')
  expect(await street.inputValue()).toBe('Main Road')
  expect(await street.getAttribute('no-such')).toBeNull()
  expect(await app.getByRole('heading').getAttribute('level')).toBe('2')
  expect(await app.getByRole('button', { name: 'Locked' }).isDisabled()).toBe(true)
  expect(await app.getByText('Never').isHidden()).toBe(true)
  expect(await app.getByRole('checkbox').allTextContents()).toEqual(['Gift', 'Urgent'])
})

describe('describe()', () => {
  test('is what errors and receipts show', async () => {
    const reply = app.getByRole('button', { name: 'Reply' }).describe('the reply button')
    expect((await reply.click()).selector).toBe('the reply button')
    const error = await failure(app.getByText('Never').describe('the last word').click({ timeout: 100 }))
    expect(error.message).toContain('the last word')
    expect(String(reply)).toBe('the reply button in Form')
  })
})

test('an unknown role is refused with the nearest one, an unknown option with those there are', () => {
  expect(() => app.getByRole('buton' as never)).toThrow(/button/)
  expect(() => app.getByRole('button', { nam: 'x' } as never)).toThrow(/name/)
  expect(() => app.getByText('')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
