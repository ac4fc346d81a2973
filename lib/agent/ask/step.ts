import { setTimeout as sleep } from 'node:timers/promises'
import type { ActionOptions, Ambiguity, Failure, Picked, Recovery } from '../../sdk/action/options.js'
import { SurehandError } from '../../sdk/errors.js'
import type { Candidate, NearMiss } from '../../sdk/look/candidates.js'
import { quoted } from '../../sdk/tree/quoted.js'
import type { Session } from '../session.js'
import type { Call } from '../tool.js'
import { answerTo } from './asking.js'
import { selectorOf } from './refined.js'

/** A person had it left out. No failure, and nothing that was done. */
export class Skipped extends Error {
  constructor(
    readonly verb: string,
    /** Whether something had been sent before. */
    readonly sent: boolean,
    readonly why: SurehandError,
  ) {
    super(`${verb} was left out`)
  }
}

type Questions = Required<Pick<ActionOptions, 'onAmbiguous' | 'onFailure'>>

// Near misses that a person is told of: more are no help.
const TOLD = 5

/**
 * What a person is asked on the way of one action, by the executor: which of several, what instead of what is not there, what to do when
 * no retry is left. `where` tells one application's questions from another's; `misses` gets what nearly matched.
 */
export function questionsOf(
  session: Pick<Session, 'remembered'>,
  call: Call,
  where: string,
  timeout: number,
  misses: NearMiss[],
): Questions {
  return {
    onAmbiguous: (candidates, about) => whichOf(session, call, where, candidates, about),
    onFailure: (failure) => {
      if (failure.nearMisses === undefined) return whatToDo(call, where, timeout, failure)
      misses.push(...failure.nearMisses)
      return whatInstead(session, call, where, failure.selector, failure.nearMisses)
    },
  }
}

async function whichOf(
  session: Pick<Session, 'remembered'>,
  call: Call,
  where: string,
  candidates: readonly Candidate[],
  { selector, count }: Ambiguity,
): Promise<Picked> {
  const reply = await answerTo(
    session,
    call,
    {
      kind: 'ElementDisambiguation',
      message: `${selector} matches ${count} elements. Which one is meant?${listed(candidates)}`,
      choices: candidates.map(labelled),
      about: `${selector} in ${where}`,
    },
    {
      of: ({ selected_index }) => candidates[selected_index]?.selector,
      again: (kept) => {
        const selected_index = candidates.findIndex(({ selector: own }) => own === kept)
        return selected_index < 0 ? undefined : { selected_index }
      },
    },
  )
  return reply.action === 'accept' ? candidates[reply.content.selected_index]?.ref : undefined
}

async function whatInstead(
  session: Pick<Session, 'remembered'>,
  call: Call,
  where: string,
  selector: string,
  nearMisses: readonly NearMiss[],
): Promise<Recovery> {
  const nearest = nearMisses.length === 0 ? '' : ` Nearest:${listed(nearMisses.slice(0, TOLD))}`
  const reply = await answerTo(
    session,
    call,
    {
      kind: 'SelectorRefinement',
      message: `Nothing matches ${selector}.${nearest}\nWhich element is meant?`,
      about: `${selector} in ${where}`,
    },
    { of: selectorOf, again: (kept) => ({ element_description: kept }) },
  )
  return reply.action === 'accept' ? { target: selectorOf(reply.content) } : undefined
}

async function whatToDo(
  { ask, signal }: Call,
  where: string,
  timeout: number,
  { verb, selector, error, sent }: Failure,
): Promise<Recovery> {
  const message = `${verb} ${selector} failed: ${error.message}\nWhat is to be done?`
  const about = `${error.code} of ${selector} in ${where}`
  const reply = await ask({ kind: 'ErrorRecoveryChoice', message, about }, signal)
  if (reply.action !== 'accept') return undefined
  const { action, additional_context } = reply.content
  switch (action) {
    case 'Retry':
      return 'retry'
    case 'WaitLonger':
      await sleep(timeout, undefined, { signal }).catch(() => {})
      return 'retry'
    case 'TryAlternativeSelector':
      if (additional_context === undefined) return undefined
      return { target: selectorOf({ element_description: additional_context }) }
    case 'Skip':
      throw new Skipped(verb, sent, error)
    case 'Abort':
      throw new SurehandError(
        'ABORTED',
        `A person ended it: ${error.message}`,
        { reason: error.code },
        { cause: error },
      )
  }
}

const listed = (candidates: readonly Candidate[]): string =>
  candidates.map((candidate, index) => `\n${index}: ${labelled(candidate)}`).join('')

function labelled({ role, name, path, selector }: Candidate): string {
  return `${role} ${quoted(name ?? '')} (${path}), ${selector}`
}
