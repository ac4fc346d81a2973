import type { Limits } from '../../call/limits.js'
import { isSurehandError, SurehandError } from '../../errors.js'
import type { NativeDispatch, NativeInputStep, NativeLimits } from '../../native/binding.js'

// Keys wait in the queue of the application that gets them. A long text that was sent at once goes on arriving long after its call has
// ended, so it is sent in parts, each once the one before has been worked off, and nothing more once the time is up.

// ms; what one character may take an application.
const PER_CHARACTER = 20

// Characters in one part: no more than go to the window system in one go. On a busy machine Qt 6.4 was seen to take the second go
// of a part before the rest of the first.
const TOGETHER = 60

/** Whether keys are sent in more than one part. */
export function isLong(steps: readonly NativeInputStep[]): boolean {
  return partsOf(steps).length > 1
}

/** How long an application may take over these keys, in ms, besides what a call usually gets. */
export function timeToType(steps: readonly NativeInputStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'pause') return sum + step.pause
    return step.kind === 'text' ? sum + step.text.length * PER_CHARACTER : sum
  }, 0)
}

/** One part of the keys of an action, and how many characters it types. */
interface Part {
  steps: NativeInputStep[]
  characters: number
}

/** The same keys in parts. Keys that are held while others are pressed stay in one part with them: they are let go of at its end. */
export function partsOf(steps: readonly NativeInputStep[]): Part[] {
  // Who sets the pace of each character has set it.
  if (steps.some(({ kind }) => kind === 'pause')) return [{ steps: [...steps], characters: 0 }]
  const parts: Part[] = []
  let part: Part = { steps: [], characters: 0 }
  const held = new Set<string>()
  for (const step of steps) {
    if (step.kind === 'keyDown') held.add(step.key)
    if (step.kind === 'keyUp') held.delete(step.key)
    if (step.kind !== 'text' || held.size > 0) {
      part.steps.push(step)
      continue
    }
    const characters = [...step.text.replace(/\r\n?/g, '\n')]
    for (let at = 0; at < characters.length; at += TOGETHER) {
      const text = characters.slice(at, at + TOGETHER).join('')
      part.steps.push({ kind: 'text', text })
      part.characters += text.length
      parts.push(part)
      part = { steps: [], characters: 0 }
    }
  }
  if (part.steps.length > 0) parts.push(part)
  return parts
}

/**
 * Sends keys in parts. `taken` waits until an application has taken so many characters, as far as that shows. What ends it in the middle
 * is OUTCOME_UNKNOWN, with how many characters were sent.
 */
export async function sendInParts(
  steps: readonly NativeInputStep[],
  limits: Limits,
  send: (steps: NativeInputStep[], limits: NativeLimits) => Promise<NativeDispatch>,
  taken: (characters: number) => Promise<void>,
): Promise<NativeDispatch | undefined> {
  const parts = partsOf(steps)
  let dispatch: NativeDispatch | undefined
  let sent = 0
  for (const [index, part] of parts.entries()) {
    try {
      dispatch = await limits.call((native) => send(part.steps, native))
      sent += part.characters
      if (index < parts.length - 1) await taken(sent)
    } catch (error) {
      const all = parts.reduce((sum, { characters }) => sum + characters, 0)
      throw index === 0 && dispatch === undefined ? error : cutShort(error, sent, all)
    }
  }
  return dispatch
}

/** What ends the typing of `all` characters in the middle, where `before` of them were sent before the call that failed. */
export function cutShort(error: unknown, before: number, all: number): unknown {
  if (!isSurehandError(error)) return error
  const inPart = error.details.sentCharacters
  const sentCharacters = before + (typeof inPart === 'number' ? inPart : 0)
  const remedy = error.code === 'TIMEOUT' ? ' Give a longer timeout for a longer text.' : ''
  const rest = error.details.unread === true ? 'some of the rest are lost' : 'the rest was not sent'
  return new SurehandError(
    'OUTCOME_UNKNOWN',
    `${sentCharacters} of ${all} characters were typed, and ${rest} (${error.code}: ${error.message})${remedy}`,
    { ...error.details, reason: error.code, sentCharacters },
    { cause: error, sent: 'unknown' },
  )
}
