import { escaped, quoted } from '../../sdk/tree/quoted.js'
import { shownPath } from '../../test/testkit/results.js'
import type { HealOutcome, Proposal } from './outcome.js'

/** What the command prints of a trace. */
export function outcomeText(outcome: HealOutcome): string {
  const { test, trace, step, was, proposals, patch } = outcome
  const lines = [`${test === '' ? trace : `${test} (${trace})`}`]
  if (step !== undefined) {
    const where = step.file === undefined ? '' : `, ${shownPath(step.file)}:${step.line}`
    const count =
      step.matches === undefined
        ? ''
        : `, which matches ${step.matches === 1 ? 'one element' : `${step.matches} elements`}`
    lines.push(`Failed: ${step.verb} of ${escaped(step.selector)}${count}${where}`)
  }
  if (was !== undefined) {
    const inside = was.in.length === 0 ? '' : ` in ${was.in.map(quotedLabel).join(' in ')}`
    lines.push(`It was: ${labelOf(was)}${inside}`)
  }
  lines.push(...proposals.flatMap(proposalLines), ...verdictLines(outcome))
  if (patch !== undefined) lines.push('', patch.diff.trimEnd())
  return lines.join('\n')
}

function proposalLines({ confidence, path, why, code }: Proposal): string[] {
  return [`${Math.round(confidence * 100)}% ${path}: ${why.join('; ')}`, `     ${code}`]
}

function verdictLines({ status, proposals, patch, applied, noPatch }: HealOutcome): string[] {
  switch (status) {
    case 'healed': {
      if (patch === undefined) return [...unlike(proposals), `No patch. ${noPatch ?? ''}`]
      if (applied) return [`Written to ${shownPath(patch.file)}. Run the test.`]
      return [...unlike(proposals), noPatch === undefined ? 'The patch; --apply writes it:' : `Not written. ${noPatch}`]
    }
    case 'several':
      return [
        proposals.length > 1
          ? 'Not healed: these are equally like it. Choose one, and change the locator.'
          : 'Not healed: this one is too little like it. If it is the one, change the locator.',
      ]
    case 'nothing alike':
      return ['Not healed: nothing in the tree is like it. The program may not have it any more.']
    case 'no record':
      return [
        "Not healed: nothing is known of what it found when the test passed. Set deskOptions: { heal: 'record' } and run the test on a good version, or give a trace of a good run: --good FILE.",
      ]
    case 'not the locator':
      return ['Not healed: the locator matches one element, so the test failed for another reason.']
    case 'no tree':
      return ['Not healed: the trace has no tree of when the step failed.']
    case 'no failed step':
      return ['Not healed: no step with a locator failed in this trace.']
  }
}

// Below this its name is another one, and only its place is the same.
const SURE = 0.7

function unlike([first]: readonly Proposal[]): string[] {
  if (first === undefined || first.confidence >= SURE) return []
  return ['It is like it by its place more than by its name: make sure that it does the same.']
}

const labelOf = ({ role, name }: { role: string; name?: string }) =>
  name === undefined ? role : `${role} ${quoted(name)}`

/** `group Tools`, as records have it. */
function quotedLabel(label: string): string {
  const at = label.indexOf(' ')
  return at < 0 ? label : `${label.slice(0, at)} ${quoted(label.slice(at + 1))}`
}
