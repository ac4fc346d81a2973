// These run in the page: each is sent as its source, so none may use anything outside itself.

/** What a person would click or type into. */
export const INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role], [onclick], [tabindex], [contenteditable]'

/** What of the DOM these scripts use; the library itself is compiled without it. */
interface PageElement {
  tagName: string
  id: string
  isConnected: boolean
  innerText?: string
  labels?: ArrayLike<{ innerText: string }> | null
  type?: string
  value?: string
  href?: unknown
  ownerDocument: { elementFromPoint(x: number, y: number): PageElement | null }
  getAttribute(name: string): string | null
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  contains(other: PageElement): boolean
  closest(selector: string): PageElement | null
}

interface Described {
  role: string
  name: string
  id: string
  href: string
  connected: boolean
}

/** What an element is to a person. Never what was typed into it. */
export function describeElement(node: unknown): Described {
  const element = node as PageElement
  const tag = element.tagName.toLowerCase()
  const pressed = tag === 'input' && ['submit', 'button', 'reset'].includes(element.type ?? '')
  const texts = [
    element.getAttribute('aria-label'),
    // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, not what CSS hides.
    tag === 'input' || tag === 'select' || tag === 'textarea' ? element.labels?.[0]?.innerText : element.innerText,
    pressed ? element.value : undefined,
    element.getAttribute('placeholder'),
    element.getAttribute('alt'),
    element.getAttribute('title'),
    element.getAttribute('name'),
  ]
  const name = texts.find((text) => text !== undefined && text !== null && text.trim() !== '') ?? ''
  return {
    role: element.getAttribute('role') ?? (tag === 'input' ? `input ${element.type ?? 'text'}` : tag),
    name: name.trim().replace(/\s+/g, ' ').slice(0, 120),
    id: element.id,
    href: typeof element.href === 'string' ? element.href : '',
    connected: element.isConnected,
  }
}

/** What lies over the middle of an element; `undefined` when it is itself. */
export function hitsElement(node: unknown): string | undefined {
  const element = node as PageElement
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
  if (hit === null) return 'the edge of the page'
  if (hit === element || element.contains(hit) || hit.contains(element)) return undefined
  if (hit.closest('label')?.contains(element)) return undefined
  return `${hit.tagName.toLowerCase()}${hit.id === '' ? '' : `#${hit.id}`}`
}

interface Viewport {
  ratio: number
  /** CSS pixels, with and without a scroll bar. */
  widths: number[]
  zoom: number
  hidden: boolean
}

export function viewportOf(): Viewport {
  const page = globalThis as unknown as {
    devicePixelRatio: number
    innerWidth: number
    visualViewport?: { scale: number } | null
    document: { documentElement: { clientWidth: number }; visibilityState: string }
  }
  return {
    ratio: page.devicePixelRatio,
    widths: [page.innerWidth, page.document.documentElement.clientWidth],
    zoom: page.visualViewport?.scale ?? 1,
    hidden: page.document.visibilityState === 'hidden',
  }
}
