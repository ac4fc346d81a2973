import { asked, checkOptions, type Requirement, type Shape } from '../call/arguments.js'
import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import type { AppIdentity } from '../look/scope.js'
import type { NativeAction, NativeInputStep } from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import { quoted } from '../tree/quoted.js'

/**
 * What is about to be sent. The text that is typed or written is there to be decided on and not enumerable, so that a log of all
 * of it does not log that.
 */
export type Payload =
  /** A native action: `press`, `toggle`, `select`, `focus`, `scrollIntoView`, …; of `named`, its name. */
  | { kind: 'action'; action: string; name?: string }
  /** `keys`: those that go down before or meanwhile. */
  | { kind: 'text'; readonly text: string; length: number; protected: boolean; readonly keys: readonly string[] }
  /** What is put on the clipboard. */
  | { kind: 'clipboard'; readonly text: string; length: number }
  | { kind: 'value'; number: number }
  /** Keys, in the order in which they go down. */
  | { kind: 'keys'; readonly keys: readonly string[]; protected: boolean }
  /**
   * Screen units. `buttons`: those that go down, in order (1 is the left one, 2 the middle, 3 the right); none when it only moves or turns
   * the wheel. `keys`: those that are held down meanwhile.
   */
  | {
      kind: 'pointer'
      x: number | undefined
      y: number | undefined
      buttons: readonly number[]
      wheel: boolean
      keys: readonly string[]
    }
  | { kind: 'window'; operation: string }
  /**
   * `by`: whether a displayed name is given instead of a command, which may be one, too, where nothing else is called so. `environment`:
   * what is set on top of the desktop's own; not enumerable, because values may be secrets.
   */
  | {
      kind: 'launch'
      by: 'command' | 'name'
      command: string
      args: readonly string[]
      readonly environment: Readonly<Record<string, string>>
    }
  | { kind: 'quit'; force: boolean }

/** What is about to be sent, to whom and how. */
export interface Outgoing {
  /** Of the action that it belongs to: `click`, `fill`, `launch`, … */
  verb: string
  /** `prepares`: not yet what the action is about, but what it needs: a window brought to the front, the focus moved. */
  part: 'acts' | 'prepares'
  /** `undefined` where none is known: keys that go wherever the focus is, a program that does not run yet. */
  app: AppIdentity | undefined
  /** `undefined` where it is about none. */
  element: { role: string; name: string | undefined; ref: string; protected: boolean } | undefined
  route: 'action' | 'input' | 'window' | 'process'
  payload: Payload
  /** Of keys: what in the application has them as its shortcut. `undefined` where nothing was asked or is known. */
  presses?: readonly { role: string; name: string | undefined }[] | undefined
}

/** How an action ended. */
export type Ended = {
  verb: string
  app: AppIdentity | undefined
  /** Of what was asked for; empty where there is none. */
  selector: string
} & ({ receipt: Receipt; error?: undefined } | { receipt?: undefined; error: unknown })

/** What `beforeDispatch` says: nothing, or why this is not to be sent, and by which of its rules, for programs. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that says nothing lets it be sent, async ones as well.
export type Verdict = void | { refuse: string; rule?: string }

/** Who is asked before anything is sent, and told after every action: policy and logs rest on these. */
export interface Hooks {
  /**
   * Asked right before each single thing that is sent, those that only prepare among them. What it throws, or its `refuse`, is the
   * reason of a REFUSED, and nothing is sent. Does not count against the timeout.
   */
  beforeDispatch?: (outgoing: Outgoing) => Verdict | Promise<Verdict>
  /** Told how each action ended. What was done was done: what this throws becomes a warning of the process. */
  afterAction?: (ended: Ended) => void | Promise<void>
}

export const hooked: Requirement = {
  accepts: (value) => typeof value === 'object' && value !== null,
  expected: 'an object with beforeDispatch, afterAction or both, or an array of them',
}
const hooking: Shape = { beforeDispatch: asked, afterAction: asked }

/** What checkOptions() with a shape does not reach. */
export function checkHooks(call: string, hooks: Hooks | readonly Hooks[] | undefined): void {
  for (const each of hooksOf(hooks)) checkOptions(`${call} hooks`, each, hooking)
}

export function hooksOf(hooks: Hooks | readonly Hooks[] | undefined): readonly Hooks[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks as Hooks]
}

/**
 * Asks all, in order. REFUSED, with the reason, by the first that says no. Says how long that took, in ms: what was seen before may not
 * be so any more.
 */
