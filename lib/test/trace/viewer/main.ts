import '../../parts/parts.css'
import './style.css'
import type { StepEntry } from '../../../sdk/tracing/trace-format.js'
import { element, milliseconds } from '../../parts/dom.js'
import type { TraceTree } from '../rebuilt.js'
import { type Changes, changesOf } from './changes.js'
import {
  changesPanel,
  eventsPanel,
  outputPanel,
  receiptPanel,
  sourcePanel,
  type TreePanel,
  treePanel,
} from './panels.js'
import { Picture } from './picture.js'
import { type Recorded, recordedIn } from './recorded.js'
import { outcomeOf, Steps } from './steps.js'
import { Tabs } from './tabs.js'
import { Video } from './video.js'

/** What is shown now. */
interface Shown {
  step: StepEntry
  trees: { before: TraceTree | undefined; after: TraceTree | undefined }
  changes: Changes
  /** The element that the tree is at. */
  ref: string | undefined
}

function show(recorded: Recorded): HTMLElement {
  let shown: Shown | undefined
  let tree: TreePanel | undefined

  const picture = new Picture(recorded, ({ ref }) => pick(ref))
  const video = recorded.video === undefined ? undefined : new Video(recorded.video)
  const names = ['Receipt', 'Changes', 'Tree', 'Events', 'Output', 'Source', ...(video === undefined ? [] : ['Video'])]
  const tabs = new Tabs('About the step', names, content)
  const steps = new Steps(recorded, select)

  function select(step: StepEntry): void {
    const trees = recorded.treesOf(step)
    shown = { step, trees, changes: changesOf(step, trees.before, trees.after), ref: step.element?.ref }
    const { role = '', name } = step.element ?? {}
    const acted = step.element?.bounds === undefined ? '' : `; outlined: ${role}${name ? ` “${name}”` : ''}`
    const when = step.error === undefined ? (step.kind === 'action' ? 'when it was sent' : 'then') : 'when it failed'
    tabs.refresh()
    void picture
      .show(step.picture, pictured(shown), step.element?.bounds, `Step ${step.step + 1}, ${when}${acted}`)
      // For who measures how long it took.
      .then(() => performance.mark('trace-shown'))
  }

  function content(name: string): Node {
    tree = undefined
    if (shown === undefined) return element('p', {}, 'Nothing was recorded.')
    const { step, trees, changes } = shown
    if (name === 'Receipt') return receiptPanel(step, recorded.end?.error)
    if (name === 'Changes') return changesPanel(changes, ({ ref }) => pick(ref))
    if (name === 'Events') return eventsPanel(recorded, step)
    if (name === 'Output') return outputPanel(recorded, step)
    if (name === 'Source') return sourcePanel(recorded, step)
    if (name === 'Video' && video !== undefined) return video.at(step)
    const marks = new Map(changes.lines.map(({ ref, mark }) => [ref, mark] as const))
    const first = pictured(shown) === trees.before ? 'before' : 'after'
    const panel = treePanel(trees, first, marks, (node) => picture.point(node))
    tree = panel
    // It reckons with its height, which it has on the page.
    const { ref } = shown
    requestAnimationFrame(() => panel.select(ref))
    return panel.root
  }

  function pick(ref: string | undefined): void {
    if (shown === undefined) return
    shown.ref = ref
    if (tree === undefined) tabs.open('Tree')
    else tree.select(ref)
  }

  // What a test tries and catches comes before what ends it.
  const failed = recorded.steps.findLastIndex((step) => outcomeOf(step) === 'failed')
  const first = failed < 0 ? recorded.steps.length - 1 : failed
  queueMicrotask(() => steps.select(Math.max(0, first), false))
  return element(
    'div',
    { class: 'page' },
    headline(recorded),
    element('nav', { 'aria-label': 'Timeline' }, steps.root),
    element('main', {}, picture.root, tabs.root),
  )
}

/** The tree that was there when the picture was taken. */
function pictured({ step, trees }: Shown): TraceTree | undefined {
  return step.kind === 'action' && step.error === undefined
    ? (trees.before ?? trees.after)
    : (trees.after ?? trees.before)
}

function headline({ header, end, steps, duration, apps }: Recorded): HTMLElement {
  const failed = end?.status === 'failed' || steps.some((step) => step.error !== undefined)
  const word = end?.status ?? (failed ? 'with failures' : 'recorded')
  const when = header === undefined ? '' : new Date(header.began).toLocaleString()
  const left = end?.leftOut ? `; ${end.leftOut} entries of its beginning were left out` : ''
  const about = `${steps.length} steps, ${milliseconds(duration)}, ${[...apps.values()].join(', ')}; ${when}; ${header?.backend}, ${header?.system}${left}`
  return element(
    'header',
    {},
    element('h1', {}, header?.title ?? 'Trace'),
    element('span', { class: `status ${failed ? 'failed' : 'done'}` }, word),
    element('p', {}, about),
  )
}

const page = document.getElementById('page')
const file = document.getElementById('trace')?.textContent ?? ''
recordedIn(file).then(
  (recorded) => page?.replaceChildren(show(recorded)),
  (error: unknown) =>
    page?.replaceChildren(element('p', { role: 'alert' }, `The trace cannot be read: ${String(error)}`)),
)
