import type { Candidate, NearMiss } from '../error-details.js'
import { SurehandError } from '../errors.js'
import type { NativeElement, NativeSnapshot } from '../native/binding.js'
import { type Explanation, explain } from '../selector/explain.js'
import { labelOf, pathOf } from '../tree/node.js'
import type { Query } from '../tree/query.js'
import { looksLike, spelledOut } from '../tree/spelled.js'
import { cutsThatHide, isHurried, isMenuEntry } from './absence.js'
import { tellingApart } from './telling-apart.js'

export type { Candidate, NearMiss } from '../error-details.js'

// More would bury the message; `details.count` has the number.
export const SHOWN_CANDIDATES = 10

export function candidateOf(snapshot: NativeSnapshot, node: number): Candidate {
  return {
    ref: snapshot.ref(node),
    role: snapshot.role(node),
    name: snapshot.name(node),
    path: pathOf(snapshot, node),
    selector: snapshot.uniqueSelector(node),
    ...(snapshot.hidden(node) ? { hidden: true } : {}),
  }
}

/** The first few of several that match, each with what tells it from the others. */
export function candidatesOf(snapshot: NativeSnapshot, nodes: readonly number[]): Candidate[] {
  const shown = nodes.slice(0, SHOWN_CANDIDATES)
  const apart = tellingApart(snapshot, shown)
  return shown.map((node, index) => {
    const differs = apart[index]
    return { ...candidateOf(snapshot, node), ...(differs ? { differs } : {}) }
  })
}

export function ambiguous(place: string, query: Query, snapshot: NativeSnapshot, nodes: number[]): SurehandError {
  const candidates = candidatesOf(snapshot, nodes)
  const lines = candidates.map(({ ref, path, selector, hidden, differs }) => {
    const apart = [...(hidden ? ['hidden'] : []), ...(differs === undefined ? [] : [differs])].join(', ')
    return `\n  ${ref} ${path}${apart && ` (${apart})`}: ${selector}`
  })
  const more = nodes.length > SHOWN_CANDIDATES ? `\n  … and ${nodes.length - SHOWN_CANDIDATES} more` : ''
  const unseen = candidates.every(({ hidden }) => hidden)
  return new SurehandError(
    'AMBIGUOUS',
    `${query.text} matches ${nodes.length} ${unseen ? 'hidden elements, and none that shows,' : 'elements'} in ${place}; ` +
      `an action needs exactly one. Use a selector that only one of them matches, or first(), last(), nth().${lines.join('')}${more}`,
    { selector: query.text, count: nodes.length, candidates },
  )
}

/** What matches can be counted, and the tree is cut where more of it could be. */
export function moreMayMatch(
  place: string,
  query: Query,
  snapshot: NativeSnapshot,
  count: number,
  cuts: readonly { node: number; reason: string }[],
): SurehandError {
  const where = cuts.slice(0, SHOWN_CANDIDATES).map(({ node, reason }) => ({ reason, path: pathOf(snapshot, node) }))
  return new SurehandError(
    'INCOMPLETE_TREE',
    `${query.text} matches at least ${count} elements in ${place}, and the tree is cut where more could be: ` +
      `${where.map((cut) => `${cut.path} (${cut.reason})`).join(', ')}. With { atLeast: true } the call gives what is there.`,
    { selector: query.text, atLeast: count, cuts: where },
  )
}

/** Nothing matches: NOT_FOUND with the nearest misses, or INCOMPLETE_TREE when the tree is cut where it could be. */
export function notFound(
  place: string,
  query: Query,
  snapshot: NativeSnapshot,
  waited: number,
  within?: NativeElement,
): SurehandError {
  const explanation = explain(query.selector, snapshot.explain(query.compiled, {}))
  const cuts = cutsThatHide(snapshot, query.selector, within)
  const details = { selector: query.text, waited, explanation }
  const tried = `${query.text} matches nothing in ${place} (${snapshot.size} nodes) after ${waited} ms.`
  const seen = `${isMenuEntry(query.selector) ? IN_A_MENU : ''}${misses(snapshot, explanation)}`
  if (cuts.length === 0) return new SurehandError('NOT_FOUND', `${tried}${seen}`, details)

  const where = cuts.slice(0, SHOWN_CANDIDATES).map((cut) => ({ reason: cut.reason, path: pathOf(snapshot, cut.node) }))
  return new SurehandError(
    'INCOMPLETE_TREE',
    `${tried} The tree is cut, so it may be there all the same: ` +
      `${where.map((cut) => `${cut.path} (${cut.reason})`).join(', ')}.${seen}`,
    { ...details, cuts: where, hurried: isHurried(snapshot) },
  )
}

/** What comes nearest to a selector that matches nothing, and how many elements its failing step looked at. */
export function nearMissesOf(snapshot: NativeSnapshot, query: Query): { nearMisses: NearMiss[]; searched: number } {
  const { steps, nearMisses } = explain(
    query.selector,
    snapshot.explain(query.compiled, { maxNearMisses: SHOWN_CANDIDATES }),
  )
  return {
    nearMisses: nearMisses.map(({ node, fails }) => ({ ...candidateOf(snapshot, node), fails })),
    searched: steps.find(({ matches }) => matches === 0)?.searched ?? snapshot.size,
  }
}

/** What a message advises where an entry of a menu is missing. */
export const IN_A_MENU =
  " Before its menu is open it may not be there: app.menu('File', 'Save As…') opens what is in its way."

function misses(snapshot: NativeSnapshot, { nearMisses }: Explanation): string {
  if (nearMisses.length === 0) return ''
  const lines = nearMisses.map(
    ({ node, fails }) =>
      `\n  ${pathOf(snapshot, node)} fails ${fails.map((term) => told(snapshot, node, term)).join(', ')}`,
  )
  return ` Nearest:${lines.join('')}`
}

/** A term that an element fails; where both look the same, with what differs: `name:Save (it is named "\\u0405ave")`. */
function told(snapshot: NativeSnapshot, node: number, term: string): string {
  const name = snapshot.name(node)
  const wanted = /^name:"?(.*?)"?$/su.exec(term)?.[1]
  if (name === undefined || wanted === undefined || !looksLike(name, wanted)) return term
  return `${term} (asked for ${spelledOut(wanted)}, it is named ${spelledOut(name)})`
}

export function describe(snapshot: NativeSnapshot, node: number): string {
  return `${labelOf(snapshot, node)} (${snapshot.ref(node)})`
}
