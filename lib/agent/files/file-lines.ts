/** The lines of a text, each with its ending. A text that ends in one has no empty line after it. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

export function withoutEnding(line: string): string {
  return line.replace(/\r?\n$/, '')
}

/** Line feeds as the text has them, where it ends its lines in another way. */
export function endedAs(text: string, part: string): string {
  return text.includes('\r\n') ? part.replace(/\r?\n/g, '\r\n') : part
}
