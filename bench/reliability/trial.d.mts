/** See contest.mjs. */
export interface Run {
  seed: number
  verdict: 'end to end' | 'honest error' | 'false claim' | 'false denial' | 'wrong'
  success: boolean
  steps: { outcome: 'done' | 'false claim' | 'gave up'; error?: string; received?: boolean; unsure?: boolean }[]
  wrong: unknown[]
  double: unknown[]
}

export function run(
  trials: { seed: number; length: number; only?: string }[],
  desktop?: 'gtk' | 'gtk4' | 'qt6',
): Promise<Run[]>
