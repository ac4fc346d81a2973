import { element } from './dom.js'
import type { Mark } from './tree.js'

/** A line about an element that is different. */
export interface ChangeLine {
  mark: Mark
  ref: string
  text: string
}

const WORDS: Record<Mark, string> = { added: '+ came:', removed: '− went:', modified: '~ changed:', moved: '> moved:' }

/** What is different, a button for each element. */
export function changeList(lines: readonly ChangeLine[], onPick: (line: ChangeLine) => void): HTMLElement {
  const items = lines.map((line) => {
    const button = element('button', { class: line.mark }, `${WORDS[line.mark]} ${line.text}`)
    button.addEventListener('click', () => onPick(line))
    return element('li', {}, button)
  })
  return element('ul', { class: 'changes' }, ...items)
}
