import { count, flag, type Shape } from '../call/arguments.js'

/** How an outline is written. */
export interface OutlineOptions {
  /** Ends the outline after so many lines; it says what it left out. Default: no limit. */
  maxLines?: number
  /** Ends it after about so many tokens (four bytes of UTF-8 each). Default: no limit. */
  maxTokens?: number
  /** Writes refs (`e12`). Default: true. */
  refs?: boolean
  /** Writes bounds. Default: false. */
  bounds?: boolean
  /** Also writes what does not show. Default: false. */
  hidden?: boolean
}

export const outlineShape: Shape = { maxLines: count, maxTokens: count, refs: flag, bounds: flag, hidden: flag }
