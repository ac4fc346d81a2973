import type { Ask } from '../ask/question.js'
import type { Decide, Decision } from '../workflow/run/doubt.js'

const DECISIONS: Readonly<Record<string, Decision>> = {
  Retry: 'again',
  Skip: 'done',
  WaitLonger: 'wait',
  Abort: 'stop',
}

/** Asks a person whether a step was done that a run was sending when it was ended. Only an answer is one. */
export function deciding(ask: Ask): Decide {
  return async ({ step, place, tool, why }, signal) => {
    const message =
      `The run before was ended while step '${step}' (${tool ?? place}) was being sent, and it is not known whether it was done. ${why} ` +
      'Look at the application. Retry: it was not done, do it. Skip: it was done, go on after it. WaitLonger: look again. Abort: leave all as it is.'
    const reply = await ask({ kind: 'ErrorRecoveryChoice', message, about: `${place} ${step}` }, signal)
    return reply.action === 'accept' ? DECISIONS[reply.content.action] : undefined
  }
}
