import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsBy, partsOf, runsOf } from '../../../lib/sdk/tracing/runs.js'

const label = fc.string({ unit: fc.constantFrom('a', 'b', '{', '"', '\\', '{"role":"', '<', 'é') })
interface Node {
  role: string
  name: string
  children: Node[]
}

const node = fc.letrec<{ tree: Node; leaf: Node }>((tie) => ({
  leaf: fc.record({ role: fc.constantFrom('button', 'row'), name: label, children: fc.constant([]) }),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.record({ role: fc.constant('group'), name: label, children: fc.array(tie('tree'), { maxLength: 4 }) }),
  ),
})).tree

test('a tree comes back from its parts, whatever its texts are', () => {
  fc.assert(fc.property(node, (tree) => partsOf(JSON.stringify(tree)).join('') === JSON.stringify(tree)))
})

test('a tree comes back from what is different about it', () => {
  fc.assert(
    fc.property(node, node, (a, b) => {
      const [before, now] = [partsOf(JSON.stringify(a)), partsOf(JSON.stringify(b))]
      expect(partsBy(runsOf(now, before), before)).toEqual(now)
    }),
  )
})

test('a row that came in a list of a thousand is one part and what was there', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `{"role":"row","ref":"e${at}"},`)
  const now = rows(1000)
  now.splice(500, 0, '{"role":"row","ref":"e5000"},')
  expect(runsOf(now, rows(1000))).toEqual([[0, 500], '{"role":"row","ref":"e5000"},', [500, 500]])
})
