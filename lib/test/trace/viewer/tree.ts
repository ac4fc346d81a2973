import type { TraceTree } from '../rebuilt.js'
import { element, steered } from './dom.js'

// px, as the style sheet has it: which rows are to be seen is reckoned, not measured.
const ROW = 22

// Rows above and below what is to be seen.
const MARGIN = 10

interface Row {
  node: TraceTree
  level: number
  /** Of the row that it lies in. */
  parent: number
  position: number
  siblings: number
}

export type Mark = 'added' | 'removed' | 'modified' | 'moved'
const SIGNS: Record<Mark, string> = { added: '+', removed: '−', modified: '~', moved: '>' }

/**
 * A tree of any size: only the rows to be seen are there. The focus stays on the tree, and `aria-activedescendant` says which row it is
 * about, because a row that is scrolled away would take the focus with it.
 */
export class TreeView {
  readonly root: HTMLElement
  private readonly space = element('div', { role: 'none', class: 'space' })
  private readonly collapsed = new Set<TraceTree>()
  private rows: Row[] = []
  private at = 0

  constructor(
    private readonly tree: TraceTree,
    private readonly marks: ReadonlyMap<string, Mark>,
    label: string,
    private readonly onSelect: (node: TraceTree) => void,
  ) {
    this.root = element('div', { role: 'tree', 'aria-label': label, class: 'tree', tabindex: 0 }, this.space)
    this.root.addEventListener('scroll', () => this.draw(), { passive: true })
    this.root.addEventListener('keydown', (event) => this.steer(event))
    this.root.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : undefined
      if (!row) return
      this.go(Number(row.dataset.row))
      if (target instanceof Element && target.matches('.twist')) this.toggle()
    })
    new ResizeObserver(() => this.draw()).observe(this.root)
    this.lay()
  }

  /** The element with this reference, whatever it lies in. */
  select(ref: string | undefined): void {
    const at = this.rows.findIndex(({ node }) => node.ref === ref)
    if (at >= 0) this.go(at, true)
    else this.draw()
  }

  private steer(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const row = this.rows[this.at]
    if (row === undefined) return
    const open = row.node.children !== undefined && !this.collapsed.has(row.node)
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
    if (!this.collapsed.delete(node)) this.collapsed.add(node)
    this.lay()
    this.draw()
  }

  private go(at: number, amidst = false): void {
    const row = this.rows[at]
    if (row === undefined) return
    this.at = at
    const { clientHeight, scrollTop } = this.root
    const top = at * ROW
    if (amidst) this.root.scrollTop = top - clientHeight / 2
    else if (top < scrollTop) this.root.scrollTop = top
    else if (top + ROW > scrollTop + clientHeight) this.root.scrollTop = top + ROW - clientHeight
    this.draw()
    this.onSelect(row.node)
  }

  private lay(): void {
    const rows: Row[] = []
    const add = (node: TraceTree, level: number, parent: number, position: number, siblings: number) => {
      const at = rows.push({ node, level, parent, position, siblings }) - 1
      if (this.collapsed.has(node)) return
      const { children = [] } = node
      for (const [index, child] of children.entries()) add(child, level + 1, at, index + 1, children.length)
    }
    add(this.tree, 1, -1, 1, 1)
    this.rows = rows
    this.space.style.height = `${rows.length * ROW}px`
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.root.scrollTop / ROW) - MARGIN)
    const last = Math.ceil((this.root.scrollTop + this.root.clientHeight) / ROW) + MARGIN
    const rows = this.rows.slice(first, last).map((row, index) => this.drawn(row, first + index))
    this.space.replaceChildren(...rows)
    this.root.setAttribute('aria-activedescendant', `row-${this.at}`)
  }

  private drawn({ node, level, position, siblings }: Row, at: number): HTMLElement {
    const { role, name, value, states = [], cut, children, ref } = node
    const mark = ref === undefined ? undefined : this.marks.get(ref)
    const expanded = children === undefined ? undefined : String(!this.collapsed.has(node))
    const shown = states.filter((state) => !PLAIN.has(state))
    const row = element(
      'div',
      {
        role: 'treeitem',
        id: `row-${at}`,
        'data-row': at,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-expanded': expanded,
        'aria-selected': String(at === this.at),
        'aria-label': [mark, role, name, value, ...shown].filter(Boolean).join(', '),
        class: [mark, states.includes('visible') ? '' : 'hidden'].filter(Boolean).join(' '),
      },
      element('span', { class: 'twist' }, expanded === undefined ? '' : expanded === 'true' ? '▾' : '▸'),
      element('span', { class: 'mark' }, mark === undefined ? '' : SIGNS[mark]),
      element('span', { class: 'role' }, role),
      name ? element('span', { class: 'name' }, `“${name}”`) : undefined,
      value ? element('span', { class: 'value' }, `= ${value.slice(0, 200)}`) : undefined,
      element('span', { class: 'states' }, shown.join(' ')),
      cut === undefined ? undefined : element('span', { class: 'cut' }, `cut: ${cut.reason}`),
    )
    row.style.top = `${at * ROW}px`
    row.style.paddingInlineStart = `${(level - 1) * 14}px`
    return row
  }
}

// What most elements are.
const PLAIN = new Set(['enabled', 'visible', 'focusable'])
