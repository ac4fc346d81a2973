import { expect, test } from 'vitest'
import { explain, explainText } from '../../../lib/sdk/selector/explain.js'
import { parse } from '../../../lib/sdk/selector/parse.js'

const counts = {
  matches: 0,
  steps: [
    { searched: 9, matches: 1, terms: [{ term: 0, alone: 1, survivors: 1 }] },
    {
      searched: 7,
      matches: 0,
      terms: [
        { term: 0, alone: 4, survivors: 4 },
        { term: 1, alone: 1, survivors: 0 },
        { term: 2, alone: 0, survivors: 0 },
      ],
    },
  ],
  nearMisses: [{ node: 6, fails: [1] }],
}

test('an explanation has the texts of the terms, in the order in which they are written', () => {
  const explanation = explain(parse('role:Window >> role:Button | (name:Send, name:"a|b") | nth:2'), counts)
  expect(explanation.steps.map(({ step }) => step)).toEqual([
    'role:window',
    'role:button|(name:Send || name:"a|b")|nth:2',
  ])
  expect(explanation.steps[1]!.terms.map(({ term }) => term)).toEqual([
    'role:button',
    'name:Send || name:"a|b"',
    'nth:2',
  ])
  expect(explanation.nearMisses).toEqual([{ node: 6, fails: ['name:Send || name:"a|b"'] }])
})

test('as text it says where the elements were lost and what came nearest', () => {
  const explanation = explain(parse('role:window >> role:button|name:Send|first'), counts)
  expect(explainText(explanation, (node) => `button "Sned" [${node}]`)).toBe(
    [
      'role:window >> role:button|name:Send|first: no match',
      '  >> role:window',
      '  role:window  1 of 9',
      '  >> role:button|name:Send|first',
      '  role:button  4 of 7',
      '  name:Send    0 of 4 (1 of 7 by itself)',
      '  first        0 of 0',
      '  nearest: button "Sned" [6] fails name:Send',
    ].join('\n'),
  )
})
