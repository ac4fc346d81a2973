/** `text` as a value that means exactly it, whatever characters it has: `` `name:${quote(title)}` ``. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** `text` as a part of a bare value that means exactly it, so that wildcards can stand beside it. */
export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '\\$&')
}
