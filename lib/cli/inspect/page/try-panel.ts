import { type ChangeLine, changeLines, changeList } from '../../../test/parts/change-list.js'
import { element, part } from '../../../test/parts/dom.js'
import { ARGUMENTS, type Picked, type Questions, type Tried, VERBS, type Verb } from '../protocol.js'

/** Does something with the picked element, and shows what came of it. */
export class TryPanel {
  readonly root: HTMLElement
  private readonly obstacles = element('ul', { class: 'obstacles' })
  private readonly verb = element(
    'select',
    { id: 'verb', 'aria-label': 'Action' },
    ...VERBS.map((verb) => element('option', { value: verb }, verb)),
  )
  private readonly argument = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' })
  private readonly button = element('button', { class: 'do' }, 'Try')
  private readonly outcome = element('div', { role: 'status', class: 'outcome' })
  private ref: string | undefined

  constructor(
    private readonly onPick: (line: ChangeLine) => void,
    private readonly trying: (asked: Questions['try']['ask']) => Promise<Tried>,
  ) {
    this.verb.addEventListener('change', () => this.offer())
    this.button.addEventListener('click', () => void this.attempt())
    this.argument.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') void this.attempt()
    })
    const row = element('div', { class: 'row' }, this.verb, this.argument, this.button)
    this.root = element('div', {}, this.obstacles, row, this.outcome)
    this.offer()
  }

  /** The element that an action is tried on. */
  of(ref: string | undefined): void {
    if (ref === this.ref) return
    this.ref = ref
    this.button.disabled = ref === undefined
    this.obstacles.replaceChildren()
    this.outcome.replaceChildren()
  }

  /** What keeps it from being acted on, said before it is tried. */
  warn(obstacles: Picked['obstacles']): void {
    const items = obstacles.map(({ stops, seen }) => element('li', {}, `Blocks ${stops}: ${seen}.`))
    this.obstacles.replaceChildren(
      ...(items.length > 0 ? items : [element('li', { class: 'none' }, 'Nothing blocks it.')]),
    )
  }

  private offer(): void {
    const what = ARGUMENTS[this.verb.value as Verb]
    this.argument.hidden = what === undefined
    this.argument.setAttribute('aria-label', what ?? 'Text')
    this.argument.placeholder = what ?? ''
  }

  private async attempt(): Promise<void> {
    const { ref } = this
    if (ref === undefined || this.button.disabled) return
    const verb = this.verb.value as Verb
    const argument = ARGUMENTS[verb] === undefined ? {} : { argument: this.argument.value }
    this.button.disabled = true
    this.outcome.replaceChildren(element('p', {}, `${verb} …`))
    try {
      this.show(await this.trying({ ref, verb, ...argument }))
    } catch (error) {
      this.outcome.replaceChildren(element('pre', { class: 'error' }, String(error)))
    } finally {
      this.button.disabled = this.ref === undefined
    }
  }

  private show({ receipt, changes, error }: Tried): void {
    const lines = changes === undefined ? [] : changeLines(changes)
    const parts = [
      part('Error', error && `${error.code}: ${error.message}`, 'error'),
      part('Receipt', receipt),
      lines.length === 0 ? undefined : changeList(lines, this.onPick),
    ]
    this.outcome.replaceChildren(...parts.filter((each) => each !== undefined))
  }
}
