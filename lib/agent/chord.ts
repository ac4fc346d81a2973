const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  win: 'Meta',
  meta: 'Meta',
  cmd: 'Meta',
}

/** `{Ctrl}{Shift}s` and `{Enter}`, as Terminator writes keys, in this library's spelling; any other as it is. */
export function chordOf(key: string): string {
  if (!/^(?:\{\w+\})+.?$/u.test(key)) return key
  const parts = [...key.matchAll(/\{(\w+)\}|(.)$/gu)].map(([, braced, bare]) => braced ?? bare ?? '')
  return parts.map((part) => MODIFIERS[part.toLowerCase()] ?? part).join('+')
}
