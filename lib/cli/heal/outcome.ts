import type { SourcePatch } from './source-patch.js'

/** An element that may be what the failed locator found before. */
export interface Proposal {
  role: string
  name?: string
  path: string
  /** From 0 to 1. */
  confidence: number
  /** What is different of it. */
  why: string[]
  selector: string
  code: string
}

/** What came of one trace. */
export interface HealOutcome {
  trace: string
  test: string
  /** `healed`: one element, more likely than any other. */
  status: 'healed' | 'several' | 'nothing alike' | 'no record' | 'not the locator' | 'no tree' | 'no failed step'
  step?: { verb: string; selector: string; file?: string; line?: number; matches?: number }
  was?: { role: string; name?: string; in: readonly string[] }
  proposals: Proposal[]
  patch?: Omit<SourcePatch, 'text'>
  applied: boolean
  /** Why there is no patch for what is healed, or why it was not written. */
  noPatch?: string
}
