import { expect, test } from 'vitest'
import { run } from '../../bench/reliability/trial.mjs'

const kinds = (...all: string[]) => all.map((only) => ({ seed: 1, length: 10, only }))

test('the order desk: ten steps by the book, and ten on which elements come late, have another name, are disabled', async () => {
  for (const result of await run(kinds('none', 'late', 'renamed', 'disabled'))) {
    expect(result).toMatchObject({ success: true, wrong: [], double: [] })
  }
})

test.each(['gtk4', 'qt6'] as const)('the order desk: ten steps by the book with %s', async (desktop) => {
  const [result] = await run(kinds('none'), desktop)
  expect(result).toMatchObject({ verdict: 'end to end' })
})

test('the order desk: a handler that shows a notice and comes back when that is gone is waited for', async () => {
  // With this seed at Add item, Apply discount and Express.
  const [result] = await run([{ seed: 43, length: 8, only: 'nested' }])
  expect(result).toMatchObject({ verdict: 'end to end' })
})

test('the order desk: what comes seconds after a press is waited for, and the press not sent again', async () => {
  // With these seeds 2.4 s after Add item, without a sign of it until then, and after Send while a thread computes.
  const slow = [2, 3].map((seed) => ({ seed, length: 10, only: 'slow' }))
  for (const { verdict, double } of await run(slow)) {
    expect(double).toEqual([])
    expect(['end to end', 'honest error']).toContain(verdict)
  }
}, 60_000)

test('the order desk: what is below the fold, or has a handler that opens a dialog, is pressed once', async () => {
  const trials = [
    { seed: 1, length: 10, only: 'below' },
    // A field to be typed into that has the focus already, so that giving it the focus scrolls nothing.
    { seed: 5, length: 10, only: 'below' },
    { seed: 1, length: 10, only: 'nested' },
  ]
  for (const result of await run(trials)) expect(result).toMatchObject({ verdict: 'end to end' })
})

test('the order desk with gtk4: a hidden row before the one that is meant is not selected in its place', async () => {
  for (const result of await run([{ seed: 1, length: 3, only: 'twin' }], 'gtk4')) {
    expect(result).toMatchObject({ verdict: 'end to end', wrong: [] })
  }
})

test('the order desk: a press that is lost or could mean two is never claimed, done twice or done to the wrong one', async () => {
  for (const { steps, wrong, double } of await run(kinds('lost', 'duplicated', 'twin'))) {
    expect({ wrong, double }).toEqual({ wrong: [], double: [] })
    expect(steps.map(({ outcome }) => outcome)).not.toContain('false claim')
  }
})

test('the order desk: in a list that sorts itself anew every few ms, the row that was meant is chosen, and no other on the way', async () => {
  // With these seeds every 5 to 38 ms, in one or both of the two steps that choose a row.
  const seeds = [5, 27, 38, 42, 55].map((seed) => ({ seed, length: 12, only: 'reordered' }))
  for (const { success, wrong } of await run(seeds)) expect({ success, wrong }).toEqual({ success: true, wrong: [] })
})
