import { SurehandError } from '../../../sdk/errors.js'
import { check, type Problem } from '../file/check-file.js'
import type { Value } from '../file/expression.js'
import { folderName } from '../file/folder.js'
import { inputsOf } from '../file/inputs.js'
import type { Plan } from '../file/plan.js'
import { programOf } from '../file/program.js'
import { Secrets } from '../file/secrets.js'
import { substitute } from '../file/template.js'
import { fingerprintOf } from './checkpoint.js'
import { Execution } from './engine.js'
import type { RunOutcome } from './outcome.js'
import { parseOutput, treeIn } from './output-parser.js'
import { type RecordOptions, recorded } from './recorded.js'
import type { Toolbox } from './toolbox.js'

export interface RunOptions extends RecordOptions {
  tools: Toolbox
  inputs?: Readonly<Record<string, Value>> | undefined
  followFallback?: boolean | undefined
  executeJumpsAtEnd?: boolean | undefined
  /** ms between two tries of a step. Default: 500. */
  pause?: number | undefined
}

/** Runs a plan. INVALID_ARGUMENT, with every problem and its place, before anything is done; what happens later is in the outcome. */
export async function runPlan(given: unknown, options: RunOptions): Promise<RunOutcome> {
  const problems = check(given, options.tools.names)
  if (problems.length > 0) throw wrongPlan(problems)
  const plan = given as Plan
  const values = inputsOf(plan, options.inputs)
  const secrets = new Secrets(plan, values)
  const startFrom = options.startFrom ?? plan.start_from_step
  const endAt = options.endAt ?? plan.end_at_step
  const program = programOf(plan)
  const name = folderName(options.url, plan.workflow_id)
  const about = {
    workflow_id: plan.workflow_id ?? null,
    workflow_file: options.url ?? null,
    plan: fingerprintOf([plan.steps, plan.troubleshooting ?? []]),
  }
  const record = { name: plan.name ?? name ?? 'workflow', folderName: name, about, secrets }
  return recorded(program, { ...options, startFrom, endAt }, record, async (begun) => {
    const execution = new Execution(program, plan, {
      ...begun,
      tools: options.tools,
      values,
      secrets,
      endAt,
      followFallback: options.followFallback ?? plan.follow_fallback ?? endAt === undefined,
      jumpsAtEnd: options.executeJumpsAtEnd ?? plan.execute_jumps_at_end ?? false,
      pause: options.pause,
    })
    const outcome = await execution.run()
    const isWhole = outcome.error === undefined && outcome.status !== 'cancelled' && endAt === undefined
    return isWhole ? withOutput(plan, execution, outcome, secrets) : outcome
  })
}

export function wrongPlan(problems: readonly Problem[]): SurehandError {
  const said = problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  return new SurehandError(
    'INVALID_ARGUMENT',
    `The workflow is wrong, and nothing of it was run.\n${said.join('\n')}`,
    { problems },
  )
}

async function withOutput(
  plan: Plan,
  execution: Execution,
  outcome: Omit<RunOutcome, 'duration' | 'folder'>,
  secrets: Secrets,
): Promise<Omit<RunOutcome, 'duration' | 'folder'>> {
  const { output, output_parser: parser } = plan
  if (output === undefined && parser === undefined) return outcome
  try {
    const made =
      parser === undefined
        ? substitute(output, execution.named, 'output')
        : await parseOutput((parser.javascript_code ?? parser.run) as string, {
            tree: treeIn(execution.texts.get(parser.ui_tree_source_step_id)),
            sequenceResult: { status: outcome.status, env: outcome.env, steps: outcome.steps } as unknown as Value,
          })
    return { ...outcome, output: secrets.hidden(made) }
  } catch (error) {
    if (!(error instanceof SurehandError)) throw error
    const { code, message } = secrets.hidden({ code: error.code, message: error.message })
    return { ...outcome, status: 'executed_with_error', error: { code, message, sent: 'no', place: 'output' } }
  }
}
