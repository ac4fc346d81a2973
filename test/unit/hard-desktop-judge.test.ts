import { describe, expect, test } from 'vitest'
import { judge, verdictOf } from '../../bench/reliability/judge.mjs'
import type { Run } from '../../bench/reliability/trial.mjs'

const plan = {
  steps: [
    { target: 'express', idempotent: true, checked: true },
    { target: 'send', idempotent: false },
  ],
}
const checked = { event: 'received', step: 0, target: 'express', right: true, checked: true }
const sent = { event: 'received', step: 1, target: 'send', right: true }
const done = { outcome: 'done' } as const

/** What is said of a run of which the application wrote `record` and whose last step ended in `last`. */
function verdict(record: object[], last: Run['steps'][number]) {
  return verdictOf(plan, { ...judge(plan, record), steps: [done, last] })
}

describe('what the hard desktop says of a run', () => {
  test('all was received and told truly: end to end', () => {
    expect(verdict([checked, sent], done)).toBe('end to end')
  })

  test('a press that was received again before its effect came is a double one', () => {
    const again = { ...sent, right: false }
    expect(judge(plan, [checked, sent, again]).double).toEqual([again])
    expect(verdict([checked, sent, again], done)).toBe('wrong')
  })

  test('checking twice is checking once, and unchecking what was checked is not', () => {
    expect(judge(plan, [checked, { ...checked, right: false }])).toMatchObject({ wrong: [], double: [] })
    expect(judge(plan, [checked, { ...checked, right: false, checked: false }]).double).toHaveLength(1)
  })

  test('a press that reached a hidden twin is a wrong one, though the right one was pressed before', () => {
    const twin = { ...sent, right: false, stale: true }
    expect(judge(plan, [checked, sent, twin]).wrong).toEqual([twin])
  })

  test('an error is honest when nothing was received, or when it says that something may have been', () => {
    const error = { outcome: 'gave up', received: true, unsure: true } as const
    expect(verdict([checked, sent], error)).toBe('honest error')
    expect(verdict([checked, sent], { ...error, unsure: false })).toBe('false denial')
    expect(verdict([checked], { ...error, received: false, unsure: false })).toBe('honest error')
  })

  test('no error is honest about a run in which something else was pressed', () => {
    const other = { event: 'received', step: 1, target: 'no', right: false }
    expect(verdict([checked, other], { outcome: 'gave up', received: false, unsure: true })).toBe('wrong')
  })

  test('a step that was claimed and not received is a false claim', () => {
    expect(verdict([checked], { outcome: 'false claim' })).toBe('false claim')
  })
})
