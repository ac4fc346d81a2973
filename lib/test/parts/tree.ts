import { element, steered } from './dom.js'
import type { ShownTree } from './shown-tree.js'

// px, as the style sheet has it: which rows are to be seen is reckoned, not measured.
const ROW = 22

// Rows above and below what is to be seen.
const MARGIN = 10

interface Row {
  node: ShownTree
  level: number
  /** Of the row that it lies in. */
  parent: number
  position: number
  siblings: number
}

/** How an element is different. */
export type Change = 'added' | 'removed' | 'modified' | 'moved'
/** What a row is marked with: a change, or that an audit found something. */
export type Mark = Change | 'finding'
const SIGNS: Record<Mark, string> = { added: '+', removed: '−', modified: '~', moved: '>', finding: '!' }

/** What a view of a tree tells its page. */
export interface TreeEvents {
  /** A row was selected, by a person or by `select()`. */
  onSelect(node: ShownTree): void
  /** The pointer is on a row; `undefined`: on none. */
  onPoint?(node: ShownTree | undefined): void
}

/**
 * A tree of any size: only the rows to be seen are there. The focus stays on the tree, and `aria-activedescendant` says which row it is
 * about, because a row that is scrolled away would take the focus with it.
 */
export class TreeView {
  readonly root: HTMLElement
  private readonly space = element('div', { role: 'none', class: 'space' })
  private readonly collapsed = new Set<string | ShownTree>()
  private rows: Row[] = []
  private byRef = new Map<string, number>()
  private at = 0
  private drawnRows = { from: 0, to: 0 }
  private pointed: string | undefined
  private matched: ReadonlySet<string> = new Set()

  constructor(
    private tree: ShownTree,
    private readonly marks: ReadonlyMap<string, Mark>,
    label: string,
    private readonly events: TreeEvents,
  ) {
    this.root = element('div', { role: 'tree', 'aria-label': label, class: 'tree', tabindex: 0 }, this.space)
    this.root.addEventListener('scroll', () => this.scrolled(), { passive: true })
    this.root.addEventListener('keydown', (event) => this.steer(event))
    this.root.addEventListener('click', ({ target }) => {
      const row = rowOf(target)
      if (row === undefined) return
      this.go(row)
      if (target instanceof Element && target.matches('.twist')) this.toggle()
    })
    this.root.addEventListener('pointermove', ({ target }) => this.pointAt(rowOf(target)))
    this.root.addEventListener('pointerleave', () => this.pointAt(undefined))
    new ResizeObserver(() => this.draw()).observe(this.root)
    this.lay()
  }

  /** Shows another tree of the same elements: what is selected, collapsed and scrolled to stays. */
  show(tree: ShownTree): void {
    const ref = this.rows[this.at]?.node.ref
    this.tree = tree
    this.lay()
    this.at = (ref === undefined ? undefined : this.byRef.get(ref)) ?? Math.min(this.at, this.rows.length - 1)
    this.draw()
  }

  /** The element with this reference, whatever it lies in. */
  select(ref: string | undefined): void {
    if (ref !== undefined && !this.byRef.has(ref)) this.uncover(ref)
    const at = ref === undefined ? undefined : this.byRef.get(ref)
    if (at === undefined) this.draw()
    else this.go(at, true)
  }

  /** Marks the row of the element that the pointer is on; `reveal`: elsewhere, so that the row may not show. */
  point(ref: string | undefined, reveal = false): void {
    if (ref === this.pointed) return
    this.pointed = ref
    const at = ref === undefined ? undefined : this.byRef.get(ref)
    if (reveal && at !== undefined && this.reveal(at, true)) this.draw()
    for (const row of this.space.children) row.classList.toggle('pointed', isOf(row, ref))
  }

  /** Marks the rows of the elements that a selector matches, and shows the first of them. */
  match(refs: readonly string[]): void {
    this.matched = new Set(refs)
    const first = refs.map((ref) => this.byRef.get(ref)).find((at) => at !== undefined)
    if (first !== undefined) this.reveal(first, true)
    this.draw()
  }

  private steer(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const row = this.rows[this.at]
    if (row === undefined) return
    const open = row.node.children !== undefined && !this.collapsed.has(keyOf(row.node))
    const page = Math.max(1, Math.floor(this.root.clientHeight / ROW) - 1)
    const to = steered(event.key, this.at, this.rows.length, page)
    if (to !== undefined) this.go(to)
    else if (event.key === 'ArrowRight' && open) this.go(this.at + 1)
    else if (event.key === 'ArrowRight' && row.node.children !== undefined) this.toggle()
    else if (event.key === 'ArrowLeft' && open) this.toggle()
    else if (event.key === 'ArrowLeft') this.go(Math.max(0, row.parent))
    else return
    event.preventDefault()
  }

  private toggle(): void {
    const node = this.rows[this.at]?.node
    if (node?.children === undefined) return
    const key = keyOf(node)
    if (!this.collapsed.delete(key)) this.collapsed.add(key)
    this.lay()
    this.draw()
  }

  private pointAt(at: number | undefined): void {
    const node = at === undefined ? undefined : this.rows[at]?.node
    if (this.events.onPoint === undefined || node?.ref === this.pointed) return
    this.point(node?.ref)
    this.events.onPoint(node)
  }

