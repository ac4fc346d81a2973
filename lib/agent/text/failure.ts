import { fromNative, isSurehandError, type SurehandError } from '../../sdk/errors.js'
import { type Candidate, IN_A_MENU, type NearMiss } from '../../sdk/look/candidates.js'
import { quoted } from '../../sdk/tree/quoted.js'
import { AT_REST } from '../../sdk/wait/rest.js'
import { UNANSWERED } from '../ask/ask-words.js'
import type { Proposals } from '../memory.js'
import { resultOf, type ToolResult } from '../result.js'

// An agent chooses among a few; more would bury them. What is left out is counted.
const SHOWN = 5
const NEARLY = 3
const LONGEST_MESSAGE = 1_200

/** An element that a caller could have meant, with what to say next. */
export interface Suggestion {
  ref?: string | undefined
  role?: string | undefined
  name?: string | undefined
  selector?: string | undefined
  fails?: readonly string[] | undefined
  /** What tells it from the other candidates. */
  differs?: string | undefined
}

/** A failed call as a result. What is no failure of this library is a bug and thrown. */
export function failureOf(
  tool: string,
  thrown: unknown,
  nearMisses: readonly NearMiss[] = [],
  proposals?: Proposals,
): ToolResult {
  const error = fromNative(thrown)
  if (!isSurehandError(error)) throw error
  // Windows that could be meant are in the message by their titles.
  const listed = (error.details.candidates as Partial<Candidate>[] | undefined) ?? []
  const candidates = listed.filter(({ ref, name }) => ref !== undefined || name !== undefined).map(suggestion)
  const misses = nearMisses.map(suggestion)
  const total = Math.max(Number(error.details.count ?? 0), candidates.length)
  const unshown = Math.max(0, total - SHOWN)
  const leftOut = unshown + Math.max(0, misses.length - SHOWN)
  const data = {
    code: error.code,
    message: shortened(inToolsWords(error, withoutList(error.message, candidates.length > 0, misses.length > 0))),
    sent: error.sent,
    ...(candidates.length > 0 ? { candidates: candidates.slice(0, SHOWN) } : {}),
    ...(misses.length > 0 ? { near_misses: misses.slice(0, SHOWN) } : {}),
    ...(leftOut > 0 ? { left_out: leftOut } : {}),
    ...(proposals === undefined ? {} : { healed: proposals.now.map(proposal) }),
  }
  const again =
    error.sent === 'no'
      ? 'Nothing was sent.'
      : 'It was sent, and what came of it is not known: look before anything is done again.'
  const asked = error.details.asked as keyof typeof UNANSWERED | undefined
  const answer = asked === undefined ? '' : ` ${UNANSWERED[asked]}`
  const shown = [
    data.message,
    ...candidates.slice(0, SHOWN).map((each) => `could be: ${inWords(each)}`),
    ...(proposals === undefined ? [] : [becameWhat(proposals)]),
    ...misses.slice(0, NEARLY).map((each) => `nearly: ${inWords(each)}`),
    ...(unshown > 0 ? [`… and ${unshown} more`] : []),
  ].join('\n')
  return {
    ...resultOf({ text: `${tool} failed: ${error.code}. ${again}${answer}`, shown, data: { error: data } }),
    isError: true,
  }
}

/** What is listed below the message, with selectors, is not listed in it as well. */
function withoutList(message: string, candidates: boolean, misses: boolean): string {
  const [head = ''] = message.split('\n', 1)
  if (candidates) return head
  return misses ? (message.split(' Nearest:\n', 1)[0] ?? message) : message
}

function suggestion({ ref, role, name, selector, fails, differs }: Partial<NearMiss>): Suggestion {
  const more = { ...(differs === undefined ? {} : { differs }), ...(fails === undefined ? {} : { fails: [...fails] }) }
  return { ref, role, name, selector, ...more }
}

/** With its ref, which is a selector; the data beside the text has another one. That a name differs is plain to see. */
function inWords({ ref, role, name, selector, fails = [], differs }: Suggestion): string {
  const what = [role, name === undefined ? undefined : quoted(name.trim()), ref].filter((part) => part !== undefined)
  const how = ref !== undefined || selector === undefined ? '' : `, selector ${selector}`
  const apart = differs === undefined ? '' : ` (${differs})`
  const others = name === undefined ? fails : fails.filter((term) => !/^name:/.test(term))
  return `${what.join(' ')}${apart}${how}${others.length === 0 ? '' : `, but not ${others.join(', ')}`}`
}

/** What is like the element that the selector found before. */
function proposal({ node, confidence }: Proposals['now'][number]): Suggestion & { confidence: number } {
  const { ref, role, name, selector } = node
  return { ref, role, name, selector, confidence: Math.round(confidence * 100) / 100 }
}

function becameWhat({ was, now }: Proposals): string {
  const before = `it was ${[was.role, ...(was.name === undefined ? [] : [quoted(was.name)])].join(' ')}`
  if (now.length === 0) return `${before}; nothing here is like it`
  const likely = now.map(({ node, confidence }) => `${node} ${node.ref} (${Math.round(confidence * 100)} %)`)
  return `${before}; most like it now: ${likely.join(', ')}`
}

// How far an action came: the line above the message says whether it was sent.
const ENDED = /\n {2}\w+ ended in step \w+ after \d+ ms[^;\n]*; (?:nothing was sent|it had been sent)\.$/

// Which check it was, and for how long it was waited, are for who wrote the call.
const CHECK = / \(check: \w+\)\./
const WAITED = /(?<= matches nothing in .*?\)) after \d+ ms(?=\.)/

/** The message for who calls tools, not methods. */
function inToolsWords({ details }: SurehandError, message: string): string {
  const rest = details.waitEnd === 'at rest' ? ' The application is at rest; timeout_ms waits on.' : ''
  const said = message
    .replace(ENDED, '')
    .replace(CHECK, '.')
    .replace(WAITED, '')
    .replace(AT_REST, '')
    .replace(IN_A_MENU, ' Open its menu first.')
    .replace(' Take a new snapshot.', ' Read the tree again.')
    .replace(/^window\.press\(key\): /, '')
    .replace(' To type text use type().', ' What is to be typed is a text.')
    .replace(/; use app\.menu\(.*?\)\.click\(\), or press (.*?) first/, '; press $1 first')
    .replace(' Use a selector that only one of them matches, or first(), last(), nth().', '')
  return said + rest
}

function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE
    ? message
    : `${message.slice(0, LONGEST_MESSAGE)}… (${message.length - LONGEST_MESSAGE} characters more)`
}
