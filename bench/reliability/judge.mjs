/**
 * Judges a run by what the application says that it received, and by nothing else. README.md says what counts as what.
 *
 * @param {{steps: import('./plan.mjs').Step[]}} plan
 * @param {{event: string, step?: number, target?: string, right?: boolean, stale?: boolean, checked?: boolean,
 *   text?: string}[]} record
 */
export function judge(plan, record) {
  const done = []
  const verdict = { done: 0, wrong: [], double: [], stray: [], ignored: 0 }
  for (const entry of record) {
    if (entry.event === 'ignored') verdict.ignored++
    if (entry.event === 'stray') verdict.stray.push(entry)
    if (entry.event !== 'received') continue
    if (entry.right) {
      done.push(plan.steps[entry.step])
      verdict.done++
      continue
    }
    const before = entry.stale ? undefined : done.findLast((step) => step.target === entry.target)
    if (before === undefined) verdict.wrong.push(entry)
    else if (!before.idempotent || entry.checked !== before.checked) verdict.double.push(entry)
  }
  return verdict
}

/** Whether the application received what this step is about. */
export function received(record, step) {
  return record.some((entry) => entry.event === 'received' && entry.right && entry.step === step)
}

/** Whether the application began to do what this step brings about, which is at once unless its fault has it later. */
export function done(record, step) {
  return record.some((entry) => entry.event === 'done' && entry.step === step)
}

/**
 * @typedef {'end to end' | 'honest error' | 'false claim' | 'false denial' | 'wrong'} Verdict
 *
 * @param {{steps: import('./plan.mjs').Step[]}} plan
 * @param {Pick<import('./contest.mjs').Run, 'steps' | 'wrong' | 'double'> & {done: number}} run
 * @returns {Verdict}
 */
export function verdictOf(plan, { steps, done, wrong, double }) {
  if (wrong.length + double.length > 0) return 'wrong'
  const last = steps[steps.length - 1]
  if (last.outcome === 'false claim') return 'false claim'
  if (last.outcome === 'done') return done === plan.steps.length ? 'end to end' : 'false claim'
  return last.received && !last.unsure ? 'false denial' : 'honest error'
}
