/** Selector matching, output and differences of trees in memory, through the public API. Medians, ms. */
import { diff, Snapshot } from '../../dist/index.js'
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

/** The same tree with another value in every n-th leaf. @param {any} tree @param {number} n */
function changedTree(tree, n) {
  let at = 0
  const copy = (node) => ({
    ...node,
    ...(node.children ? { children: node.children.map(copy) } : at++ % n ? {} : { value: 'changed' }),
  })
  return copy(tree)
}

/** The same shape with nothing in it that is the same element. @param {any} tree */
function strangeTree(tree) {
  const copy = (node) => ({
    ...node,
    name: `Other ${node.name}`,
    ...(node.children ? { children: node.children.map(copy) } : {}),
  })
  return { ...copy(tree), name: tree.name }
}

export async function measureMicro(sizes = [1_000, 10_000, 100_000]) {
  const results = []
  for (const nodes of sizes) results.push(await measureSize(nodes))
  return results
}

/** @param {number} nodes */
async function measureSize(nodes) {
  const tree = syntheticTree(nodes)
  const snapshot = await Snapshot.from(tree)
  const operations = {}
  const time = async (name, run, most = 200) => {
    await run()
    const samples = []
    const until = performance.now() + 400
    while (samples.length < 5 || (performance.now() < until && samples.length < most)) {
      const start = performance.now()
      const running = run()
      // To wait for what is there already would cost a turn.
      if (running instanceof Promise) await running
      samples.push(performance.now() - start)
    }
    operations[name] = median(samples)
  }
  for (const [name, selector] of Object.entries(SELECTORS)) await time(name, () => snapshot.findAll(selector))
  const text = JSON.stringify(tree)
  await time('Snapshot.from(object)', () => Snapshot.from(tree))
  await time('Snapshot.from(JSON text)', () => Snapshot.from(text))
  await time('JSON.parse of the same text', () => JSON.parse(text))
  await time('toJSON()', () => snapshot.toJSON())
  await time('toString()', () => snapshot.toString())
  await time('toString(), 2,000 tokens', () => snapshot.toString({ maxTokens: 2000 }))

  const [same, changed, strange] = await Promise.all(
    [tree, changedTree(tree, 100), strangeTree(tree)].map((each) => Snapshot.from(each)),
  )
  await time('diff, nothing changed', () => diff(snapshot, same))
  await time('diff, one leaf in 100 changed', () => diff(snapshot, changed))
  await time('diff, every node replaced', () => diff(snapshot, strange))
  const replaced = await diff(snapshot, strange)
  await time('its text and JSON, on the event loop', () => String(replaced) + JSON.stringify(replaced))
  // Lists are made once a diff.
  const fresh = []
  for (let i = 0; i < 20; i++) fresh.push(await diff(snapshot, strange))
  await time(
    'its lists as objects, on the event loop',
    () => {
      const { added, removed } = fresh.pop() ?? replaced
      return added.length + removed.length
    },
    19,
  )
  return { nodes: snapshot.size, bytesPerNode: snapshot.memory.nodes / snapshot.size, operations }
}
