// What is not known of a text, as characters in it: they go through quoting, slicing and parsing like any other. Private use, and
// taken out of what is typed.

/** A variable that nothing set: most likely nothing. */
export const UNSET = '\uE000'
/** What only running it would tell. */
export const UNKNOWN = '\uE001'
/** What came from the network. */
export const DOWNLOAD = '\uE002'
/** Patterns that the shell will match with names of files. */
export const STAR = '\uE003'
export const QUESTION = '\uE004'
export const OPEN = '\uE005'
export const CLOSE = '\uE006'
/** Stands around the number of a process substitution. */
export const PROCESS = '\uE007'
/** Where one word ends and the next begins. */
export const FIELD = '\uE008'

const MARKS = /[\uE000-\uE008]/g

export function withoutMarks(text: string): string {
  return text.replace(MARKS, '')
}

export function isUncertain(text: string): boolean {
  return text.includes(UNSET) || text.includes(UNKNOWN)
}

/** Patterns in a text that the shell expands become marks. */
export function active(text: string): string {
  return text.replaceAll('*', STAR).replaceAll('?', QUESTION)
}

/** As it would be without anybody expanding it. */
export function plain(text: string): string {
  return text.replaceAll(STAR, '*').replaceAll(QUESTION, '?').replaceAll(OPEN, '[').replaceAll(CLOSE, ']')
}

export function hasPattern(text: string): boolean {
  return /[\uE003\uE004\uE005]/.test(text)
}

/** Matches what a word with patterns could mean. What is not known of it matches nothing. */
export function patternOf(word: string): RegExp {
  let source = ''
  for (let index = 0; index < word.length; index++) {
    const character = word[index] as string
    if (character === STAR) source += '[^/]*'
    else if (character === QUESTION) source += '[^/]'
    else if (character === OPEN) {
      const end = word.indexOf(CLOSE, index)
      const members = word.slice(index + 1, end < 0 ? undefined : end).replace(/^[!^]/, '^')
      source += `[${members.replace(/[\\\]]/g, '\\$&')}]`
      index = end < 0 ? word.length : end
    } else if (character === UNSET || character === UNKNOWN) continue
    else source += character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  }
  try {
    return new RegExp(`^${source}$`)
  } catch {
    // A range out of order: the shell would take it for nothing that there is.
    return /^$(?!)/
  }
}

/** A pattern as parameter expansions use it, which crosses slashes. */
export function globSource(pattern: string, greedy = true): string {
  const many = greedy ? '[\\s\\S]*' : '[\\s\\S]*?'
  return pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/[*\uE003]/g, many)
    .replace(/[?\uE004]/g, '[\\s\\S]')
    .replaceAll(OPEN, '[')
    .replaceAll(CLOSE, ']')
}
