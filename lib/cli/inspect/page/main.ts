import '../../../test/parts/parts.css'
import './inspect.css'
import type { Rect } from '../../../sdk/tree/node.js'
import { element } from '../../../test/parts/dom.js'
import { Frame } from '../../../test/parts/frame.js'
import { labelled, type ShownTree } from '../../../test/parts/shown-tree.js'
import { TreeView } from '../../../test/parts/tree.js'
import { BOUNDS_HEADER, type Questions, type State, type Tried } from '../protocol.js'
import { aboutNode } from './about-node.js'
import { ask, get, Latest } from './asking.js'
import { PictureInput } from './picture-input.js'
import { proposalsPanel } from './proposals-panel.js'
import { RecordPanel } from './record-panel.js'
import { SelectorField } from './selector-field.js'
import { TryPanel } from './try-panel.js'

/** The page: the application's picture and tree, and what is known of the element that is picked in either. */
class Page {
  private readonly frame = new Frame(
    (node) => this.point(node, 'picture'),
    ({ ref }) => {
      if (!this.recording?.isRecording) this.tree?.select(ref)
    },
  )
  private readonly caption = element('p', { class: 'caption' })
  private readonly treePlace = element('div', { class: 'tree-place' })
  private readonly about = element('dl', { class: 'about' })
  private readonly proposals = element('div', {}, element('p', {}, 'Pick an element in the picture or in the tree.'))
  private readonly tryPanel = new TryPanel(
    ({ ref }) => this.tree?.select(ref),
    (asked) => this.attempt(asked),
  )
  private readonly field = new SelectorField((refs) => this.match(refs))
  private readonly heading = element('h1', {}, 'surehand inspect')
  private readonly status = element('p', { role: 'status' })
  private readonly details = new Latest()
  private tree: TreeView | undefined
  private nodes = new Map<string, ShownTree>()
  private state: State | undefined
  private picked: string | undefined
  private matched: readonly string[] = []

  private readonly input: PictureInput | undefined
  private readonly recording: RecordPanel | undefined
  readonly root: HTMLElement

  constructor(records: boolean) {
    if (records) {
      this.recording = new RecordPanel(() => this.input?.flush())
      this.input = new PictureInput(
        this.frame,
        () => this.recording?.isRecording === true,
        (gesture) => this.recording?.take(gesture),
      )
    }
    const main = element(
      'main',
      { class: records ? 'with-recording' : undefined },
      element('section', { class: 'picture', 'aria-label': 'Picture' }, this.frame.root, this.caption),
      this.recording?.root,
      element('section', { class: 'elements', 'aria-label': 'Elements' }, this.treePlace),
      panel('Element', this.about),
      panel('Selectors', this.proposals),
      panel('Try', this.tryPanel.root),
    )
    const header = element('header', {}, this.heading, this.status)
    this.root = element('div', { class: 'page' }, header, this.field.root, main)
  }

  private attempt(asked: Questions['try']['ask']): Promise<Tried> {
    const { recording } = this
    return recording?.isRecording ? recording.attempt({ kind: 'picked', ...asked }) : ask('try', asked)
  }

  /** Follows the server. */
  follow(): void {
    const events = new EventSource('events')
    events.addEventListener('message', ({ data }) => void this.take(JSON.parse(data as string) as State))
    events.addEventListener('error', () => {
      this.status.textContent = 'The inspector has ended, or cannot be reached.'
    })
  }

  private async take(state: State): Promise<void> {
    const before = this.state
    this.state = state
    this.heading.textContent = state.app
    this.status.textContent = inWords(state)
    if ((state.recorded ?? 0) !== (before?.recorded ?? 0)) this.recording?.refresh()
    await Promise.all([
      state.picture === (before?.picture ?? 0) ? undefined : this.takePicture(),
      state.tree === (before?.tree ?? 0) ? undefined : this.takeTree(),
    ])
    if (state.noPicture !== undefined) this.caption.textContent = `No new picture: ${state.noPicture}`
  }

