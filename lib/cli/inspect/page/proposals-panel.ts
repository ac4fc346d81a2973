import { element } from '../../../test/parts/dom.js'
import type { Picked } from '../protocol.js'

type Proposed = Picked['proposals'][number]

const FORMS = [
  ['code', 'Code'],
  ['selector', 'Selector'],
  ['mcp', 'MCP'],
] as const satisfies readonly (readonly [keyof Proposed, string])[]

/** The selectors that are proposed for the picked element, the best first, each to be copied in one of three forms. */
export function proposalsPanel(proposals: readonly Proposed[], onUse: (selector: string) => void): HTMLElement {
  const said = element('p', { role: 'status', class: 'copied' })
  const items = proposals.map((proposal) => {
    const buttons = FORMS.map(([form, title]) => {
      const button = element('button', { 'aria-label': `Copy ${title}` }, title)
      button.addEventListener('click', () => void copy(proposal[form], said))
      return button
    })
    const use = element('button', {}, 'Mark')
    use.title = 'Mark what it matches'
    use.addEventListener('click', () => onUse(proposal.selector))
    const { rule, matches, code } = proposal
    const facts = `${rule}, ${matches === 1 ? '1 match' : `${matches} matches`}`
    return element(
      'li',
      {},
      element('code', {}, code),
      element('div', { class: 'row' }, element('span', { class: 'rule' }, `${facts}. Copy:`), ...buttons, use),
    )
  })
  return element('div', {}, element('ol', { class: 'proposals' }, ...items), said)
}

async function copy(text: string, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    said.textContent = `Copied: ${text}`
  } catch {
    said.textContent = `The browser does not allow copying. Copy it here: ${text}`
  }
}
