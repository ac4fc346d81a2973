/** One run of one contestant: a window of its own, a plan, and what the application says about it afterwards. */
import { judge, received } from './judge.mjs'
import { instruction } from './plan.mjs'

// ms; how far a claim may be ahead of the application, which may be hung when it is made.
const GRACE = 2_500

/**
 * @typedef {object} StepResult
 * @property {number} index
 * @property {string} kind
 * @property {import('./plan.mjs').Step['fault']} [fault] what hit it
 * @property {'done' | 'false claim' | 'gave up'} outcome
 * @property {boolean} [received] the application received it, though the contestant gave up
 * @property {string} [error]
 * @property {unknown} [receipt]
 * @property {number} ms
 *
 * @typedef {object} Run
 * @property {number} seed
 * @property {boolean} success
 * @property {StepResult[]} steps
 * @property {object[]} wrong
 * @property {object[]} double
 * @property {object[]} stray
 * @property {number} ignored
 */

/** @returns {Promise<Run>} */
export async function contest(place, { open }, plan) {
  await place.reset(plan)
  const contestant = await open(place)
  place.attach?.(contestant)
  const steps = []
  try {
    await place.begin()
    for (const [index, step] of plan.steps.entries()) {
      const result = await attempt(place, contestant, step, index)
      // The application is still busy with what the step before made it do.
      const spill = plan.steps[index - 1]?.fault
      result.fault = step.fault ?? (spill?.onReceipt ? spill : undefined)
      steps.push(result)
      if (result.outcome !== 'done') break
    }
    return { seed: plan.seed, ...outcome(plan, steps, judge(plan, place.record)) }
  } finally {
    await contestant.close()
  }
}

function outcome(plan, steps, { done, wrong, double, stray, ignored }) {
  const claims = steps.every((step) => step.outcome === 'done')
  const success = done === plan.steps.length && claims && wrong.length + double.length === 0
  return { success, steps, wrong, double, stray, ignored }
}

async function attempt(place, contestant, step, index) {
  const began = performance.now()
  const took = () => Math.round((performance.now() - began) * 1000) / 1000
  const common = { index, kind: step.kind }
  try {
    const { read, receipt } = await contestant.perform(instruction(step))
    const ms = took()
    const right =
      (await place.until(() => received(place.record, index), GRACE)) &&
      (step.receipt === undefined || read === `Receipt ${step.receipt}`)
    return { ...common, ms, outcome: right ? 'done' : 'false claim', ...(right ? {} : { receipt, read }) }
  } catch (error) {
    const text = `${error.code ?? error.name}: ${error.message}`
    return { ...common, ms: took(), outcome: 'gave up', error: text, received: received(place.record, index) }
  }
}
