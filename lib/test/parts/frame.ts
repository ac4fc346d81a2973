import type { Rect } from '../../sdk/tree/node.js'
import { element } from './dom.js'
import { labelled, type ShownTree, shownAt } from './shown-tree.js'

/** An element that is outlined in a picture. */
export interface Outlined {
  bounds?: Rect | undefined
  label?: string
}

/** A picture of a part of the screen: elements can be outlined in it, and it says which element the pointer is on. */
export class Frame {
  readonly canvas = element('canvas', { role: 'img' })
  readonly root = element('div', { class: 'frame' }, this.canvas)
  private readonly outlines = new Map<string, HTMLElement[]>()
  private readonly said = new Map<string, readonly Outlined[]>()
  private bounds: Rect | undefined
  private tree: ShownTree | undefined

  constructor(onPoint: (node: ShownTree | undefined) => void, onPick: (node: ShownTree) => void) {
    this.root.addEventListener('pointermove', (event) => onPoint(this.at(event)))
    this.root.addEventListener('pointerleave', () => onPoint(undefined))
    this.root.addEventListener('click', (event) => {
      const node = this.at(event)
      if (node !== undefined) onPick(node)
    })
  }

  /** The elements that the picture shows. */
  of(tree: ShownTree | undefined): void {
    this.tree = tree
  }

  /** Draws layers on each other; `bounds` is the part of the screen that they show together. */
  draw(bounds: Rect, size: { width: number; height: number }, layers: readonly Layer[]): void {
    this.bounds = bounds
    this.canvas.dataset.bounds = JSON.stringify(bounds)
    this.canvas.width = size.width
    this.canvas.height = size.height
    this.root.style.setProperty('--ratio', String(size.width / size.height))
    this.root.style.aspectRatio = `${size.width} / ${size.height}`
    this.root.style.maxWidth = `${size.width}px`
    const context = this.canvas.getContext('2d')
    for (const { bitmap, x, y } of layers) context?.drawImage(bitmap, x, y)
    for (const [kind, outlined] of this.said) this.outline(kind, outlined)
  }

  /** There is no picture. */
  clear(): void {
    this.bounds = undefined
    for (const [kind, outlined] of this.said) this.outline(kind, outlined)
  }

  /** Outlines these elements, and no others, in the way of that kind: a class of the style sheet. */
  outline(kind: string, outlined: readonly Outlined[]): void {
    this.said.set(kind, outlined)
    for (const old of this.outlines.get(kind) ?? []) old.remove()
    const made = outlined.map((each) => this.made(kind, each)).filter((each) => each !== undefined)
    this.outlines.set(kind, made)
    this.root.append(...made)
  }

  /** Outlines the element that the pointer, or the row of a tree, is on. */
  point(node: ShownTree | undefined): void {
    this.outline('pointed', node === undefined ? [] : [{ bounds: node.bounds, label: labelled(node) }])
  }

  private made(kind: string, { bounds: area, label }: Outlined): HTMLElement | undefined {
    const { bounds } = this
    if (bounds === undefined || area === undefined) return undefined
    const outline = element('div', { class: `outline ${kind}`, 'data-label': label })
    outline.style.left = `${(100 * (area.x - bounds.x)) / bounds.width}%`
    outline.style.top = `${(100 * (area.y - bounds.y)) / bounds.height}%`
    outline.style.width = `${(100 * area.width) / bounds.width}%`
    outline.style.height = `${(100 * area.height) / bounds.height}%`
    return outline
  }

  /** Where on the screen the pointer is, in whole units; `undefined` when there is no picture. */
  place({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } | undefined {
    const { bounds } = this
    if (bounds === undefined) return undefined
    const shown = this.canvas.getBoundingClientRect()
    return {
      x: Math.floor(bounds.x + ((clientX - shown.left) / shown.width) * bounds.width),
      y: Math.floor(bounds.y + ((clientY - shown.top) / shown.height) * bounds.height),
    }
  }

  private at(event: PointerEvent | MouseEvent): ShownTree | undefined {
    const place = this.place(event)
    return place && this.tree && shownAt(this.tree, place.x, place.y)
  }
}

/** A part of a picture, and where in it. */
export interface Layer {
  bitmap: ImageBitmap
  x: number
  y: number
}
