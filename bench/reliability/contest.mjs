/** One run of one contestant: a window of its own, a plan, and what the application says about it afterwards. */
import { done, judge, received, verdictOf } from './judge.mjs'
import { instruction } from './plan.mjs'

// ms; how far a claim, or an error, may be ahead of the application, which may be hung when it is made.
const GRACE = 2_500
// ms; longer than any fault takes between what is received and what it brings about.
const DOING = 20_000

/**
 * @typedef {object} StepResult
 * @property {number} index
 * @property {string} kind
 * @property {import('./plan.mjs').Step['fault']} [fault] what hit it
 * @property {'done' | 'false claim' | 'gave up'} outcome
 * @property {boolean} [received] the application received it, though the contestant gave up
 * @property {string} [error]
 * @property {boolean} [unsure] the error says that the application may have received it
 * @property {unknown} [receipt]
 * @property {number} ms
 *
 * @typedef {object} Run
 * @property {number} seed
 * @property {import('./judge.mjs').Verdict} verdict
 * @property {boolean} success the verdict is `end to end`
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
      // The application is still busy with what the step before made it do: hung, or in a main loop of its own.
      const spill = plan.steps[index - 1]?.fault
      const lasts = spill?.onReceipt || (spill?.kind === 'nested' && step.kind === 'confirm')
      result.fault = step.fault ?? (lasts ? spill : undefined)
      steps.push(result)
      if (result.outcome !== 'done') break
      if (!(await place.until(() => done(place.record, index), DOING)))
        throw new Error(`the order desk received step ${index} of seed ${plan.seed} and did not do it`)
    }
    const { done: count, ...slips } = judge(plan, place.record)
    const verdict = verdictOf(plan, { steps, done: count, ...slips })
    return { seed: plan.seed, verdict, success: verdict === 'end to end', steps, ...slips }
  } finally {
    await contestant.close()
  }
}

async function attempt(place, contestant, step, index) {
  const began = performance.now()
  const took = () => Math.round((performance.now() - began) * 1000) / 1000
  const common = { index, kind: step.kind }
  const isReceived = () => place.until(() => received(place.record, index), GRACE)
  try {
    const { read, receipt } = await contestant.perform(instruction(step))
    const ms = took()
    const right = (await isReceived()) && (step.receipt === undefined || read === `Receipt ${step.receipt}`)
    return { ...common, ms, outcome: right ? 'done' : 'false claim', ...(right ? {} : { receipt, read }) }
  } catch (error) {
    const ms = took()
    const text = `${error.code ?? error.name}: ${error.message}`
    const unsure = error.sent === 'unknown'
    return { ...common, ms, outcome: 'gave up', error: text, unsure, received: await isReceived() }
  }
}
