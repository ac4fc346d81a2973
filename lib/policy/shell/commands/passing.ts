import { all, type Behaviour, type Commands, operandsOf } from '../call.js'
import { DOWNLOAD, hasPattern, STAR, UNKNOWN } from '../marks.js'

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

/** What commands write that only hand on what they read. */
export const PASSING: Commands = {
  ...all('cat tac bat dd pv sort uniq iconv nl ccat zcat dos2unix mbuffer sponge', passes),
  ...all('head tail less more fold paste column expand grep egrep fgrep rg fmt strings', filters),
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
