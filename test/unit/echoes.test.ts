import { expect, test } from 'vitest'
import type { NativeEvent } from '../../lib/sdk/native/binding.js'
import { Echoes } from '../../lib/sdk/wait/echoes.js'

const state = (source: string): NativeEvent => ({ kind: 'state', source, detail: 'StateChanged:checked' })

/** Looks so often, with the same announced after each look; whether the last was an echo. */
function looks(echoes: Echoes, times: number, ...events: NativeEvent[]): boolean {
  let echo = false
  for (let look = 0; look < times; look++) {
    echoes.look()
    echo = events.length > 0 && echoes.areAll(events)
  }
  return echo
}

test('a change of state that follows each look is an echo from the third look on', () => {
  const echoes = new Echoes()
  expect(looks(echoes, 2, state('85'))).toBe(false)
  expect(looks(echoes, 1, state('85'))).toBe(true)
})

test('another change beside it is no echo, nor is it one that a look went without', () => {
  const echoes = new Echoes()
  looks(echoes, 5, state('85'))
  expect(looks(echoes, 1, state('85'), state('12'))).toBe(false)
  looks(echoes, 2)
  expect(looks(echoes, 1, state('85'))).toBe(false)
})

test('an echo stays one when a look was followed by many other changes', () => {
  const echoes = new Echoes()
  looks(echoes, 2, state('85'))
  const others = Array.from({ length: 20 }, (_, n) => state(`o${n}`))
  expect(looks(echoes, 1, ...others, state('85'))).toBe(false)
  expect(looks(echoes, 1, state('85'))).toBe(true)
})

test('added elements, names and texts are never echoes', () => {
  const added: NativeEvent = { kind: 'structure', source: '1', detail: 'ChildrenChanged:add' }
  expect(looks(new Echoes(), 9, added)).toBe(false)
})
