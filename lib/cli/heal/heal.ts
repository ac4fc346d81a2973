import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SurehandError } from '../../sdk/errors.js'
import { differenceOf } from '../../sdk/heal/difference.js'
import type { FoundElement } from '../../sdk/heal/found-elements.js'
import { healed } from '../../sdk/heal/heal.js'
import { proposalsFor } from '../../sdk/locator/proposals.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import { readTrace, type StepEntry } from '../../test/trace/index.js'
import { elementsIn, FailedTrace, recordBeside, recordFor, shownMatches } from './failed-step.js'
import type { HealOutcome } from './outcome.js'
import { outcomeText } from './outcome-text.js'
import { isInside, sourcePatch } from './source-patch.js'

export interface HealOptions {
  /** A trace of a run that passed, to know the element from. */
  good?: string
  /** Writes the patch. */
  apply?: boolean
  /** Prints the outcomes as data. */
  json?: boolean
}

/** Says what failed locators have to be now. Resolves to whether all are healed, and written, where that was asked. */
export async function heal(path: string, options: HealOptions): Promise<boolean> {
  const traces = await tracesIn(path)
  const known = options.good === undefined ? [] : await elementsIn(new FailedTrace(await readTrace(options.good)))
  const outcomes: HealOutcome[] = []
  for (const trace of traces) outcomes.push(await healTrace(trace, known, options.apply === true))
  console.log(options.json ? JSON.stringify(outcomes, null, 2) : outcomes.map(outcomeText).join('\n\n'))
  return outcomes.every(({ status, applied }) => status === 'healed' && (applied || options.apply !== true))
}

async function tracesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return [path]
  const files = await readdir(path, { recursive: true })
  const traces = files.filter((file) => file.endsWith('.trace')).sort()
  if (traces.length > 0) return traces.map((file) => join(path, file))
  const message = `There is no trace in ${path}. The test kit writes one with deskOptions: { trace: 'retain-on-failure' }.`
  throw new SurehandError('INVALID_ARGUMENT', message, { path })
}

/** `known`: elements of a good run; without them, the file beside the test is asked. */
export async function healTrace(
  path: string,
  known: readonly FoundElement[] = [],
  apply = false,
): Promise<HealOutcome> {
  const trace = new FailedTrace(await readTrace(path))
  const outcome: HealOutcome = {
    trace: path,
    test: trace.title,
    status: 'no failed step',
    proposals: [],
    applied: false,
  }
  const step = trace.failed
  if (step === undefined) return outcome
  const { verb, selector, place } = step
  outcome.step = { verb, selector, ...(place === undefined ? {} : { file: place.file, line: place.line }) }
  const tree = (await trace.tree(step.after)) ?? (await trace.tree(step.before))
  if (tree === undefined) return { ...outcome, status: 'no tree' }
  const matches = shownMatches(tree.snapshot, selector)?.length
  if (matches !== undefined) outcome.step.matches = matches
  if (!isAboutLocator(step, matches)) return { ...outcome, status: 'not the locator' }
  const record = recordFor(known, trace, step) ?? (await recordBeside(path, trace, step))
  if (record === undefined) return { ...outcome, status: 'no record' }
  return healedBy(record, tree.snapshot, trace, step, { ...outcome, status: 'nothing alike' }, apply)
}

/** Of a locator with a description, the error's code has to say it. */
function isAboutLocator({ error }: StepEntry, matches: number | undefined): boolean {
  if (matches !== undefined) return matches !== 1
  return error?.code === 'NOT_FOUND' || error?.code === 'AMBIGUOUS'
}

async function healedBy(
  { record }: FoundElement,
  snapshot: Snapshot,
  trace: FailedTrace,
  step: StepEntry,
  outcome: HealOutcome,
  apply: boolean,
): Promise<HealOutcome> {
  const { role, name, ancestors } = record
  outcome.was = { role, ...(name === undefined ? {} : { name }), in: ancestors }
  const found = healed(record, snapshot)
  outcome.proposals = found.map(({ node, confidence }) => {
    const [best] = proposalsFor(node)
    const { selector = node.selector, code = '' } = best ?? {}
    return { ...saidOf(node), confidence, why: differenceOf(record, node), selector, code }
  })
  const [first] = found
  if (first === undefined) return outcome
  if (first.confidence <= 0.5) return { ...outcome, status: 'several' }
  const { place, selector } = step
  const wanted = place && { place, traced: trace.sourceOf(place.file), selector }
  const patch =
    wanted === undefined
      ? { reason: 'The trace does not say where the step is.' }
      : await sourcePatch(wanted, first.node)
  return patched({ ...outcome, status: 'healed' }, patch, apply)
}

const saidOf = ({ role, name, path }: SnapshotNode) => ({ role, path, ...(name === undefined ? {} : { name }) })

async function patched(
  outcome: HealOutcome,
  patch: Awaited<ReturnType<typeof sourcePatch>>,
  apply: boolean,
): Promise<HealOutcome> {
  if ('reason' in patch) return { ...outcome, noPatch: patch.reason }
  const { text, ...said } = patch
  if (!apply) return { ...outcome, patch: said }
  if (!isInside(patch.file)) {
    const noPatch = `${patch.file} is outside of this folder: start the command in the project that it belongs to.`
    return { ...outcome, patch: said, noPatch }
  }
  await writeFile(patch.file, text)
  return { ...outcome, patch: said, applied: true }
}
