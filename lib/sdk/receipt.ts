import { checkOptions, count } from './call/arguments.js'
import { type ExitStatus, inWords } from './call/ended.js'
import type { ErrorCode } from './errors.js'
import type { AppIdentity } from './look/scope.js'
import { ownerOf } from './look/scope.js'
import type { NativeDispatch, NativeRoute, NativeSnapshot } from './native/binding.js'
import { budgetShape, type Diff, type TextBudget, tokensOf } from './tree/diff.js'
import { quoted } from './tree/quoted.js'
import { Snapshot } from './tree/snapshot.js'
import type { Awakening } from './wait/wait.js'

/**
 * How an action reached the application: a platform `action`, editable `text`, a `value`, a `selection`, `focus`,
 * `scroll`, a `window` operation, synthesised `input`; `process` when a program was started or ended; `none` when nothing had to
 * be done.
 */
export type Route = NativeRoute | 'process'

/** How far an action got. */
export type ActionStep = 'resolve' | 'preflight' | 'dispatch' | 'settle' | 'verify' | 'done'

/**
 * What is known of an action's effect, and no more than that. `verified`: what the caller asked for in `verify` became true,
 * or the element itself shows what the verb is for (checked, filled, …). `changed`: the application changed or ended, whether or
 * not as meant. `unchanged`: it answered, was looked at whole, nothing is different, and doing it again would do no harm.
 * `unknown`: nothing was compared, or what there was to see says nothing: a press may yet have its effect, and a menu closes whatever comes
 * of its entry.
 */
export type Outcome = 'verified' | 'changed' | 'unchanged' | 'unknown'

/** One pass through the steps of an action. */
export interface Attempt {
  /** What it looked for; of several, what it found. */
  selector: string
  /** The step it ended in; `done` when it went through. */
  step: ActionStep
  /** How often the application was looked at before the element was there and ready. */
  looks: number
  /** ms spent in each step. */
  timings: { resolve: number; preflight: number; dispatch: number; settle: number; verify: number }
  /** What was sent only to prepare for it: `the wheel was turned`, `the focus was moved`. */
  prepared?: string[]
  /** Why it ended, when it did not go through. */
  error?: ErrorCode
}

/** What the selector or one of its alternatives matched on the tree that decided. */
export interface Choice {
  selector: string
  /** How many elements it matched. Hidden ones count only where nothing else matched. */
  count: number
  /** How many hidden elements it matched that did not count. */
  hidden?: number
  /** Whether the one that was acted on is among them. */
  element: 'same' | 'another' | 'none'
}

/** What was waited for after an action was sent, and what ended the wait. */
export interface Awaited extends Awakening {
  what: 'verify' | 'settle'
  /** ms. */
  duration: number
}

/**
 * The element that was acted on, as it was then. Of what is no element (a program that was started, keys that go wherever the focus
 * is) the `ref` and the `selector` are empty.
 */
export interface Acted {
  ref: string
  role: string
  name: string | undefined
  /** The application that owns it, where that is another than the one that was asked: an embedded element. */
  app?: AppIdentity
  /** Matches this element and nothing else in the tree it was found in. Worked out when asked for. */
  readonly selector: string
}

/** @internal */
export function actedOn(app: AppIdentity, snapshot: NativeSnapshot, node: number): Acted {
  let selector: string | undefined
  const owner = ownerOf(app, snapshot, node)
  return {
    ...(owner === app ? {} : { app: owner }),
    ref: snapshot.ref(node),
    role: snapshot.role(node),
    name: snapshot.name(node),
    get selector() {
      selector ??= snapshot.uniqueSelector(node)
      return selector
    },
  }
}

/** @internal What a receipt is made of. */
export interface ReceiptParts {
  verb: string
  effect: Outcome
  dispatch: Omit<NativeDispatch, 'route'> & { route: Route }
  element: Acted
  selector: string
  choices: Choice[]
  attempts: Attempt[]
  awaited?: Awaited | undefined
  heldBefore?: boolean | undefined
  diff?: Diff | undefined
  after?: NativeSnapshot | undefined
  ended?: ExitStatus | undefined
  /** What there is to say besides: what had the focus when keys were sent. */
  note?: string | undefined
  duration: number
}

// What an agent reads: more would bury it, and the receipt itself has all of it.
const ATTEMPTS_IN_JSON = 5
const ENTRIES_IN_JSON = 12

