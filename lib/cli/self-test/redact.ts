import { hostname, userInfo } from 'node:os'
import type { Desktop } from '../../sdk/desktop.js'

/** Makes a text fit to be shown to others: {@link redactor}. */
export type Redact = (text: string) => string

const QUOTED = /"(?:[^"\\]|\\.)*"/g
// Paths of D-Bus objects name nothing of the user.
const PATH = /(?<![\w/~.])(?:\/(?!org\/)[\w.@+~-]+(?:\/[\w.@+~-]*)+|[A-Za-z]:\\[^\s"']+)/g
const LETTER = /[\p{L}\p{N}_]/u
// The longest that an error is shown.
const LONGEST = 700

/**
 * Takes out of a text what is the user's: quoted texts that are not in `own`, paths, the names of the user, of the host and of `apps`.
 * What an error says of other windows it quotes.
 */
export function redactor(own: string, apps: readonly string[]): Redact {
  const words = [userName(), hostname(), hostname().split('.')[0] ?? '', ...apps].filter((word) => word.trim() !== '')
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length)
  return (text) => {
    const quotes = text.replace(QUOTED, (each) => (own.includes(each.slice(1, -1)) ? each : '"…"'))
    const paths = quotes.replace(PATH, '<path>')
    const names = longestFirst.reduce(without, paths)
    const line = names.replace(/\s+/g, ' ').trim()
    return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  }
}

/** What other programs are called: an error about them could name them. */
export async function otherApps(desktop: Desktop, ownPid: number): Promise<string[]> {
  const apps = await desktop.apps({ timeout: 2_000 }).catch(() => [])
  return apps.filter(({ pid }) => pid !== ownPid).flatMap(({ name, id, executable }) => [name, id ?? '', executable])
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A process of a user that the system does not know.
    return process.env.USER ?? ''
  }
}

/** A text without a word, whatever its case; a part of a longer word stays. Not by a pattern: the word comes from outside. */
function without(text: string, word: string): string {
  const [lower, wanted] = [folded(text), folded(word)]
  let rest = ''
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (at < from || LETTER.test(lower[at - 1] ?? '') || LETTER.test(lower[end] ?? '')) continue
    rest += `${text.slice(from, at)}<hidden>`
    from = end
  }
  return rest + text.slice(from)
}

/** In lower case, where that has the same length. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}
