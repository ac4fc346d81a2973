import type { StepEntry } from '../../../sdk/tracing/trace-format.js'
import { element, milliseconds, steered } from '../../parts/dom.js'
import type { Recorded } from './recorded.js'

const SIGNS = { failed: '✗', unsure: '?', done: '✓' }
const WORDS = { failed: 'failed', unsure: 'not confirmed', done: 'done' }

// Options that Page Up and Page Down pass.
const PAGE = 10

/** `unsure`: it was sent, and nothing says that it worked. */
export function outcomeOf({ error, receipt }: StepEntry): keyof typeof SIGNS {
  if (error !== undefined) return 'failed'
  return receipt === undefined || receipt.confirmed || receipt.effect === 'changed' ? 'done' : 'unsure'
}

/** The timeline: a list of steps, each with where in the time it lies. One of them is in the order of Tab. */
export class Steps {
  readonly root = element('div', { role: 'listbox', 'aria-label': 'Steps', class: 'steps' })
  private readonly options: HTMLElement[]
  private at = -1

  constructor(
    private readonly recorded: Recorded,
    private readonly onSelect: (step: StepEntry) => void,
  ) {
    this.options = recorded.steps.map((step, at) => this.option(step, at))
    this.root.append(...this.options)
    this.root.addEventListener('keydown', (event) => {
      const to = steered(event.key, this.at, this.options.length, PAGE)
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      this.select(to, true)
    })
  }

  select(at: number, focus: boolean): void {
    const [old, option, step] = [this.options[this.at], this.options[at], this.recorded.steps[at]]
    if (option === undefined || step === undefined) return
    this.at = at
    old?.setAttribute('aria-selected', 'false')
    if (old !== undefined) old.tabIndex = -1
    option.setAttribute('aria-selected', 'true')
    option.tabIndex = 0
    if (focus) option.focus({ preventScroll: true })
    option.scrollIntoView({ block: 'nearest' })
    this.onSelect(step)
  }

  private option(step: StepEntry, at: number): HTMLElement {
    const { duration } = this.recorded
    const outcome = outcomeOf(step)
    const took = milliseconds(step.ended - step.began)
    const what = step.selector || step.element?.name || ''
    const bar = element('span', { class: 'bar' })
    bar.style.marginLeft = `${(100 * step.began) / duration}%`
    bar.style.width = `${(100 * (step.ended - step.began)) / duration}%`
    const option = element(
      'div',
      {
        role: 'option',
        'aria-selected': 'false',
        'aria-label': `${step.step + 1}: ${step.verb} ${what}, ${WORDS[outcome]}, ${took}`,
        class: outcome,
        tabindex: -1,
      },
      element('span', { class: 'sign' }, SIGNS[outcome]),
      element('span', { class: 'verb' }, step.verb),
      element('span', { class: 'what', title: what }, what),
      element('span', { class: 'took' }, took),
      element('span', { class: 'when' }, bar),
    )
    option.addEventListener('click', () => this.select(at, true))
    return option
  }
}
