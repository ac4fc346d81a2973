// Invisible marks. Comparing drops them (src-native/core/text/text.cc), but for the fillers of Hangul and the tags of flags.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** In quotes, with everything beyond ASCII as escapes. */
export function spelledOut(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, escaped)
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

// Letters, quotes and dashes that most fonts draw alike.
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/[аαɑ]/gu, 'a'],
  [/[сϲ]/gu, 'c'],
  [/[еє]/gu, 'e'],
  [/[һ]/gu, 'h'],
  [/[іιı]/gu, 'i'],
  [/[јϳ]/gu, 'j'],
  [/[кκ]/gu, 'k'],
  [/[мμ]/gu, 'm'],
  [/[нη]/gu, 'h'],
  [/[оοσ]/gu, 'o'],
  [/[рρ]/gu, 'p'],
  [/[ѕ]/gu, 's'],
  [/[тτ]/gu, 't'],
  [/[вβ]/gu, 'b'],
  [/[хχ]/gu, 'x'],
  [/[уγυ]/gu, 'y'],
  [/[ν]/gu, 'v'],
  [/[‘’ʼ`´′]/gu, "'"],
  [/[“”„″«»]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
]

/** Whether two different texts are hard to tell apart by eye. */
export function looksLike(one: string, other: string): boolean {
  return one !== other && drawn(one) === drawn(other)
}

function drawn(text: string): string {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replace(/\s+/gu, ' ').trim()
  return LIKE.reduce((so, [characters, like]) => so.replace(characters, like), plain)
}
