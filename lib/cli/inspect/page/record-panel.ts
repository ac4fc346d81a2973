import { changeLines, changeList } from '../../../test/parts/change-list.js'
import { element } from '../../../test/parts/dom.js'
import { keptEdits } from '../../codegen/kept-edits.js'
import type { AllQuestions, Gesture, Place, Recorded } from '../../codegen/record-protocol.js'
import { TARGETS, type Target } from '../../codegen/step.js'
import type { Tried } from '../protocol.js'
import { ask } from './asking.js'

const NAMES: Record<Target, string> = {
  script: 'TypeScript script',
  vitest: 'Vitest test',
  jest: 'Jest test',
  workflow: 'Workflow (YAML)',
}

/** A text that was generated, and what the person has made of it. */
interface Draft {
  generated: string
  text: string
}

/** What is recorded: the steps with what is known of their effect, and the code, which can be edited. */
export class RecordPanel {
  readonly root: HTMLElement
  private readonly record = toggle('Record', true)
  private readonly expecting = toggle('Assert this', false)
  private readonly target = element(
    'select',
    { id: 'target' },
    ...TARGETS.map((target) => element('option', { value: target }, NAMES[target])),
  )
  private readonly said = element('p', { role: 'status', class: 'said' })
  private readonly watches = element('p', { class: 'watches' })
  private readonly steps = element('ol', { class: 'steps' })
  private readonly changes = element('div', { class: 'came' })
  private readonly code = element('textarea', { id: 'code', spellcheck: 'false', autocomplete: 'off', wrap: 'off' })
  private readonly drafts = new Map<Target, Draft>()
  private shown: Target | undefined
  private file = ''
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly flush: () => void) {
    const button = (name: string, work: () => void) => {
      const made = element('button', {}, name)
      made.addEventListener('click', () => {
        this.flush()
        work()
      })
      return made
    }
    this.expecting.title = 'The next click in the picture asserts what shows there'
    for (const each of [this.record, this.expecting]) {
      each.addEventListener('click', () => {
        this.flush()
        each.setAttribute('aria-pressed', String(each.getAttribute('aria-pressed') !== 'true'))
        if (each === this.record) this.ask('watch', { on: this.isRecording })
      })
    }
    this.target.addEventListener('change', () => this.ask('recorded', { target: this.target.value as Target }))
    this.code.addEventListener('input', () => {
      const draft = this.shown && this.drafts.get(this.shown)
      if (draft) draft.text = this.code.value
    })
    this.root = element(
      'section',
      { class: 'recording', 'aria-label': 'Recording' },
      element(
        'div',
        { class: 'row' },
        this.record,
        this.expecting,
        button('Undo', () => this.ask('undo', {})),
        element('label', { for: 'target' }, 'Write'),
        this.target,
        button('Copy', () => void this.copy()),
        button('Save', () => void this.save()),
      ),
      this.said,
      this.watches,
      element('div', { class: 'lines', tabindex: 0, role: 'region', 'aria-label': 'Steps' }, this.steps, this.changes),
      element('label', { for: 'code' }, 'Code'),
      this.code,
    )
    this.ask('recorded', {})
  }

  /** Something was recorded without the page's doing. */
  refresh(): void {
    this.ask('recorded', {})
  }

  get isRecording(): boolean {
    return isPressed(this.record)
  }

  /** Does what the person did in the picture, or asserts what shows there. */
  take(gesture: Gesture): void {
    if (isPressed(this.expecting) && gesture.kind === 'click') this.assert({ at: gesture.at })
    else this.ask('do', gesture)
  }

  /** A verb that is tried on the element that is picked in the tree. */
  async attempt(gesture: Extract<Gesture, { kind: 'picked' }>): Promise<Tried> {
    this.flush()
    return (await this.ask('do', gesture))?.tried ?? {}
  }

  private assert(meant: { at: Place } | { ref: string }): void {
    this.expecting.setAttribute('aria-pressed', 'false')
    this.ask('assert', meant)
  }

  /** One question after the other: what is done second must not overtake. */
  private ask<Name extends 'do' | 'assert' | 'undo' | 'recorded' | 'watch'>(
    name: Name,
    asked: AllQuestions[Name]['ask'],
  ): Promise<Recorded | undefined> {
    const mine = this.turn.then(async () => {
      try {
        const recorded: Recorded = await ask(name, asked)
        this.show(recorded)
        return recorded
      } catch (error) {
        this.say(String(error), true)
        return undefined
      }
    })
    this.turn = mine
    return mine
  }

  private show({ target, code, lines, tried, file, watches }: Recorded): void {
    const draft = this.drafts.get(target)
    const text = draft === undefined ? code : keptEdits(draft.text, draft.generated, code)
    this.drafts.set(target, { generated: code, text })
    this.shown = target
    this.file = file
    this.target.value = target
    const isWatched = watches && this.isRecording
    this.watches.textContent = isWatched ? 'What you do in the program itself is recorded, too.' : ''
    if (this.code.value !== text) {
      this.code.value = text
      this.code.scrollTop = this.code.scrollHeight
    }
    const items = lines.map(({ code: line, effect }) =>
      element('li', {}, element('code', {}, line), ' ', element('span', { class: `effect ${effect}` }, effect)),
    )
    this.steps.replaceChildren(...items)
    items.at(-1)?.scrollIntoView({ block: 'nearest' })
    this.tell(tried)
  }

  private tell(tried: Tried | undefined): void {
    const { receipt, changes, error } = tried ?? {}
    if (error !== undefined) this.say(`Not recorded. ${error.code}: ${error.message}`, true)
    else this.say(receipt?.split('\n', 1)[0] ?? '', false)
    const lines = changes === undefined ? [] : changeLines(changes)
    const list = changeList(lines, ({ ref }) => this.assert({ ref }))
    const parts = lines.length === 0 ? [] : [element('p', {}, 'What changed. Pick one to assert it:'), list]
    this.changes.replaceChildren(...parts)
  }

  private say(text: string, wrong: boolean): void {
    this.said.textContent = text
    this.said.classList.toggle('error', wrong)
  }

  private async copy(): Promise<void> {
    await this.turn
    try {
      await navigator.clipboard.writeText(this.code.value)
      this.say('Copied.', false)
    } catch {
      this.code.select()
      this.say('The browser does not allow copying. The code is selected: press Control+C.', true)
    }
  }

  private async save(): Promise<void> {
    await this.turn
    const text = this.code.value
    try {
      const { file, error } = await ask('save', { text })
      if (error !== undefined) return this.say(error, true)
      if (file === undefined) this.download(text)
      this.say(`Saved: ${file ?? this.file}`, false)
    } catch (error) {
      this.say(String(error), true)
    }
  }

  private download(text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    element('a', { href: url, download: this.file }).click()
    URL.revokeObjectURL(url)
  }
}

function toggle(name: string, pressed: boolean): HTMLButtonElement {
  return element('button', { 'aria-pressed': String(pressed), class: 'toggle' }, name)
}

function isPressed(button: HTMLElement): boolean {
  return button.getAttribute('aria-pressed') === 'true'
}
