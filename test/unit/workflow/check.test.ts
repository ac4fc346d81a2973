import { describe, expect, test } from 'vitest'
import { check, delayOf } from '../../../lib/agent/workflow/file/check-file.js'

const plan = (more: Record<string, unknown>) => ({ steps: [{ tool_name: 'click_element' }], ...more })
const places = (of: unknown) => check(of).map(({ place }) => place)

test('a plan with everything in it is right', () => {
  const problems = check({
    workflow_id: 'mail',
    variables: {
      name: { type: 'string', regex: '^[A-Z]', default: 'Anna' },
      count: { type: 'number' },
      kind: { type: 'enum', options: ['a', 'b'], default: 'a' },
      password: { type: 'string', secret: true },
    },
    inputs: { count: 3, extra: true },
    selectors: { reply: 'role:Button|name:Reply' },
    steps: [
      { id: 'open', tool_name: 'open_application', arguments: { app_name: '{{name}}' }, retries: 2, delay: '500ms' },
      {
        id: 'reply',
        group_name: 'Reply',
        if: "open_status == 'executed_without_error' && !extra",
        skippable: true,
        steps: [{ tool_name: 'click_element', arguments: { selector: '{{selectors.reply}}' }, if: '{{count > 2}}' }],
        jumps: [{ if: 'env.done', to_id: 'open', reason: 'again' }],
        fallback_id: 'help',
      },
    ],
    troubleshooting: [{ id: 'help', tool_name: 'capture_screenshot', continue_on_error: true }],
    end_at_step: 'reply',
    output: '{{open_result}}',
  })
  expect(problems).toEqual([])
})

describe('what is wrong is said with its place, before anything runs', () => {
  test.each<[string, unknown, string[]]>([
    ['no plan', 'x', ['']],
    ['no steps', {}, ['steps']],
    ['a field that does not exist', plan({ stop_on_eror: true }), ['stop_on_eror']],
    ['one of a step', plan({ steps: [{ tool_name: 'x', retrys: 2 }] }), ['steps[0].retrys']],
    ['one that every object has', plan({ steps: [{ tool_name: 'x', constructor: 2 }] }), ['steps[0].constructor']],
    ['a wrong type', plan({ steps: [{ tool_name: 'x', retries: '2' }] }), ['steps[0].retries']],
    ['no number of retries', plan({ steps: [{ tool_name: 'x', retries: -1 }] }), ['steps[0].retries']],
    ['neither tool nor group', plan({ steps: [{ id: 'a' }] }), ['steps[0]']],
    ['both', plan({ steps: [{ tool_name: 'x', group_name: 'y', steps: [] }] }), ['steps[0]']],
    ['a group without steps', plan({ steps: [{ group_name: 'y' }] }), ['steps[0].steps']],
    [
      'a step in a group',
      plan({ steps: [{ group_name: 'y', steps: [{ tool: 'x' }] }] }),
      ['steps[0].steps[0].tool', 'steps[0].steps[0]'],
    ],
    ['no time', plan({ steps: [{ tool_name: 'x', delay: 'soon' }] }), ['steps[0].delay']],
    [
      'two with one id',
      plan({ steps: [{ id: 'a', tool_name: 'x' }], troubleshooting: [{ id: 'a', tool_name: 'x' }] }),
      ['troubleshooting[0].id'],
    ],
    ['a fallback to nowhere', plan({ steps: [{ tool_name: 'x', fallback_id: 'b' }] }), ['steps[0].fallback_id']],
    [
      'a jump to nowhere',
      plan({ steps: [{ tool_name: 'x', jumps: [{ if: 'true', to_id: 'b' }] }] }),
      ['steps[0].jumps[0].to_id'],
    ],
    [
      'a jump without a condition',
      plan({ steps: [{ id: 'a', tool_name: 'x', jumps: [{ to_id: 'a' }] }] }),
      ['steps[0].jumps[0].if'],
    ],
    ['a start nowhere', plan({ start_from_step: 'b', end_at_step: 'c' }), ['start_from_step', 'end_at_step']],
    [
      'an unknown name',
      plan({ steps: [{ tool_name: 'x', arguments: { a: ['{{who}}'] } }] }),
      ['steps[0].arguments.a[0]'],
    ],
    ['one in a condition', plan({ steps: [{ tool_name: 'x', if: 'who == 1' }] }), ['steps[0].if']],
    [
      'one in a jump',
      plan({ steps: [{ id: 'a', tool_name: 'x', jumps: [{ if: '{{who}}', to_id: 'a' }] }] }),
      ['steps[0].jumps[0].if'],
    ],
    ['one in the output', plan({ output: { a: '{{who}}' } }), ['output.a']],
    ['a condition that cannot be read', plan({ steps: [{ tool_name: 'x', if: 'a &&' }] }), ['steps[0].if']],
    [
      'a placeholder that cannot be read',
      plan({ steps: [{ tool_name: 'x', arguments: { a: '{{a +}}' } }] }),
      ['steps[0].arguments'],
    ],
    ['an unknown type', plan({ variables: { a: { type: 'text' } } }), ['variables.a.type']],
    [
      'a default that does not fit',
      plan({ variables: { a: { type: 'number', default: '1' } } }),
      ['variables.a.default'],
    ],
    [
      'one that is no option',
      plan({ variables: { a: { type: 'enum', options: [1, 2], default: 3 } } }),
      ['variables.a.default'],
    ],
    ['an enum without options', plan({ variables: { a: { type: 'enum' } } }), ['variables.a.options']],
    [
      'an input unlike its pattern',
      plan({ variables: { a: { type: 'string', regex: '^x$' } }, inputs: { a: 'y' } }),
      ['inputs.a'],
    ],
    ['no pattern', plan({ variables: { a: { type: 'string', regex: '(' } } }), ['variables.a.regex']],
  ])('%s', (_, wrong, expected) => {
    expect(places(wrong)).toEqual(expected)
  })
})

test('all of it is said at once', () => {
  expect(places({ a: 1, steps: [{ tool_name: 'x', if: 'who' }, { tool_name: 2 }] })).toEqual([
    'a',
    'steps[1].tool_name',
    'steps[0].if',
  ])
})

test('tools that do not exist are found where the tools are known', () => {
  const steps = [{ tool_name: 'click_element' }, { group_name: 'g', steps: [{ tool_name: 'clik' }] }]
  expect(check({ steps }, new Set(['click_element']))).toMatchObject([
    { place: 'steps[1].steps[0].tool_name', message: "There is no tool 'clik'." },
  ])
  expect(check({ steps })).toEqual([])
})

test('a message never says what an input is: it may be a secret', () => {
  const variables = { password: { type: 'string', regex: '^[a-z]+$', secret: true } }
  const problems = check(plan({ variables, inputs: { password: 'Swordfish-1' } }))
  expect(problems).toHaveLength(1)
  expect(JSON.stringify(problems)).not.toContain('Swordfish')
})

test.each([
  ['500ms', 500],
  ['1s', 1_000],
  ['1.5 s', 1_500],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['1', undefined],
  ['-1s', undefined],
  ['1d', undefined],
])('%s is %s ms', (text, ms) => {
  expect(delayOf(text)).toBe(ms)
})