  private go(at: number, amidst = false): void {
    const row = this.rows[at]
    if (row === undefined) return
    this.at = at
    this.reveal(at, amidst)
    this.draw()
    this.events.onSelect(row.node)
  }

  /** Scrolls as far as is needed; `amidst`: to the middle, where it does not show. Gives whether it had to. */
  private reveal(at: number, amidst: boolean): boolean {
    const { clientHeight, scrollTop } = this.root
    const top = at * ROW
    if (top >= scrollTop && top + ROW <= scrollTop + clientHeight) return false
    if (amidst) this.root.scrollTop = top - clientHeight / 2
    else if (top < scrollTop) this.root.scrollTop = top
    else this.root.scrollTop = top + ROW - clientHeight
    return true
  }

  /** Opens what an element lies in. */
  private uncover(ref: string): void {
    const path: ShownTree[] = []
    const leads = (node: ShownTree): boolean => {
      if (node.ref === ref) return true
      path.push(node)
      if (node.children?.some(leads)) return true
      path.pop()
      return false
    }
    if (!leads(this.tree)) return
    for (const node of path) this.collapsed.delete(keyOf(node))
    this.lay()
  }

  private lay(): void {
    const rows: Row[] = []
    const byRef = new Map<string, number>()
    const add = (node: ShownTree, level: number, parent: number, position: number, siblings: number) => {
      const at = rows.push({ node, level, parent, position, siblings }) - 1
      if (node.ref !== undefined) byRef.set(node.ref, at)
      if (this.collapsed.has(keyOf(node))) return
      const { children = [] } = node
      for (const [index, child] of children.entries()) add(child, level + 1, at, index + 1, children.length)
    }
    add(this.tree, 1, -1, 1, 1)
    this.rows = rows
    this.byRef = byRef
    this.space.style.height = `${rows.length * ROW}px`
  }

  /** Rows that are there already need not be drawn. */
  private scrolled(): void {
    const [first, last] = this.shown
    const { from, to } = this.drawnRows
    if (first < from || Math.min(last, this.rows.length) > to) this.draw()
  }

  /** The first row that shows, and the one after the last. */
  private get shown(): [first: number, last: number] {
    const { scrollTop, clientHeight } = this.root
    return [Math.floor(scrollTop / ROW), Math.ceil((scrollTop + clientHeight) / ROW)]
  }

  private draw(): void {
    const first = Math.max(0, this.shown[0] - MARGIN)
    const last = this.shown[1] + MARGIN
    this.drawnRows = { from: first, to: last }
    const rows = this.rows.slice(first, last).map((row, index) => this.drawn(row, first + index))
    this.space.replaceChildren(...rows)
    // Only a row that is there can be named.
    if (this.at >= first && this.at < last) this.root.setAttribute('aria-activedescendant', `row-${this.at}`)
    else this.root.removeAttribute('aria-activedescendant')
  }

  private drawn({ node, level, position, siblings }: Row, at: number): HTMLElement {
    const { role, name, value, states = [], cut, children, ref } = node
    const mark = ref === undefined ? undefined : this.marks.get(ref)
    const isMatched = ref !== undefined && this.matched.has(ref)
    const expanded = children === undefined ? undefined : String(!this.collapsed.has(keyOf(node)))
    const shown = states.filter((state) => !PLAIN.has(state))
    // Words that touch are one word to what compares a row's text with its name.
    const missing = cut === undefined ? undefined : `cut: ${cut.reason}`
    const said = [mark, role, name, value?.slice(0, 200), ...shown, missing, isMatched ? 'matches' : '']
    const classes = [
      mark,
      states.includes('visible') ? '' : 'hidden',
      isMatched ? 'matched' : '',
      ref !== undefined && ref === this.pointed ? 'pointed' : '',
    ]
    const row = element(
      'div',
      {
        role: 'treeitem',
        id: `row-${at}`,
        'data-row': at,
        'data-ref': ref,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-expanded': expanded,
        'aria-selected': String(at === this.at),
        'aria-label': said.filter(Boolean).join(', '),
        class: classes.filter(Boolean).join(' '),
      },
      element('span', { class: 'twist' }, expanded === undefined ? '' : expanded === 'true' ? '▾' : '▸'),
      element('span', { class: 'mark' }, mark === undefined ? '' : SIGNS[mark]),
      element('span', { class: 'role' }, `${role} `),
      name ? element('span', { class: 'name' }, `“${name}” `) : undefined,
      value ? element('span', { class: 'value' }, `${value.slice(0, 200)} `) : undefined,
      element('span', { class: 'states' }, shown.map((state) => `${state} `).join('')),
      missing === undefined ? undefined : element('span', { class: 'cut' }, missing),
    )
    row.style.top = `${at * ROW}px`
    row.style.paddingInlineStart = `${(level - 1) * 14}px`
    return row
  }
}

// What most elements are.
const PLAIN = new Set(['enabled', 'visible', 'focusable'])

function keyOf(node: ShownTree): string | ShownTree {
  return node.ref ?? node
}

function rowOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row === null ? undefined : Number(row.dataset.row)
}

function isOf(row: Element, ref: string | undefined): boolean {
  return ref !== undefined && row.getAttribute('data-ref') === ref
}
