import type { StepEntry } from '../../../sdk/tracing/trace-format.js'
import { type ChangeLine, changeList } from '../../parts/change-list.js'
import { described } from '../../parts/described.js'
import { element, milliseconds, part } from '../../parts/dom.js'
import { type Mark, TreeView } from '../../parts/tree.js'
import type { TraceTree } from '../rebuilt.js'
import type { Changes } from './changes.js'
import type { Recorded } from './recorded.js'

// Lines of the source before and after the one that asked for the step.
const NEIGHBOURS = 12

export function receiptPanel(step: StepEntry, end: string | undefined): HTMLElement {
  const { kind, error, receipt, seen, sent, noTree, began, ended } = step
  const moments = sent.map(
    ({ at, part, what }) => `${milliseconds(at - began)}  ${part === 'acts' ? '' : '(to prepare) '}${what}`,
  )
  return element(
    'div',
    {},
    part('Error', error === undefined ? undefined : `${error.code ? `${error.code}: ` : ''}${error.message}`, 'error'),
    // What a matcher says has it.
    part('Seen last', seen !== undefined && error?.message.includes(seen) ? undefined : seen),
    part('No tree of then', noTree),
    part('Receipt', receipt?.text),
    part('Sent', moments.join('\n') || (kind === 'expect' ? undefined : 'nothing')),
    part('Times', `began at ${milliseconds(began)}, took ${milliseconds(ended - began)}`),
    // Most often the same.
    part('The test', error !== undefined && end?.includes(error.message) ? undefined : end),
  )
}

export function changesPanel({ title, lines }: Changes, onPick: (line: ChangeLine) => void): HTMLElement {
  return element('div', {}, element('p', {}, title), changeList(lines, onPick))
}

export interface TreePanel {
  root: HTMLElement
  /** Selects it, once the panel is on the page. */
  select(ref: string | undefined): void
}

/** Before or after, and what is known of the selected element. */
export function treePanel(
  trees: { before: TraceTree | undefined; after: TraceTree | undefined },
  first: 'before' | 'after',
  marks: ReadonlyMap<string, Mark>,
  onSelect: (node: TraceTree) => void,
): TreePanel {
  const about = element('dl', { class: 'about', 'aria-label': 'Selected element' })
  const place = element('div', { class: 'tree-place' })
  let view: TreeView | undefined
  let selected: string | undefined
  const buttons = (['before', 'after'] as const).map((which) => {
    const button = element('button', { 'aria-pressed': 'false' }, which === 'before' ? 'Before' : 'After')
    button.disabled = trees[which] === undefined
    button.addEventListener('click', () => {
      show(which)
      view?.select(selected)
    })
    return button
  })
  const show = (which: 'before' | 'after') => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-pressed', String((at === 0) === (which === 'before')))
    }
    const tree = trees[which]
    about.replaceChildren()
    if (tree === undefined) {
      place.replaceChildren(element('p', {}, 'There is no tree of this step.'))
      return
    }
    view = new TreeView(tree, marks, `Elements ${which} the step`, {
      onSelect: (node) => {
        selected = node.ref
        about.replaceChildren(...described(node))
        onSelect(node)
      },
    })
    place.replaceChildren(view.root)
  }
  show(trees[first] === undefined ? (first === 'before' ? 'after' : 'before') : first)
  const which = element('div', { class: 'which', role: 'group', 'aria-label': 'Which tree' }, ...buttons)
  return {
    root: element('div', { class: 'tree-panel' }, which, place, about),
    select: (ref) => {
      selected = ref
      view?.select(ref)
    },
  }
}

export function eventsPanel(recorded: Recorded, step: StepEntry): HTMLElement {
  const until = recorded.until(step)
  const batches = recorded.events.filter(({ at }) => at >= step.began && at < until)
  const rows = batches.flatMap(({ at, events, dropped }) => [
    ...events.map(({ kind, detail, name = '' }) => row(at, kind, detail, name)),
    ...(dropped > 0 ? [row(at, 'more', `${dropped} were not kept`, '')] : []),
  ])
  const row0 = element('tr', {}, ...['At', 'Kind', 'What', 'Of'].map((title) => element('th', { scope: 'col' }, title)))
  if (rows.length === 0) return element('p', {}, 'Nothing was announced from this step to the next.')
  return element('table', {}, element('thead', {}, row0), element('tbody', {}, ...rows))

  function row(at: number, ...cells: string[]): HTMLElement {
    return element('tr', {}, ...[`+${milliseconds(at - step.began)}`, ...cells].map((text) => element('td', {}, text)))
  }
}

/** All that the programs wrote; what had been written when the next step began stands out. */
export function outputPanel(recorded: Recorded, step: StepEntry): HTMLElement {
  if (recorded.output.length === 0) return element('p', {}, 'The programs wrote nothing.')
  const until = recorded.until(step)
  const lines = recorded.output.map(({ at, stream, text }) => {
    const when = at < step.began ? 'earlier' : at < until ? 'now' : 'later'
    return element('span', { class: `${stream} ${when}`, title: `${stream}, read at ${milliseconds(at)}` }, text)
  })
  return element('pre', { class: 'output' }, ...lines)
}

export function sourcePanel(recorded: Recorded, { place }: StepEntry): HTMLElement {
  const text = place === undefined ? undefined : recorded.sources.get(place.file)
  if (place === undefined) return element('p', {}, 'It is not known which line asked for this step.')
  const where = element('p', { class: 'where' }, `${place.file}:${place.line}:${place.column}`)
  if (text === undefined) return element('div', {}, where, element('p', {}, 'The file could not be read.'))
  const first = Math.max(1, place.line - NEIGHBOURS)
  const lines = text.split('\n').slice(first - 1, place.line + NEIGHBOURS)
  const rows = lines.map((line, index) => {
    const number = first + index
    return element(
      'span',
      number === place.line ? { class: 'line here', 'aria-current': 'true' } : { class: 'line' },
      element('span', { class: 'number' }, String(number)),
      `${line}\n`,
    )
  })
  return element('div', {}, where, element('pre', { class: 'source' }, ...rows))
}
