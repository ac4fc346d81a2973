import { STAR, UNKNOWN } from './marks.js'

// What commands find that look through folders: where they begin, and whether they find everything there.

const NARROWS =
  /^-(?:i?name|i?path|i?wholename|i?regex|[cam]time|[cam]min|size|empty|newer\w*|anewer|cnewer|user|group|inum|perm|uid)$/
/** Of a name, a size, an age: what everything has. */
const ANY = /^(?:[*\uE003.]+|\+0|-\d{3,}\D?)$/

/** Where `find` begins. */
export function startsOfFind(words: readonly string[]): string[] {
  const begin = words.findIndex((word) => !/^-(?:[HLP]|O\d?|D)$/.test(word))
  const rest = begin < 0 ? [] : words.slice(begin)
  const end = rest.findIndex((word) => /^[-(!,]/.test(word))
  const starts = end < 0 ? rest : rest.slice(0, end)
  return starts.length === 0 ? ['.'] : [...starts]
}

/** Whether `find` leaves most of it alone. */
export function isNarrowed(words: readonly string[]): boolean {
  return words.some((word, index) => {
    if (!NARROWS.test(word) || /^(?:!|-not)$/.test(words[index - 1] ?? '')) return false
    return word === '-empty' || !ANY.test(words[index + 1] ?? '')
  })
}

/** What is found below a folder, as a word: everything, or something. */
export function below(start: string, narrowed: boolean): string {
  const folder = start.replace(/\/+$/, '')
  // Below where the shell is, it is not known what that is.
  if (!/^[/~]/.test(start)) return start.includes(UNKNOWN) ? UNKNOWN : `${folder}/found`
  return `${folder}/${narrowed ? 'found' : STAR}`
}
