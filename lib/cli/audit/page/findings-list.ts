import { element, steered } from '../../../test/parts/dom.js'
import type { ReportData, ShownFinding } from '../report-data.js'

// How far PageDown leads.
const PAGE = 10

/** The findings by rule: a list box in which the arrow keys lead from one to the next. */
export class FindingsList {
  readonly root: HTMLElement
  private readonly options: HTMLElement[] = []
  private at = 0

  constructor(
    private readonly findings: readonly ShownFinding[],
    rules: ReportData['rules'],
    private readonly onPick: (finding: ShownFinding) => void,
  ) {
    const groups = rules.map(({ id, summary }) => {
      const options = findings.flatMap((finding, at) => (finding.rule === id ? [this.option(finding, at)] : []))
      const title = `${id}: ${summary}`
      const label = element('div', { class: 'rule', 'aria-hidden': 'true' }, title)
      return element('div', { role: 'group', 'aria-label': title }, label, ...options)
    })
    this.root = element('div', { role: 'listbox', 'aria-label': 'Findings', class: 'findings' }, ...groups)
    this.root.addEventListener('keydown', (event) => {
      const to = steered(event.key, this.at, findings.length, PAGE)
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      this.pick(to, true)
    })
  }

  /** Selects the first finding about the element; does nothing where there is none. */
  pickElement(ref: string | undefined): void {
    if (this.findings[this.at]?.ref === ref) return
    const at = this.findings.findIndex((finding) => finding.ref === ref)
    if (at >= 0) this.pick(at, false)
  }

  pick(at: number, focus: boolean): void {
    const [option, finding] = [this.options[at], this.findings[at]]
    if (option === undefined || finding === undefined) return
    const before = this.options[this.at]
    before?.setAttribute('aria-selected', 'false')
    if (before !== undefined) before.tabIndex = -1
    this.at = at
    option.setAttribute('aria-selected', 'true')
    option.tabIndex = 0
    option.scrollIntoView({ block: 'nearest' })
    if (focus) option.focus({ preventScroll: true })
    this.onPick(finding)
  }

  private option({ severity, path, seen }: ShownFinding, at: number): HTMLElement {
    const where = path.split(' > ').at(-1) ?? path
    const option = element(
      'div',
      { role: 'option', 'aria-selected': 'false', tabindex: -1 },
      element('span', { class: `severity ${severity}` }, `${severity} `),
      element('span', { class: 'where' }, `${where} `),
      element('span', { class: 'seen' }, seen),
    )
    option.addEventListener('click', () => this.pick(at, true))
    this.options[at] = option
    return option
  }
}