/** What an action did, and what is known of it. */
export class Receipt {
  /** `click`, `fill`, … */
  readonly verb: string
  readonly effect: Outcome
  readonly route: Route
  /** The platform's own name of what was called: `click`, `EditableText.SetTextContents`. */
  readonly detail: string
  /**
   * Whether a read-back of the element saw the effect. A toolkit's own "done" is not enough. A caret, a selected range and how
   * long a protected text is show in no tree: there it is the backend that read them back.
   */
  readonly confirmed: boolean
  /**
   * It had been sent and had not returned, though the application went on: a button whose press returns when the dialog is closed
   * that it opened. Nothing waits for it, and it is never sent again.
   */
  readonly pending: boolean
  /** What was acted on. */
  readonly element: Acted
  /** The selector that found it: the one that was asked for, an alternative or a fallback. */
  readonly selector: string
  /** What the selector and its alternatives matched on the same tree, in declared order. */
  readonly choices: readonly Choice[]
  /** Every pass through the steps, this one last. */
  readonly attempts: readonly Attempt[]
  /** What was waited for afterwards; `undefined` when nothing was. */
  readonly awaited: Awaited | undefined
  /** Given with `verify`: it was so already before the action, so it proves nothing about it. */
  readonly heldBefore: boolean | undefined
  /** What changed between the tree the element was found in and {@link after}. */
  readonly diff: Diff | undefined
  /**
   * Given when the application ended after the action was sent: that is its effect. With the exit code, or the signal of a crash, where
   * this library started the program; `null` where neither is known.
   */
  readonly ended: ExitStatus | undefined
  /** Of keys for whatever has the focus: what had it when they were sent, and whether it shows what was typed. */
  readonly note: string | undefined
  /** ms from the call to its answer. */
  readonly duration: number
  private readonly tree: NativeSnapshot | undefined
  private wrapped: Snapshot | undefined

  /** @internal Actions make them. */
  constructor(parts: ReceiptParts) {
    this.verb = parts.verb
    this.effect = parts.effect
    this.route = parts.dispatch.route
    this.detail = parts.dispatch.detail
    this.confirmed = parts.dispatch.confirmed
    this.pending = parts.dispatch.pending === true
    this.element = parts.element
    this.selector = parts.selector
    this.choices = parts.choices
    this.attempts = parts.attempts
    this.awaited = parts.awaited
    this.heldBefore = parts.heldBefore
    this.diff = parts.diff
    this.ended = parts.ended
    this.note = parts.note
    this.duration = parts.duration
    this.tree = parts.after
  }

  /**
   * @internal This receipt, of an action that another one of the same call came before: it says what became of both. What was not seen to
   * take effect before it leaves the effect unknown, unless what the caller asked for was verified.
   */
  following(earlier: Receipt): Receipt {
    const [first] = earlier.toString().split('\n')
    const changed = earlier.diff === undefined ? '' : `; ${earlier.diff.summary}`
    const note = [`before it: ${first}${changed}`, ...(this.note === undefined ? [] : [this.note])].join('\n  ')
    const took = earlier.effect === 'verified' || earlier.effect === 'changed' || this.effect === 'verified'
    return Object.assign(Object.create(Receipt.prototype) as Receipt, this, {
      note,
      effect: took ? this.effect : 'unknown',
    })
  }

  /**
   * The application afterwards: its refs are good for locators. Of Chromium it may be kept by what was announced: then bounds of what did
   * not change are as they were read last.
   */
  get after(): Snapshot | undefined {
    if (this.tree === undefined) return undefined
    this.wrapped ??= this.diff?.after ?? new Snapshot(this.tree)
    return this.wrapped
  }

  /**
   * Three lines: what was done, how it was found (of an element), what it changed. With a budget, below them the changes as far as that goes,
   * those of the element that was acted on first: `receipt.toString({ maxLines: 12 })`.
   */
  toString(budget?: TextBudget): string {
    checkOptions('receipt.toString(budget)', budget, budgetShape)
    const head = this.headline
    if (budget === undefined || this.diff === undefined || this.diff.empty) return head
    const { maxLines = ENTRIES_IN_JSON, maxTokens } = budget
    const left = maxTokens === undefined ? {} : { maxTokens: Math.max(0, Math.floor(maxTokens - tokensOf(head))) }
    const [, ...lines] = this.diff.textAbout(this.element.ref, { maxLines, ...left }).split('\n')
    return [head, ...lines.map((line) => `    ${line}`)].join('\n')
  }

  private get headline(): string {
    const tries = this.attempts.length > 1 ? `, attempt ${this.attempts.length}` : ''
    const first = `${this.verb} ${this.acted}: ${this.effect}, by ${this.way}, ${ms(this.duration)}${tries}`
    const others = this.choices.filter((choice) => choice.selector !== this.selector).map(standing)
    const found = [`found by ${this.selector}${this.twins}`, ...others, ...this.preparations].join('; ')
    const note = this.note === undefined ? [] : [`  ${this.note}`]
    return [first, ...(this.selector === '' ? [] : [`  ${found}`]), ...note, `  ${this.outcome}`].join('\n')
  }

