import { hostname, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { CHECKS } from '../../lib/cli/self-test/checks.js'
import { redactor } from '../../lib/cli/self-test/redact.js'
import { type Report, reportText } from '../../lib/cli/self-test/report.js'

const OWN = 'Open dialog, Press'
const redact = redactor(OWN, ['gedit', 'My Mail (2)', 'org.gnome.Files', ''])

test.each([
  ['button "Press" is covered by window "Diary 2026" of gedit', 'button "Press" is covered by window "…" of <hidden>'],
  ['what runs: gedit, My Mail (2), org.gnome.Files', 'what runs: <hidden>, <hidden>, <hidden>'],
  ['a title with a quote: "say \\"no\\" to Bob"', 'a title with a quote: "…"'],
  ['no bus at unix:path=/run/user/1000/bus', 'no bus at unix:path=<path>'],
  ['/home/ann/project/node_modules is missing', '<path> is missing'],
  ['C:\\Users\\ann\\x.txt is missing', '<path> is missing'],
  ['no object /org/a11y/bus', 'no object /org/a11y/bus'],
  ['two\n  lines', 'two lines'],
])('an error in a report: %s', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

test('a report has neither the name of the user nor of the host', () => {
  const text = redact(`it belongs to ${userInfo().username}@${hostname()}, and not to ${userInfo().username}s`)
  expect(text).toBe(`it belongs to <hidden>@<hidden>, and not to ${userInfo().username}s`)
})

test('there are 25 checks, each with a name and what it tries', () => {
  expect(CHECKS).toHaveLength(25)
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(25)
  const topics = new Set(CHECKS.map(({ name }) => name.split(':')[0]))
  const expected = ['read', 'find', 'press', 'fill', 'type', 'select', 'menu', 'diff', 'events', 'hang', 'picture']
  expect([...topics].sort()).toEqual(expected.sort())
})

test('the text of a report: what prevents everything comes first, a failure says what was tried, seen and what to do', () => {
  const failure = { tried: 'click()', code: 'TIMEOUT' as const, seen: 'it did not end', remedy: 'Run it again.' }
  const report: Report = {
    surehand: '0.1.0',
    node: 'v20.0.0',
    system: 'linux x64 6.1',
    desktop: 'headless',
    session: 'x11',
    permissions: [{ name: 'input', state: 'granted' }],
    unavailable: [],
    problem: { tried: 'open the desktop', seen: 'there is none', remedy: 'Start one.' },
    checks: [
      { number: 1, name: 'read: a tree', result: 'passed', duration: 12.3, retried: true },
      { number: 2, name: 'press: a button', result: 'failed', duration: 4_000, failure },
      { number: 3, name: 'fill: a field', result: 'not run' },
    ],
    passed: 1,
    duration: 4_100,
  }
  expect(reportText(report)).toBe(`surehand doctor --self-test
surehand 0.1.0, Node v20.0.0, linux x64 6.1
headless desktop, x11, no program
permission input: granted

PROBLEM
           tried: open the desktop
           seen:  there is none
           do:    Start one.

ok       1 read: a tree (12 ms, second try: no answer in time at first)
FAILED   2 press: a button (4000 ms)
           tried: click()
           seen:  TIMEOUT: it did not end
           do:    Run it again.
not run  3 fill: a field

1 of 3 checks passed in 4.1 s`)
})
