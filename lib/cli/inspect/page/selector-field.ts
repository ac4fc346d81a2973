import { element } from '../../../test/parts/dom.js'
import type { Matched } from '../protocol.js'
import { ask, Latest } from './asking.js'

/** A field for a selector: what it matches is marked while it is typed, and what is wrong with it is said. */
export class SelectorField {
  readonly root: HTMLElement
  private readonly input = element('input', {
    id: 'selector',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'role:button|name:Save',
    'aria-describedby': 'selector-result',
  })
  private readonly result = element('p', { id: 'selector-result', role: 'status' })
  private readonly why = element('pre', { class: 'why', tabindex: 0, role: 'region', 'aria-label': 'Why' })
  private readonly latest = new Latest()

  constructor(private readonly onMatch: (refs: readonly string[]) => void) {
    this.input.addEventListener('input', () => this.match())
    this.why.hidden = true
    const label = element('label', { for: 'selector' }, 'Selector')
    this.root = element('div', { class: 'selector', role: 'search' }, label, this.input, this.result, this.why)
  }

  /** Puts a selector there. */
  set(selector: string): void {
    this.input.value = selector
    this.match()
  }

  /** Asks again: the tree is another one, or the selector. */
  match(): void {
    const selector = this.input.value.trim()
    if (selector === '') {
      // An answer that is on its way is about what stood there before.
      void this.latest.take(
        Promise.resolve(NOTHING),
        () => this.show('', NOTHING),
        () => {},
      )
      return
    }
    void this.latest.take(
      ask('match', { selector }),
      (matched) => this.show(selector, matched),
      (error) => this.say(String(error), '', true),
    )
  }

  private show(selector: string, { count, refs, explanation, problem }: Matched): void {
    this.onMatch(refs)
    if (selector === '') this.say('', '', false)
    else if (problem === undefined) this.say(counted(count), explanation ?? '', false)
    else this.say('Not a selector', placed(selector, problem), true)
  }

  private say(result: string, why: string, wrong: boolean): void {
    this.result.textContent = result
    this.why.textContent = why
    this.why.hidden = why === ''
    this.why.classList.toggle('error', wrong)
    this.input.setAttribute('aria-invalid', String(wrong))
  }
}

const NOTHING: Matched = { count: 0, refs: [] }

function counted(count: number): string {
  return count === 0 ? 'No match' : count === 1 ? '1 match' : `${count} matches`
}

/** The message, below the selector with a mark at the place that it is about. */
function placed(selector: string, { message, offset }: NonNullable<Matched['problem']>): string {
  if (offset === undefined) return message
  return `${selector}\n${' '.repeat(offset)}^\n${message}`
}
