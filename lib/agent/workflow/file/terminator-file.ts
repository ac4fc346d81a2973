/**
 * Workflows are written in more than one way for Terminator (its README, docs and examples): as the call of `execute_sequence` that runs
 * them, with the arguments of run_command beside its name, with fields that say how its own runs go. Here they are one.
 */

/** What says nothing to us: of the run, and of a step. */
const OF_THE_RUN = [
  'continue',
  'execution_id',
  'include_detailed_results',
  'scripts_base_path',
  'skip_preflight_check',
  'trace_id',
  'verbosity',
  'window_mgmt',
]
const OF_A_STEP = ['expected_ui_changes']

/** Arguments that stand in the step itself. */
const OF_RUN_COMMAND = ['engine', 'run', 'script_file', 'shell', 'working_directory', 'include_logs', 'timeout_ms']

const CALLS = 'execute_sequence'

/** Where the plan stands in its document: in the arguments of the call that it is written as, or at its root. */
export function placeOfPlan(document: unknown): 'arguments' | '' {
  return isRecord(document) && document.tool_name === CALLS && isRecord(document.arguments) ? 'arguments' : ''
}

/** The plan of a document. What is wrong with it is left as it is, to be told. */
export function planIn(document: unknown): unknown {
  const plan = placeOfPlan(document) === '' ? document : (document as { arguments: unknown }).arguments
  if (!isRecord(plan)) return plan
  const lists = ['steps', 'troubleshooting'].flatMap((key) => {
    const steps = plan[key]
    return Array.isArray(steps) ? [[key, steps.map(stepIn)]] : []
  })
  return { ...without(plan, OF_THE_RUN), ...Object.fromEntries(lists) }
}

function stepIn(step: unknown): unknown {
  if (!isRecord(step)) return step
  const own = without(step, OF_A_STEP)
  if (Array.isArray(own.steps)) return { ...own, steps: own.steps.map(stepIn) }
  const beside = own.tool_name === 'run_command' ? OF_RUN_COMMAND.filter((name) => name in own) : []
  if (beside.length === 0) return own
  const given = Object.fromEntries(beside.map((name) => [name, own[name]]))
  return { ...without(own, beside), arguments: { ...given, ...(isRecord(own.arguments) ? own.arguments : {}) } }
}

function without(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
