import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  type Change,
  Desktop,
  type Diff,
  diff,
  type Effect,
  type SimulatedNode,
  Snapshot,
  type SnapshotNode,
  type TreeNode,
} from '../../lib/sdk/index.js'

// Hundreds of trees each: on a busy machine more than the usual five seconds.
vi.setConfig({ testTimeout: 60_000 })

const ROLES = ['button', 'checkbox', 'textbox', 'text', 'group', 'row', 'list', 'listitem', 'scrollbar'] as const
const STRUCTURE: readonly string[] = ['group', 'row']
const THREE_VALUED = ['checked', 'expanded', 'pressed', 'selected']

const name = fc.constantFrom(undefined, '', 'a', 'b', 'c', 'd', 'Ünïcödé 🙂')
const id = fc.option(fc.constantFrom('i1', 'i2', 'i3', 'i4', 'i5'), { nil: undefined, freq: 4 })
// Long texts differ somewhere inside, in characters of one, two, three and four bytes.
const letters = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂', '👩‍👧', ' '), maxLength: 4 })
const value = fc.oneof(
  fc.constant(undefined),
  letters,
  fc.tuple(letters, letters).map(([one, other]) => `${'é🙂'.repeat(60)}${one}${'漢a'.repeat(60)}${other}`),
)
const states = fc.uniqueArray(
  fc.constantFrom('enabled', 'focused', 'checked', 'checked=mixed', 'checked=false', 'expanded=false', 'selected'),
  { selector: (state) => state.split('=')[0], maxLength: 3 },
)
const bounds = fc.option(fc.record({ x: fc.nat(3), y: fc.nat(3), width: fc.nat(3), height: fc.constant(5) }), {
  nil: undefined,
})
const attributes = fc.option(fc.dictionary(fc.constantFrom('level', 'kind'), fc.constantFrom('1', '2')), {
  nil: undefined,
})

const leaf = fc.record({ role: fc.constantFrom(...ROLES), name, id, value, states, bounds, attributes })
const node = [1, 2, 3].reduce<fc.Arbitrary<TreeNode>>(
  (below) => fc.tuple(leaf, fc.array(below, { maxLength: 4 })).map(([rest, children]) => ({ ...rest, children })),
  leaf,
)
const root = fc.array(node, { maxLength: 6 }).map((children): TreeNode => ({ role: 'window', name: 'Root', children }))

