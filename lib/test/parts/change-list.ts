import type { DiffJSON } from '../../sdk/tree/diff.js'
import { element } from './dom.js'
import type { Change } from './tree.js'

/** A line about an element that is different. */
export interface ChangeLine {
  mark: Change
  ref: string
  text: string
}

const WORDS: Record<Change, string> = {
  added: '+ came:',
  removed: '− went:',
  modified: '~ changed:',
  moved: '> moved:',
}

/** What is different, a button for each element. */
export function changeList(lines: readonly ChangeLine[], onPick: (line: ChangeLine) => void): HTMLElement {
  const items = lines.map((line) => {
    const button = element('button', { class: line.mark }, `${WORDS[line.mark]} ${line.text}`)
    button.addEventListener('click', () => onPick(line))
    return element('li', {}, button)
  })
  return element('ul', { class: 'changes' }, ...items)
}

/** What a receipt says that is different. */
export function changeLines({ added, removed, modified, moved }: DiffJSON): ChangeLine[] {
  return [
    ...added.map((entry) => changeLine('added', entry)),
    ...removed.map((entry) => changeLine('removed', entry)),
    ...modified.map((entry) => {
      const changes = entry.changes.map((change) => changed(change.attribute, change.old, change.new))
      return changeLine('modified', entry, changes)
    }),
    ...moved.map((entry) => changeLine('moved', entry, [`from ${entry.from} to ${entry.to}`])),
  ]
}

export function changeLine(
  mark: Change,
  { ref, role, name }: { ref: string; role: string; name?: string | undefined },
  how?: string[],
): ChangeLine {
  const what = `${role}${name ? ` “${name}”` : ''}`
  return { mark, ref, text: how === undefined ? what : `${what}: ${how.join(', ')}` }
}

export function changed(attribute: string, old: unknown, now: unknown): string {
  return `${attribute} ${worded(old)} → ${worded(now)}`
}

function worded(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value)
}
