/** See plan.mjs. */
export interface Step {
  kind: string
  target: string
  role: string
  name: string
  newName: string
  shows: string
  idempotent: boolean
  text?: string
  checked?: boolean
}

export interface Plan {
  seed: number
  orders: number[]
  steps: Step[]
}

export function makePlan(seed: number, length: number, options?: { only?: string }): Plan
