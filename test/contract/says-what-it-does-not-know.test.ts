import { expect, test } from 'vitest'
import type { SimulatedNode } from '../../lib/sdk/index.js'
import { failure, program } from './program.js'

const row = (name: string): SimulatedNode => ({ role: 'listitem', name })
const list: SimulatedNode = { role: 'list', name: 'Mail', children: ['A', 'B'].map(row), rows: ['C', 'D'].map(row) }

test('count() and all() refuse to give a number where the tree is cut and more could match', async () => {
  await using stage = await program([list])
  const rows = stage.app.locator('role:listitem')
  for (const call of [rows.count(), rows.all()]) {
    const error = await failure(call)
    expect(error).toMatchObject({ code: 'INCOMPLETE_TREE', details: { atLeast: 2, cuts: [{ reason: 'virtual' }] } })
    expect(error.message).toContain('at least 2 elements')
    expect(error.message).toContain('list "Mail" (virtual)')
  }
})

test('they give what is there to a caller who asks for that', async () => {
  await using stage = await program([list])
  const rows = stage.app.locator('role:listitem')
  expect(await rows.count({ atLeast: true })).toEqual({ atLeast: 2 })
  expect(await rows.all({ atLeast: true })).toHaveLength(2)
})

test('a cut that can hide no match changes nothing', async () => {
  await using stage = await program([list, { role: 'button', name: 'Go' }])
  expect(await stage.app.locator('role:window').count()).toBe(1)
  expect(await stage.app.locator('role:window').count({ atLeast: true })).toBe(1)
  await using whole = await program([{ role: 'button', name: 'Go' }])
  expect(await whole.app.locator('role:button').all()).toHaveLength(1)
})

test.each(['app', 'desktop'] as const)('%s.watch().return() ends a next() that waits', async (whose) => {
  await using stage = await program([list])
  const watch = stage[whose].watch()
  await watch.ready()
  // What a desktop tells first is what has the keyboard.
  if (whose === 'desktop') stage.apply({ focus: 'main' })
  const next = (async () => {
    for (;;) if ((await watch.next()).done) return 'done'
  })()
  expect(await watch.return?.()).toMatchObject({ done: true })
  expect(await next).toBe('done')
  expect(await watch.next()).toMatchObject({ done: true })
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'an option %s is refused by its name',
  async (name) => {
    await using stage = await program([list])
    const options = JSON.parse(`{ "${name}": 1 }`) as object
    const { app, desktop } = stage
    const calls = [
      () => app.locator('name:A').click(options),
      () => app.locator('name:A').click({ verify: { exists: 'name:A', ...JSON.parse(`{ "x": 1 }`) } }),
      () => app.snapshot(options),
      () => app.windows(options),
      () => desktop.press('Enter', options),
      async () => app.watch(options),
    ]
    for (const call of calls) {
      const error = await failure(call())
      expect(error.code).toBe('INVALID_ARGUMENT')
      expect(error.message).toContain('there is no option')
    }
  },
)
