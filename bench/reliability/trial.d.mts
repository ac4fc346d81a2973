/** See contest.mjs. */
export interface Run {
  seed: number
  success: boolean
  steps: { outcome: 'done' | 'false claim' | 'gave up'; error?: string }[]
  wrong: unknown[]
  double: unknown[]
}

export function run(trials: { seed: number; length: number; only?: string }[]): Promise<Run[]>
