import { expect, test } from 'vitest'
import { Desktop, type World } from '../../../lib/sdk/index.js'
import { matchers } from '../../../lib/test/testkit/matchers.js'
import { PATIENCE } from '../../patience.js'
import { window } from '../program.js'

// Matchers on applications and windows that are found each time, and the names that Playwright's users know.

const world: World = {
  applications: [
    {
      name: 'Form',
      windows: [
        window(
          { role: 'textbox', name: 'Empty', value: '', description: 'Nothing in it' },
          { role: 'textbox', name: 'Full', value: 'text' },
          { role: 'button', name: 'Secret', states: ['enabled'] },
        ),
      ],
    },
  ],
  launchable: { calc: { name: 'Calc', windows: [window({ role: 'button', name: '7' })] } },
}

async function judged(name: string, subject: unknown, args: unknown[] = [], isNot = false) {
  const outcome = await (matchers[name] as (typeof matchers)[string]).call({ isNot }, subject, ...args)
  return { holds: outcome.pass !== isNot, message: outcome.message() }
}

const soon = { timeout: 300 }

test.each<[string, string, string, unknown[], boolean]>([
  ['toBeEmpty', 'role:textbox|name:Empty', 'an empty field', [soon], true],
  ['toBeEmpty', 'role:textbox|name:Full', 'a field with a text', [soon], false],
  ['toBeHidden', 'name:Secret', 'what is hidden', [soon], true],
  ['toBeHidden', 'name:Never', 'what is not there', [soon], true],
  ['toBeHidden', 'name:Full', 'what shows', [soon], false],
  ['toBeAttached', 'name:Secret', 'what is hidden', [soon], true],
  ['toHaveAccessibleName', 'role:textbox|value:text', 'its name', ['Full', soon], true],
  ['toHaveAccessibleDescription', 'role:textbox|name:Empty', 'its description', ['Nothing in it', soon], true],
  ['toHaveAccessibleDescription', 'role:textbox|name:Full', 'no description', ['Nothing in it', soon], false],
])('%s of %s: %s', async (matcher, selector, _, args, holds) => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const judgement = await judged(matcher, desktop.app('Form').locator(selector), args)
  expect(judgement.holds, judgement.message).toBe(holds)
})

test('an application that is yet to come is waited for', async () => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const seven = judged('toBeVisible', desktop.app('calc').getByRole('button', { name: '7' }))
  const itself = judged('toBeVisible', desktop.app('calc').window())
  await desktop.launch('calc')
  expect([(await seven).holds, (await itself).holds]).toEqual([true, true])
})

test('what is to be hidden is hidden while its application is not there', async () => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const seven = desktop.app('calc').getByRole('button', { name: '7' })
  expect((await judged('toBeHidden', seven)).holds).toBe(true)
  expect((await judged('toBeAttached', seven, [], true)).holds).toBe(true)
  expect((await judged('toHaveCount', seven, [0])).holds).toBe(true)
})

test('an application that does not come is named, with those that run', async () => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const { holds, message } = await judged('toBeVisible', desktop.app('calc').getByText('7'), [soon])
  expect(holds).toBe(false)
  expect(message).toMatch(/APP_NOT_FOUND[\s\S]*Form/)
})
