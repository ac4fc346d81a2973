// Control characters, what turns the direction of writing, and what ends a line: in a name they would let an application write
// what looks like a message of this library, or a name like another one. U+200C and U+200D belong to words and to emoji.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** A text that an application says, within a line: its hidden characters are written as `\u202e`. */
export function escaped(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The same in quotes, as JSON reads it back. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text))
}
