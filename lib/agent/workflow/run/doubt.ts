import { SurehandError } from '../../../sdk/errors.js'

/** A step that a run had begun to send when it was ended, where looking does not tell whether it was done. */
export interface Doubt {
  readonly step: string
  readonly id?: string | undefined
  readonly tool?: string | undefined
  readonly place: string
  /** What was looked for, and what was seen. */
  readonly why: string
}

/** `again`: it was not done, do it. `done`: it was; go on after it. `wait`: look once more. `stop`: leave it as it is. */
export type Decision = 'again' | 'done' | 'wait' | 'stop'

/** Decides in doubt, mostly a person. No person, and no answer, are `undefined`; that is no yes to anything. */
export type Decide = (doubt: Doubt, signal: AbortSignal) => Promise<Decision | undefined>

/**
 * Whether a step that was being sent is to be done. First it is looked at, by what the step itself asks to be verified, which says
 * nothing when it was so before; then `decide` is asked. Sending again is never a guess.
 */
export async function settled(
  doubt: Omit<Doubt, 'why'>,
  held: boolean | undefined,
  look: () => Promise<boolean | undefined>,
  decide: Decide,
  signal: AbortSignal,
): Promise<'again' | 'done' | undefined> {
  for (;;) {
    const seen = await look()
    if (seen === true && held === false) return 'done'
    const decision = await decide({ ...doubt, why: whyNot(seen, held) }, signal)
    if (decision === 'again' || decision === 'done') return decision
    if (decision !== 'wait') return undefined
  }
}

function whyNot(seen: boolean | undefined, held: boolean | undefined): string {
  if (seen === undefined) return 'It verifies nothing that could be looked for.'
  if (!seen) return 'What it verifies is not so (yet).'
  return held ? 'What it verifies is so, but it was before, too.' : 'What it verifies is so, and may have been before.'
}

export function unsettled({ step, place, id }: Omit<Doubt, 'why'>): SurehandError {
  const from =
    id === undefined
      ? 'give the step an id, and begin with it or the next one'
      : `--start-from-step ${id}, or the step after it`
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${place} (${step}) was being sent when the run before was ended, and looking does not tell whether it was done. ` +
      `It is not sent again. Look at the application, then say where to go on: ${from}.`,
    { place, step: id },
    { sent: 'unknown' },
  )
}
