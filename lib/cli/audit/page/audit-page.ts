import '../../../test/parts/parts.css'
import './audit.css'
import { described } from '../../../test/parts/described.js'
import { element } from '../../../test/parts/dom.js'
import { Frame } from '../../../test/parts/frame.js'
import { labelled, type ShownTree } from '../../../test/parts/shown-tree.js'
import { TreeView } from '../../../test/parts/tree.js'
import type { ReportData, ShownFinding } from '../report-data.js'
import { FindingsList } from './findings-list.js'

/** The page: the findings, the picture with each of them outlined, the tree, and what is known of the element that is picked. */
class Report {
  readonly root: HTMLElement
  private readonly frame = new Frame(
    (node) => this.point(node),
    ({ ref }) => this.tree.select(ref),
  )
  private readonly caption = element('p', { class: 'caption' })
  private readonly about = element('div', {}, element('p', {}, 'Nothing was found.'))
  private readonly node = element('dl', { class: 'about' })
  private readonly tree: TreeView
  private readonly list: FindingsList
  private readonly nodes = new Map<string, ShownTree>()

  constructor(private readonly data: ReportData) {
    const { program, toolkit, summary, findings, rules, tree } = data
    this.add(tree)
    this.list = new FindingsList(findings, rules, (finding) => this.pick(finding))
    this.tree = new TreeView(tree, new Map(findings.map(({ ref }) => [ref, 'finding'])), 'Elements', {
      onSelect: (node) => this.show(node),
      onPoint: (node) => this.frame.point(node),
    })
    const isFailed = findings.some(({ severity }) => severity === 'error')
    const header = element(
      'header',
      {},
      element('h1', {}, program),
      element('span', { class: `status ${isFailed ? 'failed' : 'done'}` }, isFailed ? 'errors found' : 'no error'),
      element('p', {}, [toolkit, ...summary].filter(Boolean).join(' · ')),
    )
    const main = element(
      'main',
      {},
      element('section', { class: 'picture', 'aria-label': 'Picture' }, this.frame.root, this.caption),
      element('section', { class: 'elements', 'aria-label': 'Tree' }, this.tree.root),
      panel('Finding', this.about),
      panel('Element', this.node),
    )
    const found = findings.length === 0 ? element('p', { class: 'caption' }, 'No finding.') : this.list.root
    this.root = element('div', { class: 'page' }, header, element('nav', { 'aria-label': 'Findings' }, found), main)
  }

  /** Once it is on the page: a tree reckons with its height. */
  async begin(): Promise<void> {
    await this.draw()
    if (this.data.findings.length > 0) this.list.pick(0, false)
    else this.tree.select(this.data.tree.ref)
    performance.mark('report-shown')
  }

  private async draw(): Promise<void> {
    const { picture, noPicture, program, findings, tree } = this.data
    if (picture === undefined) {
      this.frame.root.remove()
      this.caption.textContent = `There is no picture: ${noPicture}`
      return
    }
    const bytes = Uint8Array.from(atob(picture.png), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    this.frame.of(tree)
    this.frame.canvas.setAttribute('aria-label', `Picture of ${program} with ${findings.length} findings outlined`)
    this.frame.draw(picture.bounds, bitmap, [{ bitmap, x: 0, y: 0 }])
    for (const kind of ['warning', 'error'] as const) {
      const of = findings.filter(({ severity }) => severity === kind)
      this.frame.outline(
        kind,
        of.flatMap(({ ref }) => this.nodes.get(ref) ?? []),
      )
    }
  }

  private pick(finding: ShownFinding): void {
    const { rule, severity, path, selector, seen, ref } = finding
    const about = this.data.rules.find(({ id }) => id === rule)
    this.about.replaceChildren(
      element('p', { class: 'seen' }, element('strong', { class: severity }, `${severity} ${rule}`), ` ${seen}`),
      element('p', {}, `${about?.summary ?? ''} (${about?.source ?? ''})`),
      ...(about?.mend ?? []).map((line) => element('p', {}, line)),
      element('pre', {}, path),
      element('pre', {}, selector),
    )
    this.tree.select(ref)
  }

  private show(node: ShownTree): void {
    this.frame.outline('picked', [{ bounds: node.bounds, label: labelled(node) }])
    this.caption.textContent = labelled(node)
    this.node.replaceChildren(...described(node))
    this.list.pickElement(node.ref)
  }

  private point(node: ShownTree | undefined): void {
    this.frame.point(node)
    this.tree.point(node?.ref, true)
  }

  private add(node: ShownTree): void {
    if (node.ref !== undefined) this.nodes.set(node.ref, node)
    for (const child of node.children ?? []) this.add(child)
  }
}

function panel(title: string, content: HTMLElement): HTMLElement {
  return element('section', { class: 'panel', 'aria-label': title, tabindex: 0 }, element('h2', {}, title), content)
}

const report = new Report(JSON.parse(document.getElementById('report')?.textContent ?? '{}') as ReportData)
document.getElementById('page')?.replaceChildren(report.root)
void report.begin()