export async function permit(hooks: readonly Hooks[], outgoing: Outgoing, limits: Limits): Promise<number> {
  const began = performance.now()
  for (const { beforeDispatch } of hooks) {
    if (beforeDispatch === undefined) continue
    const verdict = await limits.outside(async () => {
      try {
        return await beforeDispatch(outgoing)
      } catch (error) {
        throw refused(outgoing, error instanceof Error ? error.message : String(error), error)
      }
    })
    if (verdict) throw refused(outgoing, verdict.refuse, undefined, verdict.rule)
  }
  return performance.now() - began
}

/** Tells all. Their failures are theirs. */
export async function tell(hooks: readonly Hooks[], ended: Ended): Promise<void> {
  for (const { afterAction } of hooks) {
    try {
      await afterAction?.(ended)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      process.emitWarning(`afterAction of ${ended.verb} failed: ${reason}`, 'SurehandWarning')
    }
  }
}

function refused(
  { verb, part, element, payload }: Outgoing,
  reason: string,
  cause?: unknown,
  rule?: string,
): SurehandError {
  const whom = element === undefined ? '' : ` on ${element.role} ${quoted(element.name ?? '')} (${element.ref})`
  const what = part === 'prepares' ? `What ${verb}${whom} needs first (${payload.kind})` : `${verb}${whom}`
  return new SurehandError(
    'REFUSED',
    `${what} was refused by beforeDispatch: ${reason}. Nothing of it was sent.`,
    {
      reason,
      ...(rule === undefined ? {} : { rule }),
      verb,
      part,
      payload: payload.kind,
      element: element === undefined ? undefined : { ...element },
    },
    { cause: isSurehandError(cause) || cause instanceof Error ? cause : undefined },
  )
}

/** What was done when this was sent, for who reads what prepared for an action. */
export function inWords(payload: Payload): string {
  switch (payload.kind) {
    case 'action':
      if (payload.action === 'focus') return 'the focus was moved'
      return payload.action === 'scrollIntoView' ? 'it was scrolled to' : `${payload.action} was sent`
    case 'pointer':
      if (payload.wheel) return 'the wheel was turned'
      return payload.buttons.length > 0 ? 'it was clicked' : 'the pointer was moved'
    case 'window':
      return payload.operation === 'activate'
        ? 'its window was brought to the front'
        : `its window: ${payload.operation}`
    case 'keys':
      return 'keys were pressed'
    default:
      return `${payload.kind} was sent`
  }
}

export function payloadOf(action: NativeAction, isProtected: boolean): Payload {
  if (action.text !== undefined) return payloadOfText(action.text, isProtected)
  if (action.number !== undefined) return { kind: 'value', number: action.number }
  return { kind: 'action', action: action.kind, ...(action.name === undefined ? {} : { name: action.name }) }
}

/** Of input: the text, if any is typed; else the keys, if no button goes down; else the pointer. */
export function payloadOfInput(steps: readonly NativeInputStep[], isProtected: boolean): Payload {
  const texts = steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []))
  const keys = steps.flatMap((step) => (step.kind === 'keyDown' ? [step.key] : []))
  if (texts.length > 0) return payloadOfText(texts.join(''), isProtected, keys)
  const buttons = steps.flatMap((step) => (step.kind === 'down' ? [step.button] : []))
  const wheel = steps.some((step) => step.kind === 'wheel')
  if (keys.length > 0 && buttons.length === 0 && !wheel) return keysPayload(keys, isProtected)
  const move = steps.find((step) => step.kind === 'move')
  return { kind: 'pointer', x: move?.x, y: move?.y, buttons, wheel, keys }
}

export function payloadOfClipboard(text: string): Payload {
  const payload = { kind: 'clipboard' as const, length: text.length }
  return Object.defineProperty(payload, 'text', { value: text }) as Payload
}

export function payloadOfText(text: string, isProtected: boolean, keys: readonly string[] = []): Payload {
  const payload = { kind: 'text' as const, length: text.length, protected: isProtected }
  Object.defineProperty(payload, 'keys', { value: keys, enumerable: !isProtected })
  return Object.defineProperty(payload, 'text', { value: text }) as Payload
}

export function payloadOfLaunch(
  by: 'command' | 'name',
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Payload {
  return Object.defineProperty({ kind: 'launch' as const, by, command, args }, 'environment', {
    value: environment,
  }) as Payload
}

/** A single character may be part of what is typed into a password field. */
function keysPayload(keys: readonly string[], isProtected: boolean): Payload {
  const payload = { kind: 'keys' as const, protected: isProtected }
  return Object.defineProperty(payload, 'keys', { value: keys, enumerable: !isProtected }) as Payload
}