/** An edit: what, to which node (a number that is taken modulo how many there are), and with what. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(), place: fc.nat(), node }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat(), place: fc.nat() }),
  fc.record({ kind: fc.constant('reorder' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), as: fc.record({ name }) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), as: fc.record({ value }) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), as: fc.record({ states }) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), as: fc.record({ bounds, attributes }) }),
  // What a toolkit does that makes its objects anew.
  fc.record({ kind: fc.constant('recreate' as const), at: fc.nat() }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function all(tree: TreeNode): { node: TreeNode; parent?: TreeNode }[] {
  const list: { node: TreeNode; parent?: TreeNode }[] = []
  const visit = (node: TreeNode, parent?: TreeNode): void => {
    list.push({ node, parent })
    for (const child of node.children ?? []) visit(child, node)
  }
  visit(tree)
  return list
}

function insert(parent: TreeNode, place: number, child: TreeNode): void {
  parent.children ??= []
  parent.children.splice(place % (parent.children.length + 1), 0, child)
}

function edited(tree: TreeNode, edits: Edit[]): TreeNode {
  const result = structuredClone(tree)
  let fresh = 0
  for (const edit of edits) {
    const nodes = all(result)
    const { node, parent } = nodes[edit.at % nodes.length] as (typeof nodes)[number]
    if (edit.kind === 'add') insert(node, edit.place, structuredClone(edit.node))
    else if (edit.kind === 'change') Object.assign(node, edit.as)
    else if (edit.kind === 'reorder') node.children?.reverse()
    else if (edit.kind === 'recreate') for (const { node: each } of all(node)) each.id = `fresh ${++fresh}`
    else if (parent !== undefined) {
      parent.children?.splice(parent.children.indexOf(node), 1)
      if (edit.kind === 'move') {
        const places = all(result)
        insert(places[edit.to % places.length]?.node as TreeNode, edit.place, node)
      }
    }
  }
  return result
}

const cases = fc.tuple(root, fc.array(edit, { maxLength: 8 })).map(([tree, edits]) => [tree, edited(tree, edits)])

async function snapshotsOf(trees: readonly TreeNode[]): Promise<{ before: Snapshot; after: Snapshot }> {
  const [before, after] = await Promise.all(trees.map((tree) => Snapshot.from(tree)))
  return { before: before as Snapshot, after: after as Snapshot }
}

/** What a reader of the diff makes of the tree before: nothing is read from the tree after but the entries' own nodes. */
function applied(lists: Diff): TreeNode {
  const { before, after } = lists
  const removed = new Set(lists.removed.map((entry) => entry.node.index))
  const added = new Set(lists.added.map((entry) => entry.node.index))
  const movedFrom = new Set(lists.moved.map((entry) => entry.before.index))
  const movedTo = new Set(lists.moved.map((entry) => entry.node.index))

  // Whoever is in no list kept its place among those that are in none: that says who is who.
  const counterpart = new Map<number, number>()
  const pair = (old: SnapshotNode, now: SnapshotNode): void => {
    counterpart.set(now.index, old.index)
    const stayed = old.children.filter(({ index }) => !removed.has(index) && !movedFrom.has(index))
    const kept = now.children.filter(({ index }) => !added.has(index) && !movedTo.has(index))
    expect(kept.length).toBe(stayed.length)
    stayed.forEach((child, i) => {
      pair(child, kept[i] as SnapshotNode)
    })
  }
  pair(before.root, after.root)
  for (const entry of lists.moved) pair(entry.before, entry.node)

  const key = (index: number): string => (counterpart.has(index) ? `old ${counterpart.get(index)}` : `new ${index}`)
  const plain = new Map<string, TreeNode>()
  const flat = (snapshot: Snapshot) => all(snapshot.toJSON()).map(({ node }): TreeNode => ({ ...node, children: [] }))
  flat(before).forEach((node, index) => {
    if (!removed.has(index)) plain.set(`old ${index}`, node)
  })
  const arrived = flat(after)
  for (const { node } of lists.added) plain.set(key(node.index), arrived[node.index] as TreeNode)
  for (const entry of lists.modified) {
    const target = plain.get(`old ${entry.before.index}`) as TreeNode
    for (const change of entry.changes) apply(target, change, entry.node)
  }

  for (let index = 1; index < before.size; index++) {
    const parent = before.at(index).parent as SnapshotNode
    if (removed.has(index) || movedFrom.has(index) || removed.has(parent.index)) continue
    plain.get(`old ${parent.index}`)?.children?.push(plain.get(`old ${index}`) as TreeNode)
  }
  const arrivals = [...lists.added, ...lists.moved].map(({ node }) => node).sort((a, b) => a.index - b.index)
  for (const node of arrivals) {
    const parent = node.parent as SnapshotNode
    const siblings = plain.get(key(parent.index))?.children as TreeNode[]
    const place = parent.children.findIndex(({ index }) => index === node.index)
    expect(place).toBeLessThanOrEqual(siblings.length)
    siblings.splice(place, 0, plain.get(key(node.index)) as TreeNode)
  }
  return plain.get('old 0') as TreeNode
}

function apply(target: TreeNode, change: Change, node: SnapshotNode): void {
  const { attribute, range } = change
  const fields = target as unknown as Record<string, unknown>
  if (attribute.startsWith('attr:')) {
    const rest = { ...target.attributes, [attribute.slice(5)]: change.new as string }
    fields.attributes = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== null))
  } else if (['role', 'name', 'value', 'id', 'bounds'].includes(attribute)) {
    const old = (fields[attribute] as string | undefined) ?? ''
    const now = (attribute === 'value' ? node.value : node.name) ?? ''
    const spliced = (): string =>
      old.slice(0, range?.start) + now.slice(range?.start, range?.newEnd) + old.slice(range?.oldEnd)
    fields[attribute] = range !== undefined && change.new !== null ? spliced() : change.new
    if (fields[attribute] === null) delete fields[attribute]
  } else {
    const others = (target.states ?? []).filter((state) => state.split('=')[0] !== attribute)
    const three = THREE_VALUED.includes(attribute)
    if (change.new === true) others.push(attribute)
    else if (change.new === 'mixed' || (change.new === false && three)) others.push(`${attribute}=${change.new}`)
    fields.states = others
  }
}

/** One spelling of the same tree. */
function canonical(tree: TreeNode): TreeNode {
  const { children = [], states = [], attributes = {}, ...rest } = tree
  return {
    ...rest,
    states: [...states].sort(),
    attributes: Object.fromEntries(Object.entries(attributes).sort()),
    children: children.map(canonical),
  }
}

const spelled = (snapshot: Snapshot): string => JSON.stringify(canonical(snapshot.toJSON()))

test('applying the diff to the tree before gives the tree after, whatever was edited', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (trees) => {
      const { before, after } = await snapshotsOf(trees)
      const changes = await diff(before, after, { include: 'all' })
      expect(canonical(applied(changes))).toEqual(canonical(after.toJSON()))
      expect(changes.empty).toBe(spelled(before) === spelled(after))
      expect(changes.suppressed).toEqual({ geometry: 0, scrollbars: 0, structure: 0, order: 0 })
      expect(changes.uncertain).toBe(0)
    }),
    { numRuns: 300 },
  )
})

