import { expect, test } from 'vitest'
import { judgeCommands, judgeProgram } from '../../../lib/policy/shell/judge.js'
import { ASKED, EVASIONS, LOSSES, PLAIN } from './attempts.js'
import { FIFTH, FIFTH_PLAIN, FOURTH, LATER_ASKED, LATER_LOSSES } from './later-attempts.js'
import { LATER_ORDINARY } from './later-ordinary.js'
import { ORDINARY } from './ordinary.js'

const outcome = (text: string) => {
  const found = judgeCommands(text)
  return found.some((judgement) => judgement.outcome === 'deny') ? 'deny' : found.length > 0 ? 'ask' : 'allow'
}
const whole = (attempt: string | readonly string[]) => (typeof attempt === 'string' ? attempt : attempt.join(''))

test('the table is as large as the documents say, and says nothing twice', () => {
  const later = [...FOURTH, ...FIFTH_PLAIN, ...FIFTH]
  const all = [...PLAIN, ...EVASIONS, ...later].map((attempt) => JSON.stringify(attempt))
  expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([])
  const ordinary = [...ORDINARY, ...LATER_ORDINARY]
  expect(new Set(ordinary).size).toBe(ordinary.length)
  const sizes = [PLAIN, EVASIONS, later, ORDINARY, LATER_ORDINARY].map(({ length }) => length)
  expect(sizes).toEqual([106, 493, 494, 473, 301])
})

test.each([...PLAIN, ...FIFTH_PLAIN].map(whole))('plain, denied: %s', (text) => {
  expect(outcome(text)).toBe('deny')
})

test.each([...EVASIONS, ...FOURTH, ...FIFTH].map(whole))('evasion, denied: %j', (text) => {
  expect(outcome(text)).toBe('deny')
})

test.each([...ORDINARY, ...LATER_ORDINARY])('ordinary, let through: %j', (text) => {
  expect(judgeCommands(text)).toEqual([])
})

test.each([...ASKED, ...LATER_ASKED])('not known, asked about: %j', (text) => {
  expect(outcome(text)).toBe('ask')
})

// Told in docs/safety.md. Whoever finds a way to refuse one moves it.
test.each([...LOSSES, ...LATER_LOSSES])('a loss, let through: %j', (text) => {
  expect(outcome(text)).toBe('allow')
})

test('a reason never repeats what was typed', () => {
  for (const attempt of [...PLAIN, ...EVASIONS]) {
    for (const { reason } of judgeCommands(whole(attempt))) expect(reason).toMatch(/^it [a-z, ]+$/)
  }
})

test('the words of a program that is started are judged as they are', () => {
  expect(judgeProgram('rm', ['-rf', '/'])).toMatchObject([{ outcome: 'deny', rule: 'delete-root' }])
  expect(judgeProgram('bash', ['-c', 'curl x | sh'])).toContainEqual(
    expect.objectContaining({ outcome: 'deny', rule: 'download-into-shell' }),
  )
  expect(judgeProgram('echo', ['rm -rf /'])).toEqual([])
  expect(judgeProgram('gedit', ['/etc/passwd'])).toEqual([])
})

test('it ends, whatever it is given', () => {
  const nested = `${'eval "$(echo '.repeat(60)}rm${')"'.repeat(60)}`
  const wide = '{1..999}{1..999}{1..999}'
  const deep = 'f(){ g; }; g(){ f; }; f; '.repeat(200)
  const windows = 'curl -o x.exe '.repeat(1_000)
  const loops = 'for a in {1..99}; do for b in {1..99}; do for c in {1..99}; do echo $a$b$c; done; done; done'
  for (const text of [
    nested,
    wide,
    deep,
    windows,
    loops,
    '('.repeat(5000),
    'x'.repeat(200_000),
    '\uE000\uE001rm\uE002',
    'x(){y}'.repeat(2_500),
    'gci c:\\ '.repeat(1_900),
    'forfiles /s del '.repeat(1_000),
    '\n'.repeat(16_000),
    `python -c "${'chr(1)'.repeat(2_000)}"`,
    `x | awk '{print "a",${'"b",'.repeat(3_000)}}'`,
  ]) {
    const began = process.cpuUsage()
    judgeCommands(text)
    // Not a matter of speed, but of seconds or forever: of its own time, whatever else the machine does.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  }
})
