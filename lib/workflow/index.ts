/** Workflows: plans that are run, and taken up again without doing anything twice. */
export {
  createStep,
  createWorkflow,
  type FailedContext,
  next,
  type Returned,
  retry,
  type StepContext,
  success,
  type Turn,
  type Workflow,
  type WorkflowStep,
} from './author.js'
export { check, type Problem } from './check.js'
export type { Decide, Decision, Doubt } from './doubt.js'
export type { OnEvent, RunEvent } from './events.js'
export type { Value } from './expression.js'
export { type PlanFile, readPlan } from './file.js'
export type { RunOutcome, Status, StepOutcome } from './outcome.js'
export type { Jump, OutputParser, Plan, Step, Variable } from './plan.js'
export { type RunOptions, runPlan } from './run.js'
export { type RunWorkflowOptions, runWorkflow } from './run-workflow.js'
export { Stop, type StopSignals } from './stop.js'
export { summary } from './summary.js'
export type { Failure, StepAnswer, StepCall, StepTool, Toolbox } from './toolbox.js'
export { type ErrorCategory, WorkflowError, type WorkflowErrorOptions } from './workflow-error.js'
