import { SurehandError } from '../../sdk/errors.js'

// `{a,b}{c,d}…` doubles with each; so many are a mistake.
const MOST_CHOICES = 64

/**
 * Whether paths match a pattern: `*` and `?` within a name, `[a-z]`, `{a,b}`, `**` for any folders. A pattern without `/` is about names in
 * any folder, as in `.gitignore`. Never slower than the path is long times the pattern: no regular expression is made of it.
 */
export function glob(pattern: string): (path: string) => boolean {
  const anywhere = pattern.includes('/') ? pattern : `**/${pattern}`
  const choices = braced(anywhere.replace(/^\.?\//, '')).map((choice) => choice.split('/'))
  return (path) => {
    const names = path.split('/')
    return choices.some((choice) => matches(choice, names, (part, name) => part === '**' || nameMatches(part, name)))
  }
}

/** Sequences with a part that stands for any number of others: two places to go on from are all that has to be kept. */
function matches<T>(pattern: readonly string[], given: readonly T[], fits: (part: string, one: T) => boolean): boolean {
  let [at, star, resume] = [0, -1, 0]
  for (let index = 0; index < given.length; ) {
    const part = pattern[at]
    if (part === '**') {
      star = at++
      resume = index
    } else if (part !== undefined && fits(part, given[index] as T)) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++resume
    } else return false
  }
  return pattern.slice(at).every((part) => part === '**')
}

const PART = /\*+|\?|\[!?\]?[^\]]*\]|\\?[\s\S]/gu

function nameMatches(pattern: string, name: string): boolean {
  const parts = (pattern.match(PART) ?? []).map((part) => (part.startsWith('*') ? '**' : part))
  return matches(parts, [...name], characterFits)
}

function characterFits(part: string, character: string): boolean {
  if (part === '?') return true
  if (part.length < 3 || !part.startsWith('[')) return part.replace(/^\\/, '') === character
  const not = part[1] === '!'
  const set = part.slice(not ? 2 : 1, -1)
  const inside = [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/gu)].some(([, from, to, one]) =>
    one === undefined ? (from as string) <= character && character <= (to as string) : one === character,
  )
  return inside !== not
}

function braced(pattern: string): string[] {
  let all = [pattern]
  for (;;) {
    const next = all.flatMap((one) => {
      const [whole, choices] = /\{([^{}]*)\}/.exec(one) ?? []
      return whole === undefined
        ? [one]
        : (choices as string).split(',').map((choice) => one.replace(whole, () => choice))
    })
    if (next.length > MOST_CHOICES)
      throw new SurehandError('INVALID_ARGUMENT', `${pattern} has more than ${MOST_CHOICES} choices in braces.`, {})
    if (next.every((one, index) => one === all[index]) && next.length === all.length) return next
    all = next
  }
}
