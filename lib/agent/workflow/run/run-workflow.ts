import type { Desktop } from '../../../sdk/desktop.js'
import type { Workflow, WorkflowStep } from '../author.js'
import type { Value } from '../file/expression.js'
import { folderName } from '../file/folder.js'
import { programOfCode } from '../file/program.js'
import { Secrets } from '../file/secrets.js'
import { fingerprintOf } from './checkpoint.js'
import { CodedStep } from './coded-step.js'
import { Execution } from './engine.js'
import type { RunOutcome } from './outcome.js'
import { type RecordOptions, recorded } from './recorded.js'
import { Stop, type StopSignals } from './stop.js'

type Outcome = Omit<RunOutcome, 'duration' | 'folder'>

export interface RunWorkflowOptions extends RecordOptions {
  desktop: Desktop
  input?: unknown
}

// Its steps call no tools, and say by functions what those of a file say by names.
const NOTHING_ELSE = {
  tools: {
    names: new Set<string>(),
    tool: (name: string) => {
      throw new Error(`There is no tool ${name}.`)
    },
    holds: async () => undefined,
  },
  values: {},
  followFallback: false,
  jumpsAtEnd: false,
}

/** Runs a TypeScript workflow. Stored after every step, also where a later one fails. */
export async function runWorkflow<Input>(workflow: Workflow<Input>, options: RunWorkflowOptions): Promise<RunOutcome> {
  const input = (workflow.input === undefined ? options.input : workflow.input.parse(options.input)) as Input
  const secret = workflow.secrets ?? []
  const variables = Object.fromEntries(secret.map((name) => [name, { type: 'string' as const, secret: true }]))
  const secrets = new Secrets({ variables }, (input ?? {}) as Record<string, Value>)
  const record = {
    name: workflow.name ?? workflow.id,
    folderName: folderName(options.url, workflow.id),
    about: {
      workflow_id: workflow.id,
      workflow_file: options.url ?? null,
      plan: fingerprintOf(workflow.steps.map(({ id }) => id)),
    },
    secrets,
  }
  const setting = {
    desktop: options.desktop,
    input,
    env: {} as Record<string, Value>,
    stop: options.stop ?? new Stop(),
  }
  const steps = workflow.steps.map((step) => new CodedStep(step as WorkflowStep, setting))
  const program = programOfCode(steps)
  return recorded(program, { ...options, stop: setting.stop }, record, async (begun) => {
    Object.assign(setting.env, begun.env)
    const execution = new Execution(
      program,
      {},
      { ...begun, ...NOTHING_ELSE, ...setting, secrets, endAt: options.endAt },
    )
    const outcome = await execution.run()
    return ended(workflow, setting, steps, execution, outcome, secrets)
  })
}

/** Tells the workflow how it ended, and asks it for its output. */
async function ended<Input>(
  workflow: Workflow<Input>,
  { input, env, stop }: { input: Input; env: Record<string, Value>; stop: StopSignals },
  steps: readonly CodedStep[],
  execution: Execution,
  outcome: Outcome,
  secrets: Secrets,
): Promise<Outcome> {
  if (outcome.error !== undefined) {
    const failed = steps.find(({ step }) => step.id === outcome.error?.step)
    // What a run before left in doubt was not tried.
    if (failed?.thrown !== undefined && !stop.now.aborted)
      await workflow.onError?.({ env, input, error: failed.thrown, step: failed.step.id })
    return outcome
  }
  if (outcome.status === 'cancelled') return outcome
  const told = await workflow.onSuccess?.({ env, input })
  const output = (told as Value | undefined) ?? execution.output
  return output === undefined ? outcome : { ...outcome, output: secrets.hidden(output) }
}
