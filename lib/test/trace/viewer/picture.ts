import type { PictureEntry } from '../../../sdk/tracing/trace-format.js'
import type { Rect } from '../../../sdk/tree/node.js'
import { element } from '../../parts/dom.js'
import { Frame, type Layer } from '../../parts/frame.js'
import type { TraceTree } from '../rebuilt.js'
import { bytesOf, type Recorded } from './recorded.js'

/** What the screen showed, with the acted element outlined, and whichever the pointer is on or the tree is at. */
export class Picture {
  readonly root: HTMLElement
  private readonly frame: Frame
  private readonly caption = element('p', { class: 'caption' })
  private entry: PictureEntry | undefined

  constructor(
    private readonly recorded: Recorded,
    onPick: (node: TraceTree) => void,
  ) {
    this.frame = new Frame((node) => this.point(node), onPick)
    this.root = element('section', { class: 'picture', 'aria-label': 'Picture' }, this.frame.root, this.caption)
  }

  async show(
    number: number | undefined,
    tree: TraceTree | undefined,
    acted: Rect | undefined,
    words: string,
  ): Promise<void> {
    const entry = number === undefined ? undefined : this.recorded.pictures.get(number)
    this.entry = entry
    this.frame.of(entry === undefined ? undefined : tree)
    this.root.classList.toggle('none', entry === undefined)
    this.caption.textContent = entry === undefined ? 'No picture was taken of this step.' : words
    if (entry === undefined) return this.frame.clear()
    this.frame.canvas.setAttribute('aria-label', words)
    const layers = await this.layersOf(entry)
    // Another step was selected meanwhile.
    if (this.entry !== entry) return
    this.frame.draw(entry.bounds, entry, layers)
    this.frame.outline('acted', [{ bounds: acted }])
    this.point(undefined)
  }

  /** Outlines it. */
  point(node: TraceTree | undefined): void {
    this.frame.point(node)
  }

  private async layersOf(top: PictureEntry): Promise<Layer[]> {
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
