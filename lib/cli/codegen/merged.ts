import type { Step } from './step.js'

/** The one step that says the same as two that follow each other; `undefined`: both are needed. */
export function merged(before: Step, next: Step): Step | undefined {
  if (next.verb === 'menu') return before.verb === 'menu' && isBelow(before.path, next.path) ? next : undefined
  if (next.verb === 'type') return before.verb === 'type' ? { ...next, text: before.text + next.text } : undefined
  if (!isOnSame(before, next)) return undefined
  // A field that is filled need not be clicked first, and a list that is chosen from need not be opened.
  if (next.verb === 'fill' || next.verb === 'selectOption') {
    return isPlainClick(before) || before.verb === next.verb ? next : undefined
  }
  if (next.verb === 'pressSequentially') {
    if (before.verb !== next.verb || !('text' in before.typed) || !('text' in next.typed)) return undefined
    return { ...next, typed: { text: before.typed.text + next.typed.text } }
  }
  if (next.verb === 'scroll' && before.verb === 'scroll') {
    return { ...next, x: before.x + next.x, y: before.y + next.y }
  }
  const isSameClaim = next.verb === 'expect' && before.verb === 'expect'
  return isSameClaim && JSON.stringify(before.claim) === JSON.stringify(next.claim) ? next : undefined
}

/** The steps with those merged that can be. */
export function allMerged(steps: readonly Step[]): Step[] {
  const all: Step[] = []
  for (const step of steps) {
    const last = all.at(-1)
    const one = last === undefined ? undefined : merged(last, step)
    if (one !== undefined) all.pop()
    all.push(one ?? step)
  }
  return all
}

function isOnSame(before: Step, next: Step): boolean {
  const [one, other] = [before, next].map((step) => ('target' in step ? step.target?.selector : undefined))
  return one !== undefined && one === other
}

function isPlainClick(step: Step): boolean {
  return step.verb === 'click' && step.modifiers === undefined
}

function isBelow(path: readonly string[], longer: readonly string[]): boolean {
  return path.length < longer.length && path.every((name, index) => name === longer[index])
}
