/** `\n`, `\x72`, `\162`, `\u0072` as `printf` and `echo -e` read them. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/g,
    (all, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined) return character(Number.parseInt(code, 16))
      if (octal !== undefined) return character(Number.parseInt(octal, 8))
      return LETTERS[letter ?? ''] ?? all
    },
  )
}

const LETTERS: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** What `printf FORMAT VALUES…` writes. */
export function printed(format: string, values: readonly string[]): string {
  let rest = [...values]
  let text = ''
  do {
    const before = rest.length
    text += unescaped(
      format.replace(/%(%|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?([a-zA-Z]))/g, (_, all: string, conversion?: string) => {
        if (all === '%') return '%'
        const value = rest[0] ?? ''
        rest = rest.slice(1)
        // Kept from being unescaped a second time.
        const kept = (of: string) => of.replaceAll('\\', '\\\\')
        if (conversion === 'b') return kept(unescaped(value))
        if (conversion === 'x') return Number(value).toString(16)
        if (conversion === 'o') return Number(value).toString(8)
        if (conversion === 'c') return kept(value.slice(0, 1))
        return kept(value)
      }),
    )
    if (rest.length === before) break
  } while (rest.length > 0)
  return text
}
