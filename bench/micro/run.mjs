/** Selector matching and output on trees in memory, through the public API. Medians, ms. */
import { Snapshot } from '../../dist/index.js'
import { median } from '../live/measure.mjs'

const ROLES = ['button', 'text', 'link', 'checkbox', 'textbox', 'listitem', 'menuitem', 'cell']

/** A tree as applications have them: groups of ten, names that repeat, bounds, a few values. @param {number} nodes */
export function syntheticTree(nodes) {
  let made = 0
  const leaf = () => {
    const i = made++
    return {
      role: ROLES[i % ROLES.length],
      name: i % 3 ? `Item ${i % 500}` : `Order number ${i}`,
      bounds: { x: (i % 40) * 30, y: Math.floor(i / 40) * 20, width: 28, height: 18 },
      states: ['enabled', 'visible', 'focusable'],
      ...(i % 8 === 4 ? { value: `value ${i}` } : {}),
    }
  }
  const groups = []
  while (made < nodes) {
    made++
    groups.push({
      role: 'group',
      bounds: { x: 0, y: 0, width: 1200, height: 20 },
      states: ['enabled', 'visible'],
      children: Array.from({ length: 9 }, leaf),
    })
  }
  return { role: 'window', name: 'Synthetic', states: ['enabled', 'visible'], children: groups }
}

const SELECTORS = {
  'match role + name': 'role:Button|name:Item 8',
  'match role + name wildcard': 'role:Button|name:Item 4*',
  'match regular expression': 'name:/^order number \\d*7$/i',
  'match has': 'role:group|has:(role:textbox|value:value 12)',
  'match near': 'role:button|near:(role:textbox|value:value 12)',
  'match chain and not': 'role:group >> !role:text && name:Item*',
}

export function measureMicro(sizes = [1_000, 10_000, 100_000]) {
  return sizes.map((nodes) => {
    const tree = syntheticTree(nodes)
    const snapshot = Snapshot.from(tree)
    const operations = {}
    const time = (name, run) => {
      run()
      const samples = []
      const until = performance.now() + 400
      while (samples.length < 5 || (performance.now() < until && samples.length < 200)) {
        const start = performance.now()
        run()
        samples.push(performance.now() - start)
      }
      operations[name] = median(samples)
    }
    for (const [name, selector] of Object.entries(SELECTORS)) time(name, () => snapshot.findAll(selector))
    const text = JSON.stringify(tree)
    time('Snapshot.from(object)', () => Snapshot.from(tree))
    time('Snapshot.from(JSON text)', () => Snapshot.from(text))
    time('JSON.parse of the same text', () => JSON.parse(text))
    time('toJSON()', () => snapshot.toJSON())
    time('toText()', () => snapshot.toText())
    time('toText(), 2,000 tokens', () => snapshot.toText({ maxTokens: 2000 }))
    return { nodes: snapshot.size, bytesPerNode: snapshot.memory.nodes / snapshot.size, operations }
  })
}
