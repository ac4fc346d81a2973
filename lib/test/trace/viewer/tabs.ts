import { element } from '../../parts/dom.js'

/** Tabs, of which one shows its panel; what is in it is made when it is shown. */
export class Tabs {
  readonly root: HTMLElement
  private readonly panel = element('div', { role: 'tabpanel', id: 'panel', tabindex: 0 })
  private readonly tabs: HTMLElement[]
  private at = 0

  constructor(
    label: string,
    private readonly names: readonly string[],
    private readonly content: (name: string) => Node,
  ) {
    this.tabs = names.map((name, at) => {
      const tab = element('button', { role: 'tab', id: `tab-${at}`, 'aria-controls': 'panel', tabindex: -1 }, name)
      tab.addEventListener('click', () => this.show(at))
      return tab
    })
    const list = element('div', { role: 'tablist', 'aria-label': label }, ...this.tabs)
    list.addEventListener('keydown', ({ key }) => {
      const count = this.names.length
      const to = {
        ArrowRight: (this.at + 1) % count,
        ArrowLeft: (this.at + count - 1) % count,
        Home: 0,
        End: count - 1,
      }[key]
      if (to === undefined) return
      this.show(to)
      this.tabs[to]?.focus()
    })
    this.root = element('section', { class: 'tabs', 'aria-label': label }, list, this.panel)
  }

  /** Of what is selected now. */
  refresh(): void {
    this.show(this.at)
  }

  open(name: string): void {
    this.show(this.names.indexOf(name))
  }

  private show(at: number): void {
    this.at = at
    this.tabs.forEach((tab, each) => {
      tab.setAttribute('aria-selected', String(each === at))
      tab.tabIndex = each === at ? 0 : -1
    })
    const name = this.names[at] ?? ''
    this.panel.setAttribute('aria-labelledby', `tab-${at}`)
    this.panel.dataset.name = name
    this.panel.replaceChildren(this.content(name))
    this.panel.scrollTop = 0
  }
}
