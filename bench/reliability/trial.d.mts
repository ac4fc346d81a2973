/** See contest.mjs. */
export interface Run {
  seed: number
  verdict: 'end to end' | 'honest error' | 'false claim' | 'false denial' | 'wrong'
  success: boolean
  steps: { outcome: 'done' | 'false claim' | 'gave up'; error?: string; received?: boolean; unsure?: boolean }[]
  wrong: unknown[]
  double: unknown[]
}

type Trials = { seed: number; length: number; only?: string }[]

export function run(trials: Trials, desktop?: 'gtk' | 'gtk4' | 'qt6'): Promise<Run[]>
export function runOn(place: { stop(): Promise<void> }, trials: Trials): Promise<Run[]>
