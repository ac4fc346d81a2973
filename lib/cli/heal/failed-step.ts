import { basename, dirname, join, resolve } from 'node:path'
import { isSurehandError } from '../../sdk/errors.js'
import { recordOf } from '../../sdk/heal/element-record.js'
import type { FoundElement } from '../../sdk/heal/found-elements.js'
import { Snapshot, type SnapshotNode } from '../../sdk/tree/snapshot.js'
import { elementsFileOf, readElements } from '../../test/elements/element-file.js'
import { fileName } from '../../test/testkit/results.js'
import { type Entry, type StepEntry, type TraceTree, Trees } from '../../test/trace/index.js'

/** A trace, by what is asked of it. */
export class FailedTrace {
  readonly steps: StepEntry[]
  readonly title: string
  private readonly trees = new Trees()
  private readonly sources = new Map<string, string>()
  private readonly apps = new Map<number, string>()

  constructor(entries: readonly Entry[]) {
    this.steps = entries.filter((entry) => entry.type === 'step')
    const [header] = entries
    this.title = header?.type === 'trace' ? header.title : ''
    for (const entry of entries) {
      if (entry.type === 'tree') this.trees.add(entry)
      if (entry.type === 'source') this.sources.set(entry.file, entry.text)
      if (entry.type === 'app') this.apps.set(entry.app, entry.name)
    }
  }

  /** The last step that failed; nothing comes of one without a selector. */
  get failed(): StepEntry | undefined {
    return this.steps.findLast(({ error, selector }) => error !== undefined && selector !== '')
  }

  appOf({ app = -1 }: StepEntry): string {
    return this.apps.get(app) ?? ''
  }

  sourceOf(file: string): string | undefined {
    return this.sources.get(file)
  }

  get files(): string[] {
    return [...this.sources.keys()]
  }

  /** `undefined` where the trace does not have it. */
  async tree(
    number: number | undefined,
  ): Promise<{ snapshot: Snapshot; refs: ReadonlyMap<string, number> } | undefined> {
    const tree = number === undefined ? undefined : this.trees.tree(number)
    if (tree === undefined) return undefined
    const refs = new Map<string, number>()
    const snapshot = await Snapshot.from(JSON.stringify(withoutRefs(tree, refs, { count: 0 })))
    return { snapshot, refs }
  }
}

/** In document order, as snapshots number their nodes. */
function withoutRefs(
  { ref, children, ...node }: TraceTree,
  refs: Map<string, number>,
  at: { count: number },
): TraceTree {
  if (ref !== undefined) refs.set(ref, at.count)
  at.count++
  const inner = children?.map((child) => withoutRefs(child, refs, at))
  return inner === undefined ? node : { ...node, children: inner }
}

/** What shows of what a selector matches; `undefined` for one that is a description. */
export function shownMatches(snapshot: Snapshot, selector: string): SnapshotNode[] | undefined {
  try {
    const all = snapshot.findAll(selector)
    const shown = all.filter(({ index }) => !snapshot.native.hidden(index))
    return shown.length > 0 ? shown : all
  } catch (error) {
    if (isSurehandError(error, 'INVALID_SELECTOR')) return undefined
    throw error
  }
}

/** The elements that a run without a failure found. Of trees that were read in part, nothing says what else there was. */
export async function elementsIn(trace: FailedTrace): Promise<FoundElement[]> {
  const found: FoundElement[] = []
  for (const step of trace.steps) {
    const { selector, error, element, receipt, before } = step
    if (selector === '' || error !== undefined || element === undefined || receipt?.changes === undefined) continue
    const tree = await trace.tree(before)
    const index = tree?.refs.get(element.ref)
    if (tree === undefined || index === undefined) continue
    const node = tree.snapshot.at(index)
    if (node.state('protected') === true) continue
    found.push({ app: trace.appOf(step), selector, record: recordOf(node) })
  }
  return found
}

/** The record of what the step's selector found when its test passed last, from the file beside the test. */
export async function recordBeside(
  path: string,
  trace: FailedTrace,
  step: StepEntry,
): Promise<FoundElement | undefined> {
  for (const file of filesBeside(path, trace, step)) {
    const tests = Object.entries(await readElements(file))
    const own = tests.filter(([test]) => isTest(test, path, trace))
    // Another test of the file may have used the same locator.
    for (const some of [own, tests]) {
      const record = recordFor(
        some.flatMap(([, found]) => found),
        trace,
        step,
      )
      if (record !== undefined) return record
    }
  }
  return undefined
}

/** The same application's, if it has the name that it had. */
export function recordFor(
  found: readonly FoundElement[],
  trace: FailedTrace,
  step: StepEntry,
): FoundElement | undefined {
  const same = found.filter(({ selector }) => selector === step.selector)
  return same.find(({ app }) => app === trace.appOf(step)) ?? same[0]
}

function filesBeside(path: string, trace: FailedTrace, { place }: StepEntry): string[] {
  const folder = dirname(dirname(resolve(path)))
  const isResult = basename(dirname(folder)) === '__results__'
  const beside = isResult ? [join(dirname(dirname(folder)), basename(folder))] : []
  const sources = [...(place === undefined ? [] : [place.file]), ...trace.files]
  return [...new Set([...beside, ...sources].map(elementsFileOf))]
}

function isTest(test: string, path: string, { title }: FailedTrace): boolean {
  return fileName(test) === basename(dirname(resolve(path))) || test === title
}
