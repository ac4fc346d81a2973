/**
 * Workflows: plans that are run, and taken up again without doing anything twice.
 *
 * @module surehand/workflow
 */
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
export { check, type Problem } from './file/check-file.js'
export type { Value } from './file/expression.js'
export { type PlanFile, readPlan } from './file/file.js'
export type { Jump, OutputParser, Plan, Step, Variable } from './file/plan.js'
export type { Decide, Decision, Doubt } from './run/doubt.js'
export type { OnEvent, RunEvent } from './run/events.js'
export type { RunOutcome, Status, StepOutcome } from './run/outcome.js'
export { type RunOptions, runPlan } from './run/run.js'
export { type RunWorkflowOptions, runWorkflow } from './run/run-workflow.js'
export { Stop, type StopSignals } from './run/stop.js'
export { summary } from './run/summary.js'
export type { Failure, StepAnswer, StepCall, StepTool, Toolbox } from './run/toolbox.js'
export { type ErrorCategory, WorkflowError, type WorkflowErrorOptions } from './workflow-error.js'
