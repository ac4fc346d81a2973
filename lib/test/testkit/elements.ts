import type { Rect } from '../../sdk/tree/node.js'
import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import { stateOf } from '../../sdk/tree/states.js'
import type { AttributeName } from '../../sdk/vocabulary.js'
import {
  cutSeen,
  fits,
  hiddenSeen,
  type Judgement,
  labelled,
  listed,
  NOTHING,
  nothingSeen,
  ofOne,
  quoted,
  severalSeen,
  type Text,
} from './judgement.js'
import type { Sight } from './sight.js'

/** A matcher about what a locator means: what it expects, in words, and whether that is so. */
export interface ElementMatcher<Args extends readonly unknown[]> {
  expected(...args: Args): string
  /** The same of the negation, where it is more than `not` before it. */
  unexpected?(...args: Args): string
  judge(sight: Sight, ...args: Args): Judgement
  /** It is about the element and what is in it alone, whatever is around it. */
  alone?: boolean
}

function about<Args extends readonly unknown[]>(
  expected: (...args: Args) => string,
  judge: (sight: Sight, ...args: Args) => Judgement,
): ElementMatcher<Args> {
  return { expected, judge }
}

function one<Args extends readonly unknown[]>(
  expected: (...args: Args) => string,
  judge: (node: SnapshotNode, ...args: Args) => Judgement,
): ElementMatcher<Args> {
  return { ...about(expected, (sight, ...args) => ofOne(sight, (node) => judge(node, ...args))), alone: true }
}

/** A state that is on or off; of what cannot have it, neither is said. */
function stateful(name: Parameters<SnapshotNode['state']>[0], on: string, off: string): ElementMatcher<[]> {
  return one(
    () => on,
    (node) => {
      const value = node.state(name)
      if (value === undefined) return { holds: undefined, seen: `cannot be ${on}` }
      return { holds: value === true, seen: value === 'mixed' ? 'mixed' : value ? on : off }
    },
  )
}

function plain(name: Parameters<SnapshotNode['state']>[0], on: string, off: string, wanted = true): ElementMatcher<[]> {
  return one(
    () => (wanted ? on : off),
    (node) => {
      const is = node.state(name) === true
      return { holds: is === wanted, seen: is ? on : off }
    },
  )
}

function text(what: string, read: (node: SnapshotNode) => string | undefined): ElementMatcher<[expected: Text]> {
  return one(
    (expected) => `${what} ${quoted(expected)}`,
    (node, expected) => {
      const seen = read(node)
      return { holds: fits(expected, seen), seen: `${what} ${quoted(seen)}` }
    },
  )
}

/** Its value; of a combo box that has none, as in browsers, the name of the item that is selected in it. */
function valueIn(node: SnapshotNode): string | undefined {
  if (node.value !== undefined || node.role !== 'combobox') return node.value
  return node.snapshot.find('selected:true|first', { within: node })?.name
}

/** What a person reads of it: its value, or its name, or the texts in it. */
function textOf(node: SnapshotNode): string {
  const value = valueIn(node)
  if (value) return value
  if (node.name) return node.name
  return node.children
    .map(textOf)
    .filter((each) => each !== '')
    .join(' ')
}

/** The texts of what shows in it, as a person reads them one after the other. */
function textsIn(node: SnapshotNode): string {
  const { native } = node.snapshot
  const shows = (child: SnapshotNode) => native.hidden(node.index) || !native.hidden(child.index)
  return node.children
    .filter(shows)
    .map((child) => (child.children.length === 0 || child.value ? textOf(child) : textsIn(child)))
    .filter((each) => each !== '')
    .join(' ')
}

/** How many there are, and where. */
function countSeen({ matches, all }: Sight): string {
  if (matches === 0) return NOTHING
  const [node] = all()
  return matches === 1 ? labelled(node as SnapshotNode) : `${matches} elements:${listed(all())}`
}

const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

// Characters of a text that a message shows.
const SHOWN = 300

const shown = (bounds: Partial<Rect>) =>
  (['x', 'y', 'width', 'height'] as const)
    .filter((key) => bounds[key] !== undefined)
    .map((key) => `${key} ${bounds[key]}`)
    .join(', ')

const checkedness = one(
  () => 'checked',
  (node) => {
    const value = stateOf(node.states, 'checked') ?? stateOf(node.states, 'pressed')
    if (value === undefined) return { holds: undefined, seen: 'cannot be checked' }
    return { holds: value === true, seen: value === 'mixed' ? 'mixed' : value ? 'checked' : 'unchecked' }
  },
)

