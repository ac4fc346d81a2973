/** A part of a text that keys type, or that is inserted because no key types all of it. */
export interface Piece {
  text: string
  byKeys: boolean
}

// What ends a line, and tabs, may do more than write.
const KEYS = /(\r\n?|\n|\t)/

/**
 * A text in pieces, where no key has the characters `lacking`. In each line, all from the first of these to the last is one piece: a
 * language that has one of them has many.
 */
export function piecesOf(text: string, lacking: string): Piece[] {
  const without = new Set(lacking)
  const pieces: Piece[] = []
  const add = (characters: readonly string[], byKeys: boolean) => {
    const last = pieces.at(-1)
    if (characters.length === 0) return
    if (byKeys && last?.byKeys) last.text += characters.join('')
    else pieces.push({ text: characters.join(''), byKeys })
  }
  for (const line of text.split(KEYS)) {
    const characters = [...line]
    const places = characters.flatMap((character, at) => (without.has(character) ? [at] : []))
    const from = places[0] ?? characters.length
    const to = (places.at(-1) ?? characters.length) + 1
    add(characters.slice(0, from), true)
    add(characters.slice(from, to), false)
    add(characters.slice(to), true)
  }
  return pieces
}
