/** See judge.mjs. */
import type { Run } from './trial.mjs'

interface Plan {
  steps: { target: string; idempotent: boolean; checked?: boolean }[]
}
interface Slips {
  wrong: unknown[]
  double: unknown[]
}

export function judge(plan: Plan, record: object[]): Slips & { done: number; stray: object[]; ignored: number }
export function verdictOf(plan: Plan, run: Slips & Pick<Run, 'steps'> & { done: number }): Run['verdict']