export const elementMatchers = {
  toBeAttached: {
    expected: () => 'at least one element',
    unexpected: () => 'no element',
    judge(sight) {
      if (sight.matches > 0) return { holds: true, seen: countSeen(sight) }
      return { holds: sight.doubtful ? undefined : false, seen: nothingSeen(sight) }
    },
    alone: true,
  } satisfies ElementMatcher<[]>,
  toBeVisible: {
    expected: () => 'visible',
    judge(sight) {
      const [node, ...others] = sight.nodes
      if (node === undefined) return { holds: sight.doubtful ? undefined : false, seen: nothingSeen(sight) }
      if (others.length > 0) return { holds: undefined, seen: severalSeen(sight.nodes) }
      const hidden = sight.snapshot.native.hidden(node.index)
      return { holds: !hidden, seen: `${labelled(node)}: ${hidden ? hiddenSeen(node) : 'visible'}` }
    },
    alone: true,
  } satisfies ElementMatcher<[]>,
  toBeHidden: {
    expected: () => 'nothing that shows',
    unexpected: () => 'something that shows',
    judge(sight) {
      const { native } = sight.snapshot
      const showing = sight.nodes.filter((node) => !native.hidden(node.index))
      if (showing.length > 0) return { holds: false, seen: `${labelled(showing[0] as SnapshotNode)}: visible` }
      const seen = sight.matches === 0 ? nothingSeen(sight) : 'hidden'
      return { holds: sight.doubtful ? undefined : true, seen }
    },
  } satisfies ElementMatcher<[]>,
  toBeEmpty: one(
    () => 'empty',
    (node) => {
      if (node.state('protected') === true) return { holds: undefined, seen: 'protected: its content is never read' }
      const text = node.value || textsIn(node)
      return { holds: text === '', seen: text === '' ? 'empty' : `text ${quoted(shortened(text))}` }
    },
  ),
  toHaveCount: about(
    (count: number) => `${count} ${count === 1 ? 'element' : 'elements'}`,
    (sight, count: number) => {
      const { matches, doubtful } = sight
      const seen = countSeen(sight)
      // More than were expected are too many, whatever else there is.
      if (doubtful && matches <= count) return { holds: undefined, seen: `${seen}${cutSeen(sight, 'more')}` }
      return { holds: matches === count, seen: matches === 0 ? nothingSeen(sight) : seen }
    },
  ),
  toBeEnabled: plain('enabled', 'enabled', 'disabled'),
  toBeDisabled: plain('enabled', 'enabled', 'disabled', false),
  toBeEditable: one(
    () => 'editable',
    (node) => {
      const holds = node.state('editable') === true && node.state('readonly') !== true
      return { holds, seen: holds ? 'editable' : node.state('readonly') === true ? 'read-only' : 'not editable' }
    },
  ),
  toBeFocused: one(
    () => 'focused',
    (node) => {
      if (node.state('focused') === true) return { holds: true, seen: 'focused' }
      const focused = node.snapshot.find('focused:true|first')
      return { holds: false, seen: `not focused; ${focused === undefined ? 'nothing is' : `${labelled(focused)} is`}` }
    },
  ),
  toBeChecked: checkedness,
  toBeSelected: stateful('selected', 'selected', 'not selected'),
  toBeExpanded: stateful('expanded', 'expanded', 'collapsed'),
  toBeInViewport: {
    expected: () => 'in the viewport',
    judge: (sight) =>
      ofOne(sight, (node) => {
        const { native } = node.snapshot
        if (native.hidden(node.index)) return { holds: false, seen: hiddenSeen(node) }
        const part = native.visiblePart(node.index)
        if (part === undefined) return { holds: undefined, seen: 'of unknown bounds' }
        const out = node.state('offscreen') === true || part.width === 0 || part.height === 0
        const where = node.bounds === undefined ? '' : `, at ${shown(node.bounds)}`
        return { holds: !out, seen: out ? `scrolled or moved out of view${where}` : 'in the viewport' }
      }),
  } satisfies ElementMatcher<[]>,
  toHaveAccessibleName: text('name', (node) => node.name),
  toHaveAccessibleDescription: text('description', (node) => node.description),
  toHaveText: text('text', textOf),
  toContainText: one(
    (expected: string) => `text with ${quoted(expected)} in it`,
    (node, expected: string) => {
      const own = textOf(node)
      // A window or a group has a name of its own, and texts in it.
      const inside = textsIn(node)
      const more = inside === '' || inside === own ? '' : `, and in it ${quoted(shortened(inside))}`
      return {
        holds: own.includes(expected) || inside.includes(expected),
        seen: `text ${quoted(shortened(own))}${more}`,
      }
    },
  ),
  toHaveValue: one(
    (expected: Text) => `value ${quoted(expected)}`,
    (node, expected: Text) => {
      const value = valueIn(node)
      const instead = value === undefined && node.name ? `; ${quoted(node.name)} is its name` : ''
      return { holds: fits(expected, value), seen: `value ${quoted(value)}${instead}` }
    },
  ),
  toHaveRole: one(
    (role: string) => `role ${role}`,
    (node, role: string) => ({ holds: node.role === role, seen: `role ${node.role}` }),
  ),
  toHaveAttribute: one(
    (name: AttributeName | string, value?: Text) =>
      `attribute ${name}${value === undefined ? '' : ` ${quoted(value)}`}`,
    (node, name: AttributeName | string, value?: Text) => {
      const seen = node.attributes[name]
      const holds = value === undefined ? seen !== undefined : fits(value, seen)
      const others = seen === undefined ? Object.keys(node.attributes) : []
      const instead = others.length === 0 ? '' : `; it has ${others.join(', ')}`
      return { holds, seen: `attribute ${name} ${quoted(seen)}${instead}` }
    },
  ),
  toHaveBounds: one(
    (bounds: Partial<Rect>) => `bounds ${shown(bounds)}`,
    (node, bounds: Partial<Rect>) => {
      const seen = node.bounds
      if (seen === undefined) return { holds: undefined, seen: 'unknown bounds' }
      const holds = (Object.keys(bounds) as (keyof Rect)[]).every((key) => bounds[key] === seen[key])
      return { holds, seen: `bounds ${shown(seen)}` }
    },
  ),
}

export type ElementMatchers = typeof elementMatchers
