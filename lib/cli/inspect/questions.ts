import { obstaclesOf } from '../../sdk/action/steps/obstacles.js'
import { limitsOf } from '../../sdk/call/limits.js'
import { isSurehandError } from '../../sdk/errors.js'
import { proposalsFor } from '../../sdk/locator/proposals.js'
import type { Locator } from '../../sdk/locator.js'
import type { Receipt } from '../../sdk/receipt.js'
import type { LiveApp } from './live-app.js'
import { type Matched, type Picked, type Questions, type Tried, VERBS, type Verb } from './protocol.js'

// Elements that are marked; more are counted.
const MARKED = 500
// Changes that are listed.
const CHANGES = 40
// ms; a person who tries an action by hand waits no longer.
const PATIENCE = 5_000

/** Answers what the page asks; `undefined`: it is no question. */
export async function answered(live: LiveApp, name: string, asked: unknown): Promise<unknown> {
  const { ref, selector, verb, argument } = (asked ?? {}) as Record<string, unknown>
  if (name === 'pick' && typeof ref === 'string') return picked(live, { ref })
  if (name === 'match' && typeof selector === 'string') return matched(live, { selector })
  if (name !== 'try' || typeof ref !== 'string' || !isVerb(verb)) return undefined
  return tried(live, { ref, verb, ...(typeof argument === 'string' ? { argument } : {}) })
}

async function picked(live: LiveApp, { ref }: Questions['pick']['ask']): Promise<Picked> {
  const snapshot = await live.snapshot()
  const node = snapshot.byRef(ref)
  if (node === undefined) return { proposals: [], obstacles: [] }
  const { scope, executable, pid } = live.app
  const process = executable || String(pid)
  const proposals = proposalsFor(node).map((proposal) => ({
    ...proposal,
    mcp: JSON.stringify({ process, selector: proposal.selector }),
  }))
  const limits = limitsOf(scope, { timeout: PATIENCE })
  return { proposals, obstacles: await obstaclesOf(scope, snapshot.native, node.index, limits) }
}

async function matched(live: LiveApp, { selector }: Questions['match']['ask']): Promise<Matched> {
  const snapshot = await live.snapshot()
  try {
    const nodes = snapshot.findAll(selector)
    const refs = nodes.slice(0, MARKED).map((node) => node.ref)
    const explanation = nodes.length === 0 ? { explanation: snapshot.explainText(selector) } : {}
    return { count: nodes.length, refs, ...explanation }
  } catch (error) {
    if (!isSurehandError(error)) throw error
    const { offset, suggestion } = error.details as { offset?: number; suggestion?: string }
    return { count: 0, refs: [], problem: { message: error.message, offset, suggestion } }
  }
}

async function tried(live: LiveApp, { ref, verb, argument = '' }: Questions['try']['ask']): Promise<Tried> {
  try {
    void live.wake()
    const receipt = await done(live.app.locator(`ref:${ref}`), verb, argument)
    const changes = receipt.diff?.toJSON({ maxEntries: CHANGES })
    return { receipt: receipt.toString(), ...(changes === undefined ? {} : { changes }) }
  } catch (error) {
    if (!isSurehandError(error)) throw error
    return { error: { code: error.code, message: error.message } }
  } finally {
    // What an action did is there when its answer is.
    await live.refresh()
  }
}

function done(locator: Locator, verb: Verb, argument: string): Promise<Receipt> {
  const options = { timeout: PATIENCE }
  if (verb === 'fill' || verb === 'press') return locator[verb](argument, options)
  if (verb === 'selectOption') return locator.selectOption(argument, options)
  return locator[verb](options)
}

function isVerb(verb: unknown): verb is Verb {
  return VERBS.includes(verb as Verb)
}