  /**
   * @internal Lines for a caller who has just named the verb and the selector: what it was done to and how, what is not plain about that, and
   * last what came of it.
   */
  inBrief(): string[] {
    const [asked] = this.choices
    const tries = this.attempts.length > 1 ? [`attempt ${this.attempts.length}`] : []
    const another = asked === undefined || asked.selector === this.selector ? [] : [`found by ${this.selector}`]
    const found = [...another, ...this.preparations, ...tries].join('; ')
    const { ended, diff, heldBefore, note } = this
    const came = ended === undefined ? (diff?.summary ?? 'not looked at afterwards') : inWords(ended)
    return [
      `${this.acted}${this.unusualWay}${this.twins}`,
      ...(found === '' ? [] : [found]),
      ...(note === undefined ? [] : [note]),
      ...(heldBefore === true ? ['what was to be verified held before as well'] : []),
      came,
    ]
  }

  private get acted(): string {
    const { role, name, ref, app } = this.element
    const owner = app === undefined ? '' : ` of ${app.executable || app.name} (pid ${app.pid})`
    return `${role}${name === undefined ? '' : ` ${quoted(name)}`}${ref === '' ? '' : ` ${ref}`}${owner}`
  }

  private get way(): string {
    const route = this.route === 'none' ? 'nothing to do' : `${this.route}${this.detail && ` ${this.detail}`}`
    return this.pending ? `${route}, which had not returned` : route
  }

  /** An action of the element is what is usual; keys and the pointer may go elsewhere. */
  private get unusualWay(): string {
    const pending = this.pending ? ', which had not returned' : ''
    if (this.route === 'none') return ', nothing to do'
    return this.route === 'input' ? `, by input${pending}` : pending
  }

  private get twins(): string {
    const own = this.choices.find((choice) => choice.selector === this.selector)
    return own?.hidden === undefined ? '' : ` (and ${own.hidden} hidden)`
  }

  private get preparations(): string[] {
    const prepared = new Set(this.attempts.flatMap((attempt) => attempt.prepared ?? []))
    return prepared.size === 0 ? [] : [`prepared: ${[...prepared].join(', ')}`]
  }

  /** Plain data for an agent or a wire: at most `maxEntries` (default 12) of each list of the diff; what was left out is counted. */
  toJSON(options?: { maxEntries?: number } | string): Record<string, unknown> {
    // JSON.stringify() gives the key.
    const own = typeof options === 'string' ? undefined : options
    checkOptions('receipt.toJSON(options)', own, { maxEntries: count })
    const attempts = this.attempts.slice(-ATTEMPTS_IN_JSON)
    return {
      verb: this.verb,
      effect: this.effect,
      route: this.route,
      detail: this.detail,
      confirmed: this.confirmed,
      ...(this.pending ? { pending: true } : {}),
      ...(this.note === undefined ? {} : { note: this.note }),
      element: { ...this.element },
      selector: this.selector,
      choices: this.choices,
      attempts,
      ...(attempts.length < this.attempts.length ? { attemptsLeftOut: this.attempts.length - attempts.length } : {}),
      ...(this.awaited === undefined ? {} : { awaited: this.awaited }),
      ...(this.heldBefore === undefined ? {} : { heldBefore: this.heldBefore }),
      ...(this.diff === undefined
        ? {}
        : { diff: this.diff.toJSON({ maxEntries: own?.maxEntries ?? ENTRIES_IN_JSON }) }),
      ...(this.ended === undefined ? {} : { ended: this.ended }),
      duration: this.duration,
    }
  }

  private get outcome(): string {
    if (this.ended !== undefined) return inWords(this.ended)
    const changes = this.diff === undefined ? 'not looked at afterwards' : this.diff.summary
    if (this.awaited === undefined) return changes
    const { what, by, event, looks, probes, duration } = this.awaited
    const woken = event === undefined ? by : `${by} ${event}`
    const counts = [counted(looks, 'look'), ...(probes === 0 ? [] : [counted(probes, 'probe')])].join(', ')
    const held = this.heldBefore === true ? ', held before as well' : ''
    return `${changes}; ${what} after ${ms(duration)} (${woken}, ${counts}${held})`
  }
}

function standing({ selector, count, hidden = 0, element }: Choice): string {
  const unseen = hidden === 0 ? '' : ` (and ${hidden} hidden)`
  if (element === 'none') return `${selector} matched ${hidden === 0 ? 'nothing' : `${hidden} hidden`}`
  if (element === 'another')
    return `${selector} matched ${count === 1 ? 'another element' : `${count} others`}${unseen}`
  return `${selector} matched it${count === 1 ? ', too' : ` and ${counted(count - 1, 'other')}`}${unseen}`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
