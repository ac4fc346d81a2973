/** What is said of something that is about to be sent, and why. The reason names the harm and never repeats what was typed. */
export interface Judgement {
  outcome: 'ask' | 'deny'
  rule: RuleName
  reason: string
}

/** What a policy is about. Each can be switched to another outcome. */
export type RuleName =
  /** The application is not one of those that may be used. */
  | 'apps'
  /** A download is run without anybody having read it. */
  | 'download-into-shell'
  /** The file system, a home or a system folder is deleted. */
  | 'delete-root'
  /** A program starts itself without end. */
  | 'fork-bomb'
  /** A disk or another device is written over. */
  | 'write-device'
  /** It is run, and is not one of the few commands that only read and show. */
  | 'code'
  /** Logs out, locks, switches off. */
  | 'end-session'
  /** Keys that empty the bin or delete without it. */
  | 'delete-for-good'
  /** Keys or calls that end a program without asking it. */
  | 'kill'
  /** A press on something whose name says delete, send, pay, format. */
  | 'named-so'

/** The strictest of several. */
export function strictest(judgements: readonly Judgement[]): Judgement | undefined {
  return judgements.find(({ outcome }) => outcome === 'deny') ?? judgements[0]
}
