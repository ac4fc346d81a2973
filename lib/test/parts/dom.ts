type Content = Node | string | undefined

/** An element with its attributes (`undefined`: without it) and what is in it. Texts are texts: nothing that a program says is read as HTML. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, string | number | undefined> = {},
  ...content: Content[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, String(value))
  }
  made.append(...content.filter((each) => each !== undefined))
  return made
}

/** A titled text; `undefined` when there is no text. */
export function part(title: string, text: string | undefined, kind?: string): HTMLElement | undefined {
  if (text === undefined || text === '') return undefined
  return element('section', {}, element('h3', {}, title), element('pre', { class: kind }, text))
}

export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Which of `count` the key leads to from `at`; `undefined` for other keys. */
export function steered(key: string, at: number, count: number, page: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 }[
    key
  ]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
