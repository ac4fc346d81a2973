import type { PictureEntry } from '../../../sdk/tracing/trace-format.js'
import type { Rect } from '../../../sdk/tree/node.js'
import type { TraceTree } from '../rebuilt.js'
import { element } from './dom.js'
import { bytesOf, type Recorded } from './recorded.js'

/** What the screen showed, with the acted element outlined, and whichever the pointer is on or the tree is at. */
export class Picture {
  readonly root: HTMLElement
  private readonly canvas = element('canvas', { role: 'img' })
  private readonly frame = element('div', { class: 'frame' }, this.canvas)
  private readonly acted = element('div', { class: 'outline acted' })
  private readonly pointed = element('div', { class: 'outline pointed' })
  private readonly caption = element('p', { class: 'caption' })
  private entry: PictureEntry | undefined
  private tree: TraceTree | undefined

  constructor(
    private readonly recorded: Recorded,
    onPick: (node: TraceTree) => void,
  ) {
    this.frame.append(this.acted, this.pointed)
    this.root = element('section', { class: 'picture', 'aria-label': 'Picture' }, this.frame, this.caption)
    this.frame.addEventListener('pointermove', (event) => this.point(this.at(event)))
    this.frame.addEventListener('pointerleave', () => this.point(undefined))
    this.frame.addEventListener('click', (event) => {
      const node = this.at(event)
      if (node !== undefined) onPick(node)
    })
  }

  async show(
    number: number | undefined,
    tree: TraceTree | undefined,
    acted: Rect | undefined,
    words: string,
  ): Promise<void> {
    const entry = number === undefined ? undefined : this.recorded.pictures.get(number)
    this.entry = entry
    this.tree = tree
    this.root.classList.toggle('none', entry === undefined)
    this.caption.textContent = entry === undefined ? 'No picture was taken of this step.' : words
    if (entry === undefined) return
    this.canvas.setAttribute('aria-label', words)
    const layers = await this.layersOf(entry)
    // Another step was selected meanwhile.
    if (this.entry !== entry) return
    this.canvas.width = entry.width
    this.canvas.height = entry.height
    this.frame.style.aspectRatio = `${entry.width} / ${entry.height}`
    this.frame.style.maxWidth = `${entry.width}px`
    const context = this.canvas.getContext('2d')
    for (const { bitmap, x, y } of layers) context?.drawImage(bitmap, x, y)
    this.place(this.acted, acted)
    this.point(undefined)
  }

  /** Outlines it. */
  point(node: TraceTree | undefined): void {
    this.place(this.pointed, node?.bounds)
    this.pointed.dataset.label = node === undefined ? '' : `${node.role}${node.name ? ` “${node.name}”` : ''}`
  }

  private place(outline: HTMLElement, area: Rect | undefined): void {
    const { entry } = this
    outline.hidden = entry === undefined || area === undefined
    if (entry === undefined || area === undefined) return
    const { bounds } = entry
    outline.style.left = `${(100 * (area.x - bounds.x)) / bounds.width}%`
    outline.style.top = `${(100 * (area.y - bounds.y)) / bounds.height}%`
    outline.style.width = `${(100 * area.width) / bounds.width}%`
    outline.style.height = `${(100 * area.height) / bounds.height}%`
  }

  private at({ clientX, clientY }: PointerEvent | MouseEvent): TraceTree | undefined {
    const { entry, tree } = this
    if (entry === undefined || tree === undefined) return undefined
    const shown = this.canvas.getBoundingClientRect()
    const x = entry.bounds.x + ((clientX - shown.left) / shown.width) * entry.bounds.width
    const y = entry.bounds.y + ((clientY - shown.top) / shown.height) * entry.bounds.height
    return smallestAt(tree, x, y)
  }

  private async layersOf(top: PictureEntry): Promise<{ bitmap: ImageBitmap; x: number; y: number }[]> {
    const entries: PictureEntry[] = []
    let entry: PictureEntry | undefined = top
    while (entry !== undefined) {
      entries.unshift(entry)
      entry = entry.on === undefined ? undefined : this.recorded.pictures.get(entry.on)
    }
    return Promise.all(
      entries.map(async ({ png, x, y }) => ({ bitmap: await createImageBitmap(new Blob([bytesOf(png)])), x, y })),
    )
  }
}

/** Of those that lie there and are shown: the smallest, and the last of equals, which lies on top. */
function smallestAt(tree: TraceTree, x: number, y: number): TraceTree | undefined {
  let [smallest, size]: [TraceTree | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  const waiting = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { bounds, states = [], children = [] } = node
    waiting.push(...[...children].reverse())
    if (bounds === undefined || !states.includes('visible')) continue
    const inside = x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
    if (!inside || bounds.width * bounds.height > size) continue
    smallest = node
    size = bounds.width * bounds.height
  }
  return smallest
}
