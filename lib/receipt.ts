/**
 * How an action reached the application: a platform `action`, editable `text`, a `value`, a `selection`, `focus`,
 * `scroll`, a `window` operation, synthesised `input`; `none` when nothing had to be done.
 */
export type Route = 'action' | 'text' | 'value' | 'selection' | 'focus' | 'scroll' | 'input' | 'window' | 'none'

/** How far an action got. */
export type Step = 'resolve' | 'preflight' | 'dispatch' | 'verify' | 'done'

/** One pass through the steps of an action. */
export interface Attempt {
  /** The step it ended in; `done` when it went through. */
  step: Step
  /** How often the application was looked at before the element was there and ready. */
  looks: number
  /** ms spent in each step. */
  timings: { resolve: number; preflight: number; dispatch: number; verify: number }
}

/** What an action did. */
export interface Receipt {
  /** `click`, `fill`, … */
  verb: string
  route: Route
  /** The platform's own name of what was called: `click`, `EditableText.SetTextContents`. */
  detail: string
  /** Whether a read-back saw the effect. A toolkit's own "done" is not enough. */
  confirmed: boolean
  /** What was acted on. */
  element: { ref: string; role: string; name: string | undefined }
  /** The selector that found it. */
  selector: string
  attempts: Attempt[]
  /** ms from the call to its answer. */
  duration: number
}
