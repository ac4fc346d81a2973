import { expect, test } from 'vitest'
import { failure, program } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  test('app.events() hands over what the application announces', async () => {
    const { app } = stage()
    const events = app.events()
    await events.ready()
    await app.locator('role:checkbox').first().toggle({ diff: false })
    // AT-SPI names the state, UIA its property; of AX it is the value.
    for await (const { kind, detail } of events)
      if (kind === 'value' || (kind === 'state' && /checked|ToggleState/.test(detail))) break
    expect(events.dropped).toBe(0)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })
})

const check = { role: 'checkbox' as const, name: 'On' }

test('return() ends a next() that is waiting, and one that was never asked for', async () => {
  await using place = await program([check])
  const events = place.app.events()
  await events.ready()
  const pending = events.next()
  await events.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
  const unused = place.app.events()
  await unused.ready()
  await unused.return?.()
  expect(await unused.next()).toEqual({ done: true, value: undefined })
})

test('only the kinds that were asked for come', async () => {
  await using place = await program([check, { role: 'textbox', name: 'Field', key: 'field' }])
  const events = place.app.events({ kinds: ['state'] })
  await events.ready()
  place.apply({ set: 'field', value: 'new' })
  await place.app.locator('role:checkbox').check({ diff: false })
  expect((await events.next()).value).toMatchObject({ kind: 'state' })
  await events.return?.()
  expect(() => place.app.events({ kinds: ['noise' as 'state'] })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  )
})

test('a signal ends it with ABORTED, the end of the application with APP_EXITED', async () => {
  await using place = await program([check])
  const abort = new AbortController()
  const events = place.app.events({ signal: abort.signal })
  await events.ready()
  const pending = failure(events.next())
  abort.abort()
  expect(await pending).toMatchObject({ code: 'ABORTED' })

  const others = place.app.events({ kinds: ['selection'] })
  await others.ready()
  const last = failure(others.next())
  place.apply({ exit: true, application: 'Program' })
  expect(await last).toMatchObject({ code: 'APP_EXITED' })
})
