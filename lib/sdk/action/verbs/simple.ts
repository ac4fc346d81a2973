import type { Found } from '../../look/look.js'
import type { NativeNode } from '../../native/binding.js'
import { type StateValue, stateOf } from '../../tree/states.js'
import type { StateName } from '../../vocabulary.js'
import type { Goal } from '../goal.js'
import { checkMarkOf, expanderOf, isItem } from '../parts/item-parts.js'
import type { Verb } from '../perform.js'
import { clickSteps, doubleClickSteps, downSteps, hoverSteps, rightClickSteps } from '../pointer.js'
import { a } from '../steps/not-actionable.js'

// GTK lets the entries of a menu be selected: that opens the menu or marks the entry, and chooses nothing.
const OF_A_MENU: ReadonlySet<string> = new Set(['menu', 'menuitem'])

const SELECTABLE: ReadonlySet<string> = new Set(['tab', 'option', 'listitem', 'treeitem', 'row', 'gridcell', 'cell'])

// The verbs of a locator that one native action, or one movement of the pointer, brings about.

export const click: Verb = { native: [{ kind: 'press' }], pointer: clickSteps }

export const doubleClick: Verb = { native: [], pointer: doubleClickSteps }

export const rightClick: Verb = { native: [{ kind: 'showMenu' }], pointer: rightClickSteps }

export const mouseDown: Verb = { native: [], pointer: downSteps }

export const hover: Verb = { native: [], pointer: hoverSteps, enabled: false }

export const toggle: Verb = {
  native: [{ kind: 'toggle' }, { kind: 'press' }],
  pointer: clickSteps,
  place: checkMarkOf,
  objection: (node) => (tick(node) === undefined ? untold(node) : undefined),
  sign: (before) => ({
    expected: `not ${ticked(tick(before))} any more`,
    met: (node) => tick(node) !== tick(before),
    seen: (node) => ticked(tick(node)),
  }),
}

const CHECKED: ReadonlySet<string> = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'])

/** GTK 3 does not tell which entries of a popover's menu are checked. */
function untold(node: NativeNode): string {
  if (!CHECKED.has(node.role)) return `${a(node)} has no checked or pressed state`
  return `${a(node)}, and its toolkit does not report whether it is checked; click() presses it, whatever it shows`
}

export const check: Verb = {
  ...toggle,
  objection: (node) => (mayBeOff(node) ? undefined : toggle.objection?.(node)),
  goal: { expected: 'checked', met: (node) => tick(node) === true, seen: (node) => ticked(tick(node)) },
}

export const uncheck: Verb = {
  ...toggle,
  goal: {
    expected: 'not checked',
    met: (node) => tick(node) === false || (tick(node) === undefined && isItem(node)),
    seen: (node) => ticked(tick(node)),
  },
  objection: (node) =>
    mayBeOff(node)
      ? undefined
      : ['radio', 'menuitemradio'].includes(node.role) && tick(node) === true
        ? `${a(node)} is unchecked by checking another one of its group`
        : toggle.objection?.(node),
}

export function setChecked(on: boolean): Verb {
  return on ? check : uncheck
}

export const select: Verb = {
  native: [{ kind: 'select' }, { kind: 'press' }],
  pointer: clickSteps,
  holds: (found) => (isOfSeveralInPage(found) ? [TOGGLING] : []),
  // Qt's tabs do not tell whether they are selected.
  goal: { ...goal('selected', true), told: (node) => stateOf(node.states, 'selected') !== undefined },
  objection: (node) =>
    OF_A_MENU.has(node.role)
      ? `${a(node)}: a click opens or chooses it, and it has no selection that lasts`
      : SELECTABLE.has(node.role) || stateOf(node.states, 'selected') !== undefined
        ? undefined
        : `${a(node)} that cannot be selected`,
}

export const deselect: Verb = {
  native: [{ kind: 'deselect' }],
  pointer: clickSteps,
  holds: (found) => (isOfSeveralInPage(found) ? [TOGGLING] : undefined),
  goal: { expected: 'not selected', met: (node) => stateOf(node.states, 'selected') === false, seen: () => 'selected' },
  objection: select.objection,
}

// What a click adds an item of a list with, or takes it out.
const TOGGLING = process.platform === 'darwin' ? 'Meta' : 'Control'

/** Whether it is in a list of a web page that takes several (`<select multiple>`): a click alone takes the others out. */
function isOfSeveralInPage({ snapshot, node }: Found): boolean {
  const list = snapshot.parent(node)
  if (list < 0 || stateOf(snapshot.node(list).states, 'multiselectable') !== true) return false
  let at = list
  while (at >= 0 && snapshot.role(at) !== 'document') at = snapshot.parent(at)
  return at >= 0
}

export const expand: Verb = {
  native: [{ kind: 'expand' }, { kind: 'press' }],
  pointer: clickSteps,
  place: expanderOf,
  goal: goal('expanded', true),
  objection: without('expanded', 'cannot be expanded'),
}

export const collapse: Verb = {
  native: [{ kind: 'collapse' }, { kind: 'press' }],
  pointer: clickSteps,
  place: expanderOf,
  goal: { expected: 'collapsed', met: (node) => stateOf(node.states, 'expanded') === false, seen: () => 'expanded' },
  objection: without('expanded', 'cannot be collapsed'),
}

export function invoke(name: string): Verb {
  return {
    native: ({ actions = [] }) => [{ kind: 'named', name: meantAction(name, actions) ?? name }],
    objection: ({ actions = [] }) =>
      meantAction(name, actions) !== undefined
        ? undefined
        : `it has no action '${name}'; its actions: ${actions.join(', ') || 'none'}`,
  }
}

/** The action of that name, whatever its case, where only one has it. */
function meantAction(name: string, actions: readonly string[]): string | undefined {
  if (actions.includes(name)) return name
  const alike = actions.filter((action) => action.toLowerCase() === name.toLowerCase())
  return alike.length === 1 ? alike[0] : undefined
}

export function setCaret(offset: number): Verb {
  return { native: [{ kind: 'setCaret', number: offset }] }
}

export function selectText(start: number, end: number): Verb {
  return { native: [{ kind: 'selectText', start, end }] }
}

/** Qt's items say that they are checked and never that they can be. Their only action, `Toggle`, is for their selection. */
function mayBeOff(node: NativeNode): boolean {
  return isItem(node) && tick(node) === undefined && node.actions?.includes('Toggle') === true
}

/** Checked, or pressed for a toggle button. */
function tick(node: NativeNode): StateValue {
  return stateOf(node.states, 'checked') ?? stateOf(node.states, 'pressed')
}

function ticked(value: StateValue): string {
  return value === 'mixed' ? 'partly checked' : value ? 'checked' : 'not checked'
}

function goal(state: StateName, value: boolean): Goal {
  return {
    expected: state,
    met: (node) => stateOf(node.states, state) === value,
    seen: () => `not ${state}`,
  }
}

function without(state: StateName, why: string): (node: NativeNode) => string | undefined {
  return (node) => (stateOf(node.states, state) === undefined ? `${a(node)} that ${why}` : undefined)
}