// A desktop has identities: whatever moves or changes its name is known again.
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
const key = fc.constantFrom(...KEYS)
const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({ set: key, name: fc.constantFrom('one', 'two', '') }),
  fc.record({ set: key, value: letters }),
  fc.record({ set: key, checked: fc.constantFrom(true, false, 'mixed' as const) }),
  fc.record({ remove: key }),
  fc.record({ recreate: key }),
  fc.record({ add: fc.record({ role: fc.constant('button' as const), name: fc.constantFrom('one', 'two') }), to: key }),
  fc.record({ move: key, to: key, at: fc.nat(2) }),
)

test('on a desktop too, where elements keep their identity wherever they go', async () => {
  const group = (key: string, ...children: SimulatedNode[]): SimulatedNode => ({
    role: 'group',
    key,
    name: key,
    children,
  })
  const box = (key: string): SimulatedNode => ({ role: 'checkbox', key, name: key, checked: false })
  const applications = [
    {
      name: 'Mail',
      windows: [
        { ...group('a', group('b', box('c'), box('d')), group('e', box('f'), box('g'))), role: 'window' as const },
      ],
    },
  ]
  let moves = 0
  await fc.assert(
    fc.asyncProperty(fc.array(effect, { minLength: 1, maxLength: 6 }), async (effects) => {
      await using desktop = await Desktop.open({ backend: 'simulated', world: { applications } })
      const app = await desktop.app('Mail')
      const before = await app.snapshot()
      for (const each of effects) {
        // What was removed cannot be moved any more, and nothing can be moved into itself.
        if ('remove' in each && each.remove === 'a') continue
        try {
          desktop.simulation?.apply([each])
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
        }
      }
      const after = await app.snapshot()
      const changes = await diff(before, after, { include: 'all' })
      expect(canonical(applied(changes))).toEqual(canonical(after.toJSON()))
      for (const { reordered, before: old, node } of changes.moved) {
        if (reordered) continue
        moves++
        expect(node.ref).toBe(old.ref)
      }
    }),
    { numRuns: 150 },
  )
  expect(moves).toBeGreaterThan(0)
})

const inScrollBar = (node: SnapshotNode): boolean =>
  node.role === 'scrollbar' || (node.parent !== undefined && inScrollBar(node.parent))
const bare = (node: SnapshotNode): boolean =>
  STRUCTURE.includes(node.role) && !node.name && !node.value && !node.description

test('with the noise rules on, what is reported and what was suppressed are the whole', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (trees) => {
      const { before, after } = await snapshotsOf(trees)
      const whole = await diff(before, after, { include: 'all' })
      const quiet = await diff(before, after)
      const counts = { geometry: 0, scrollbars: 0, structure: 0, order: 0 }
      const kept = <T extends { node: SnapshotNode }>(list: readonly T[]): T[] =>
        list.filter(({ node }) => {
          const rule = inScrollBar(node) ? 'scrollbars' : bare(node) ? 'structure' : undefined
          if (rule !== undefined) counts[rule]++
          return rule === undefined
        })
      const added = kept(whole.added)
      const removed = kept(whole.removed)

      const scrolled = new Set<number>()
      const modified = whole.modified.flatMap((entry) => {
        if (inScrollBar(entry.node)) {
          scrolled.add(entry.node.index)
          return []
        }
        const changes = entry.changes.filter(({ attribute }) => attribute !== 'bounds')
        if (changes.length < entry.changes.length) counts.geometry++
        return changes.length > 0 ? [{ index: entry.node.index, changes }] : []
      })
      const moved = whole.moved.filter((entry) => {
        if (inScrollBar(entry.node)) {
          if (entry.reordered) counts.scrollbars++
          else scrolled.add(entry.node.index)
          return false
        }
        if (entry.reordered) counts.order++
        return !entry.reordered
      })
      counts.scrollbars += scrolled.size

      const indices = (list: readonly { node: SnapshotNode }[]) => list.map(({ node }) => node.index)
      expect(indices(quiet.added)).toEqual(indices(added))
      expect(indices(quiet.removed)).toEqual(indices(removed))
      expect(quiet.modified.map(({ node, changes }) => ({ index: node.index, changes }))).toEqual(modified)
      expect(indices(quiet.moved)).toEqual(indices(moved))
      expect(quiet.suppressed).toEqual(counts)
    }),
    { numRuns: 300 },
  )
})

test('text and JSON are made of any diff, and JSON says how many entries it left out', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (trees) => {
      const { before, after } = await snapshotsOf(trees)
      const changes = await diff(before, after, { include: 'all' })
      const json = changes.toJSON()
      for (const list of ['added', 'removed', 'modified', 'moved'] as const)
        expect(json[list].length + (json.leftOut?.[list] ?? 0)).toBe(changes[list].length)
      expect(JSON.parse(JSON.stringify(changes))).toEqual(json)
      expect(String(changes)).toContain(changes.summary)
    }),
    { numRuns: 100 },
  )
})
