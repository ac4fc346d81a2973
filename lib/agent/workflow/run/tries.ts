import { setTimeout as sleep } from 'node:timers/promises'
import { isSurehandError } from '../../../sdk/errors.js'
import type { Node } from '../file/program.js'
import type { Position } from './checkpoint.js'
import type { CodeAnswer } from './coded-step.js'
import type { Setting } from './setting.js'
import type { Failure, StepAnswer } from './toolbox.js'

// ms between two tries of a step.
const PAUSE = 500

export type StepNode = Extract<Node, { kind: 'step' }>

/** What came of a call of a tool, or of a function. */
export type Answer = StepAnswer & Pick<CodeAnswer, 'value' | 'turn' | 'retry'>

/** A step that is to be tried. */
export interface Trial {
  readonly at: number
  /** What a person calls it, and its number. */
  readonly step: string
  readonly number: number
  /** How often it may be tried. */
  readonly most: number
  readonly input: () => Readonly<Record<string, unknown>>
  /** Where the run failed, when it goes on only to clean up. */
  readonly over: Position | undefined
}

export interface Tried {
  readonly answer: Answer
  readonly attempts: number
  /** Whether what the step verifies was so before its last try. */
  readonly held: boolean | undefined
}

/** Calls a tool, or a function, as often as it may be tried. */
export async function tried(setting: Setting, node: StepNode, trial: Trial): Promise<Tried> {
  const { code, step } = node
  const { tools, stop } = setting
  const tool = code === undefined ? tools.tool(step.tool_name as string) : undefined
  const isHarmless = tool?.reads === true || (code ?? tool)?.repeatable === true
  let { most } = trial
  let hasRecovered = false
  for (let attempts = 1; ; attempts++) {
    const { answer, held } = await attempt(setting, node, trial, attempts)
    const { failure, retry } = answer
    if (failure === undefined) return { answer, attempts, held }
    // What may have been done is not done again.
    const mayBeAgain = retry !== 'useless' && (retry === 'asked' || failure.sent === 'no' || isHarmless)
    if (attempts >= most || !mayBeAgain || stop.after.aborted) {
      const turn = stop.now.aborted ? undefined : await code?.recovered(attempts)
      if (turn?.kind !== 'retry') return { answer: { ...answer, turn }, attempts, held }
      if (hasRecovered) return { answer, attempts, held }
      hasRecovered = true
      most = attempts + 1
    }
    await pause(setting, trial, attempts + 1, failure, code?.pause ?? setting.pause ?? PAUSE)
  }
}

async function pause(
  { stop, onEvent, secrets }: Setting,
  { step, number }: Trial,
  attempt: number,
  error: Failure,
  ms: number,
): Promise<void> {
  onEvent({ type: 'step_retried', step, number, attempt, error: secrets.hidden(error) })
  await sleep(ms, undefined, { signal: stop.now }).catch(() => {})
}

async function attempt(
  { checkpoint, stop, tools }: Setting,
  { step, code }: StepNode,
  { at, input: inputOf, over }: Trial,
  number: number,
): Promise<{ answer: Answer; held: boolean | undefined }> {
  let input: Readonly<Record<string, unknown>>
  try {
    input = inputOf()
  } catch (error) {
    if (!isSurehandError(error)) throw error
    const failure: Failure = { code: error.code, message: error.message, sent: 'no' }
    return { answer: { data: {}, text: '', failure }, held: undefined }
  }
  const tool = code === undefined ? tools.tool(step.tool_name as string) : undefined
  const run = async (sending: () => Promise<void>): Promise<Answer> => {
    const call = { signal: stop.now, sending }
    if (tool !== undefined) return tool.run(input, call)
    return { data: {}, text: '', ...(await code?.run(number, call)) }
  }
  if (checkpoint === undefined || tool?.reads) return { answer: await run(async () => {}), held: undefined }
  // What holds before anything is sent says nothing of it afterwards.
  const held = await (code === undefined ? tools.holds(input, 0, stop.now) : code.holds('before'))
  let noted = false
  const answer = await run(async () => {
    if (noted) return
    await checkpoint.sending(at, held, over)
    noted = true
  })
  return { answer, held }
}
