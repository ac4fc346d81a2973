import { join } from 'node:path'
import { answerTo } from '../../ask/asking.js'
import type { Answers } from '../../ask/question.js'
import { Remembered } from '../../ask/remembered.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { deciding } from '../../sequence/decide.js'
import type { Session } from '../../session.js'
import { wrong } from '../../target.js'
import { ACTS, type Answer, type Call, tool } from '../../tool.js'
import type { Value } from '../../workflow/file/expression.js'
import { readPlan } from '../../workflow/file/file.js'
import { folderName, stateFolder } from '../../workflow/file/folder.js'
import { planIn } from '../../workflow/file/terminator-file.js'
import type { RunOutcome, StepOutcome } from '../../workflow/run/outcome.js'
import { runPlan } from '../../workflow/run/run.js'
import { Stop } from '../../workflow/run/stop.js'
import { summary } from '../../workflow/run/summary.js'

// What a model is told of; the rest is counted.
const TOLD = 60

const steps = { type: 'array', items: { type: 'object' } } as const

export const executeSequence = tool({
  name: 'execute_sequence',
  title: 'Run a workflow',
  description:
    'Runs steps, each a call of another tool: { id, tool_name, arguments, if, retries, jumps, fallback_id, … }, or groups of them. Checked whole before the first one runs. With a workflow_id it can be taken up again (resume): nothing is sent twice.',
  inputSchema: input({
    url: { type: 'string', description: 'file://…: the workflow in a file (YAML, JSON), instead of `steps`.' },
    steps: { ...steps, description: 'What is done, in this order.' },
    troubleshooting: { ...steps, description: 'Steps that only fallback_id, jumps and start_from_step lead to.' },
    variables: { type: 'object', description: '{ name: { type, default, regex, options, required, secret } }' },
    inputs: { type: 'object', description: 'Values of variables: `{{name}}` in arguments.' },
    selectors: { type: 'object', description: '`{{selectors.name}}` in arguments.' },
    stop_on_error: { type: 'boolean', description: 'Whether a step that fails ends it. Default: true.' },
    start_from_step: { type: 'string', description: 'Begins at this id, with what was stored.' },
    end_at_step: { type: 'string', description: 'Ends after this id.' },
    follow_fallback: { type: 'boolean', description: 'Default: true, but with end_at_step.' },
    execute_jumps_at_end: { type: 'boolean', description: 'Whether jumps of end_at_step are taken. Default: false.' },
    output: { description: 'What it gives: `{{…}}` of results.' },
    output_parser: {
      type: 'object',
      description: '{ javascript_code }: a script that returns what it gives, from `tree` and `sequenceResult`.',
    },
    workflow_id: { type: 'string', description: 'Its state is kept under this name.' },
    resume: { type: 'boolean', description: 'Goes on where the run before ended, however it did. Default: false.' },
    ask_context: {
      type: 'boolean',
      description:
        'Asks a person first what it is for (WorkflowContext): `{{context.business_purpose}}`. Default: false.',
    },
    include_detailed_results: { type: 'boolean', description: 'Adds the result of each step. Default: false.' },
  }),
  outputSchema: resultSchema({
    status: { enum: ['executed_without_error', 'executed_with_error', 'cancelled'] },
    steps: { type: 'array', items: { type: 'object' } },
    steps_left_out: { type: 'integer' },
    output: {},
    context: { type: 'object', description: 'What a person said that it is for.' },
    folder: { type: 'string', description: 'Where its state and events.jsonl are.' },
  }),
  annotations: ACTS,
  run: async (given, session, call): Promise<Answer> => {
    const { url, inputs, start_from_step, end_at_step, follow_fallback, execute_jumps_at_end, ...rest } = given
    const { resume, ask_context, include_detailed_results: detailed = false, ...own } = rest
    if ((url === undefined) === (own.steps === undefined)) throw wrong('give either `steps` or the `url` of a workflow')
    if (url !== undefined && !/\.(?:ya?ml|json)$/i.test(url))
      throw wrong('`url` has to be of a .yml, .yaml or .json file')
    const plan = url === undefined ? planIn(own) : (await readPlan(url, { overlay: own, tools: session.tools })).plan
    const name = folderName(url, (plan as { workflow_id?: string }).workflow_id)
    // What persons want to be remembered of a workflow lies beside its state.
    const remembered = name === undefined ? session.remembered : new Remembered(join(stateFolder(name), 'answers.json'))
    const context = ask_context ? await contextOf({ remembered }, call, name) : undefined
    const stop = new Stop()
    const atOnce = () => stop.atOnce()
    call.signal.addEventListener('abort', atOnce, { once: true })
    session.running.add(stop)
    try {
      const outcome = await runPlan(context === undefined ? plan : withContext(plan, context), {
        tools: session.steps(call, remembered),
        inputs: inputs as Record<string, Value> | undefined,
        url,
        resume,
        startFrom: start_from_step,
        endAt: end_at_step,
        followFallback: follow_fallback,
        executeJumpsAtEnd: execute_jumps_at_end,
        decide: deciding(call.ask),
        stop,
        onEvent: (event) => {
          if (event.type !== 'step_started') return
          call.onProgress({ progress: event.number, total: event.of, message: event.step })
        },
      })
      return answerOf(outcome, detailed, context)
    } finally {
      session.running.delete(stop)
      call.signal.removeEventListener('abort', atOnce)
    }
  },
})

function withContext(plan: unknown, context: Answers['WorkflowContext']): unknown {
  const { inputs, ...own } = plan as { inputs?: object }
  return { ...own, inputs: { ...inputs, context } }
}

/** What a person says that it is for; nothing when none does. */
async function contextOf(
  session: Pick<Session, 'remembered'>,
  call: Call,
  name: string | undefined,
): Promise<Answers['WorkflowContext'] | undefined> {
  const message = `What is the workflow ${name === undefined ? '' : `${name} `}for?`
  const reply = await answerTo(
    session,
    call,
    { kind: 'WorkflowContext', message, ...(name === undefined ? {} : { about: name }) },
    { of: (content) => JSON.stringify(content), again: (kept) => JSON.parse(kept) as Answers['WorkflowContext'] },
  )
  return reply.action === 'accept' ? reply.content : undefined
}

function answerOf(outcome: RunOutcome, detailed: boolean, context: object | undefined): Answer {
  const { status, error, output, folder } = outcome
  const told = outcome.steps.slice(0, TOLD)
  const left = outcome.steps.length - told.length
  const data = {
    status,
    steps: told.map((step) => stepIn(step, detailed)),
    ...(left > 0 ? { steps_left_out: left } : {}),
    ...(output === undefined ? {} : { output }),
    ...(context === undefined ? {} : { context }),
    ...(folder === undefined ? {} : { folder }),
  }
  const more = left > 0 ? `\n… and ${left} steps more` : ''
  return {
    text: error === undefined ? `The sequence ended: ${status}.` : `The sequence failed: ${error.code}.`,
    // Names of elements and messages of errors are what an application shows.
    shown: `${summary({ ...outcome, steps: told })}${more}${output === undefined ? '' : `\noutput: ${JSON.stringify(output)}`}`,
    data,
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message, sent: error.sent } }),
  }
}

function stepIn(
  { number, id, name, status, attempts, duration, error, result, seen }: StepOutcome,
  detailed: boolean,
): object {
  return {
    number,
    ...(id === undefined ? {} : { id }),
    name,
    status,
    attempts,
    duration_ms: Math.round(duration),
    ...(error === undefined ? {} : { error }),
    ...(seen ? { seen } : {}),
    ...(detailed ? { result } : {}),
  }
}
