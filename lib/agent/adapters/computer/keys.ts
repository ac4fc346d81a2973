// Keysyms, as xdotool and so Anthropic's models write them, where they are no other spelling of a name that `press()` knows.
const KEYSYMS: Readonly<Record<string, string>> = {
  minus: '-',
  equal: '=',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  apostrophe: "'",
  grave: '`',
  bracketleft: '[',
  bracketright: ']',
  underscore: '_',
  prior: 'PageUp',
  next: 'PageDown',
  print: 'PrintScreen',
  iso_left_tab: 'Tab',
}

/** Combinations separated by spaces, as xdotool takes them: `ctrl+k ctrl+c`, `Page_Down`. */
export function chordsOf(text: string): string[] {
  return text.trim() === ''
    ? [text]
    : text
        .trim()
        .split(/\s+/)
        .map((chord) => chordOf(partsOf(chord)))
}

/** One combination of keys that are given one by one. */
export function chordOf(keys: readonly string[]): string {
  const names = keys.map(keyOf)
  // CTRL with A is the key, not the capital letter.
  return (names.length === 1 ? names : names.map((name) => (name.length === 1 ? name.toLowerCase() : name))).join('+')
}

/** Keys that are held down: `ctrl+shift`. */
export function heldOf(text: string | null | undefined): string[] {
  return text ? partsOf(text).map(keyOf) : []
}

function partsOf(chord: string): string[] {
  if (chord === '+') return ['+']
  return chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+')
}

function keyOf(given: string): string {
  const name = given.toLowerCase().replace(/^kp_|_[lr]$/g, '')
  const keysym = KEYSYMS[name]
  if (keysym !== undefined) return keysym
  return given.length === 1 ? given : name.replaceAll('_', '')
}