  private readonly pictures = new Latest()
  private async takePicture(): Promise<void> {
    await this.pictures.take(
      pictured(),
      ({ bitmap, bounds }) => {
        this.frame.draw(bounds, bitmap, [{ bitmap, x: 0, y: 0 }])
        bitmap.close()
        this.frame.canvas.setAttribute('aria-label', `Picture of ${this.state?.app}`)
        this.caption.textContent = ''
        performance.mark('picture-shown', { detail: this.state?.picture })
      },
      (error) => {
        this.caption.textContent = String(error)
      },
    )
  }

  private readonly trees = new Latest()
  private async takeTree(): Promise<void> {
    const got = get('tree').then((response) => response.json() as Promise<ShownTree>)
    await this.trees.take(
      got,
      (tree) => this.show(tree),
      (error) => {
        this.status.textContent = String(error)
      },
    )
  }

  private show(tree: ShownTree): void {
    this.nodes = byRef(tree)
    this.frame.of(tree)
    if (this.tree === undefined) {
      this.tree = new TreeView(tree, new Map(), 'Elements of the application', {
        onSelect: ({ ref }) => this.pick(ref),
        onPoint: (node) => this.point(node, 'tree'),
      })
      this.treePlace.replaceChildren(this.tree.root)
    } else this.tree.show(tree)
    if (this.picked !== undefined) this.pick(this.picked)
    this.field.match()
  }

  private point(node: ShownTree | undefined, from: 'picture' | 'tree'): void {
    this.frame.point(node)
    if (from === 'picture') this.tree?.point(node?.ref, true)
  }

  private match(refs: readonly string[]): void {
    const isOther = refs.join() !== this.matched.join()
    this.matched = refs
    this.frame.outline(
      'matched',
      refs.flatMap((ref) => this.nodes.get(ref) ?? []),
    )
    if (isOther) this.tree?.match(refs)
  }

  private pick(ref: string | undefined): void {
    const node = ref === undefined ? undefined : this.nodes.get(ref)
    this.picked = ref
    this.tryPanel.of(ref)
    this.frame.outline('picked', node === undefined ? [] : [{ bounds: node.bounds, label: labelled(node) }])
    if (ref === undefined || node === undefined) {
      this.about.replaceChildren(element('dt', {}, 'gone'), element('dd', {}, 'The element is not there any more.'))
      this.proposals.replaceChildren()
      return
    }
    this.about.replaceChildren(...aboutNode(node, this.state?.toolkit ?? ''))
    void this.details.take(
      ask('pick', { ref }),
      ({ proposals, obstacles }) => {
        this.proposals.replaceChildren(proposalsPanel(proposals, (selector) => this.field.set(selector)))
        this.tryPanel.warn(obstacles)
      },
      (error) => this.proposals.replaceChildren(element('pre', { class: 'error' }, String(error))),
    )
  }
}

function panel(title: string, content: HTMLElement): HTMLElement {
  return element('section', { class: 'panel', 'aria-label': title, tabindex: 0 }, element('h2', {}, title), content)
}

async function pictured(): Promise<{ bitmap: ImageBitmap; bounds: Rect }> {
  const response = await get('picture')
  const bounds = JSON.parse(response.headers.get(BOUNDS_HEADER) ?? '{}') as Rect
  return { bitmap: await createImageBitmap(await response.blob()), bounds }
}

function byRef(tree: ShownTree): Map<string, ShownTree> {
  const found = new Map<string, ShownTree>()
  const add = (node: ShownTree) => {
    if (node.ref !== undefined) found.set(node.ref, node)
    for (const child of node.children ?? []) add(child)
  }
  add(tree)
  return found
}

function inWords({ toolkit, pid, size, cuts, problem, ended }: State): string {
  if (ended !== undefined) return ended
  const cut = cuts.length === 0 ? '' : `cut in ${cuts.length === 1 ? 'one place' : `${cuts.length} places`}: ${cuts[0]}`
  return [toolkit, `pid ${pid}`, `${size} elements`, cut, problem].filter(Boolean).join('; ')
}

const place = document.getElementById('page')
const page = new Page(place?.dataset.mode === 'codegen')
place?.replaceChildren(page.root)
page.follow()
