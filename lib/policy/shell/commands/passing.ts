import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { DOWNLOAD, hasPattern, plain, STAR, UNKNOWN } from '../marks.js'
import { normalised } from '../places.js'

// Commands that write what they read, or what is left of it.

/** Writes what it was given, or what is in the files that it was given. */
export const passes: Behaviour = ({ shell, words, stdin }) => {
  const files = operandsOf(words).map((word) => shell.contentOf(word))
  if (files.length === 0) return stdin ?? UNKNOWN
  const known = files.filter((content) => content !== undefined)
  return known.length > 0 ? known.join('') : (stdin ?? UNKNOWN)
}

/** The same, of one that takes a number with its options. Of all there is, it leaves something. */
export const filters: Behaviour = ({ stdin, ...call }) =>
  stdin === undefined ? passes({ stdin, ...call }) : stdin.replaceAll(STAR, UNKNOWN)

/** Anything that reads what came from the network still gives that; what else it gives is not known. */
export const changes: Behaviour = (call) => (passes(call).includes(DOWNLOAD) ? DOWNLOAD : UNKNOWN)

/** `head -c 8`, `tail -c 8`. */
const ends: Behaviour = (call) => {
  const text = filters(call)
  const count = Number(/(?:^|\s)-c\s*\+?(\d+)/.exec(call.words.join(' '))?.[1] ?? 0)
  if (count === 0 || text.includes(DOWNLOAD)) return text
  return call.name === 'head' ? text.slice(0, count) : text.slice(-count)
}

/** `grep -o PATTERN` writes what fits; without it, some of the lines. */
const fitting: Behaviour = (call) => {
  const text = filters({ ...call, words: operandsOf(call.words).slice(1) })
  const [pattern] = operandsOf(call.words)
  if (pattern === undefined || text.includes(DOWNLOAD) || !call.words.some((word) => /^-\w*o/.test(word))) return text
  try {
    return `${(text.match(new RegExp(plain(pattern), 'gm')) ?? []).join('\n')}\n`
  } catch {
    return UNKNOWN
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

const sorts: Behaviour = (call) => {
  const lines = linesOf(passes(call)).sort()
  if (call.words.some((word) => /^-\w*r/.test(word))) lines.reverse()
  return `${lines.join('\n')}\n`
}

/** `paste -sd' '` puts the lines into one. */
const pastes: Behaviour = (call) => {
  const text = filters({ ...call, words: [] })
  const options = call.words.join('\n')
  if (!/^-\w*s/m.test(options)) return text
  return `${linesOf(text).join(/^-\w*d\n?(.)/m.exec(options)?.[1] ?? '\t')}\n`
}

/** What commands write that only hand on what they read. */
export const PASSING: Commands = {
  ...all('cat tac bat dd pv uniq iconv nl ccat zcat dos2unix mbuffer sponge', passes),
  ...all('less more fold column expand fmt strings', filters),
  ...all('head tail', ends),
  ...all('grep egrep fgrep rg', fitting),
  sort: sorts,
  paste: pastes,
  ...all('realpath readlink', ({ shell, words }) => `${normalised(operandsOf(words).at(-1) ?? '.', shell.cwd)}\n`),
  // One that every machine has.
  ...all('lsblk blkid', ({ words }) => (/\bpath\b|^-\w*p/im.test(words.join('\n')) ? '/dev/sda\n' : 'sda\n')),
  ...all('gunzip gzip bunzip2 xz unxz zstd gpg unzip jq uudecode funzip brotli lz4', changes),
  ls({ words }) {
    const named = operandsOf(words).filter((word) => hasPattern(word) || words.some((each) => /^-\w*d/.test(each)))
    return `${(named.length > 0 ? named : [STAR]).join('\n')}\n`
  },
  tee({ shell, words, stdin = UNKNOWN }) {
    for (const word of operandsOf(words)) shell.write(word, stdin)
    return stdin
  },
}
