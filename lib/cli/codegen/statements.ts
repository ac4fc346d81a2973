import { literal } from '../../sdk/locator/proposals.js'
import type { Claim, ClaimedState, Located, Step, Typed } from './step.js'

/** A step as a statement of TypeScript. `matchers`: whether there is an `expect` of a test runner. */
export function statementOf(step: Step, matchers: boolean): string {
  if (step.verb === 'expect') return matchers ? expectation(step.target, step.claim) : wait(step.target, step.claim)
  return `await ${callOf(step)}`
}

function callOf(step: Exclude<Step, { verb: 'expect' }>): string {
  switch (step.verb) {
    case 'menu':
      return `app.menu(${step.path.map(literal).join(', ')}).click()`
    case 'type':
      return `app.window().type(${literal(step.text)})`
    case 'press':
      return `${step.target?.code ?? 'app.window()'}.press(${literal(step.key)})`
    case 'fill':
    case 'pressSequentially':
      return `${step.target.code}.${step.verb}(${typed(step.typed)})`
    case 'selectOption':
      return `${step.target.code}.selectOption(${literal(step.option)})`
    case 'scroll':
      return `${step.target.code}.scroll(${members({ x: step.x || undefined, y: step.y || undefined })})`
    case 'dragTo': {
      const options = members({ position: step.position, targetPosition: step.targetPosition })
      return `${step.target.code}.dragTo(${[step.to.code, options].filter(Boolean).join(', ')})`
    }
    case 'click':
    case 'dblclick':
    case 'rightClick':
      return `${step.target.code}.${step.verb}(${members({ modifiers: step.modifiers, position: step.position })})`
    default:
      return `${step.target.code}.${step.verb}()`
  }
}

function typed(text: Typed): string {
  return 'secret' in text ? `process.env.${text.secret} ?? ''` : literal(text.text)
}

const MATCHERS: Record<ClaimedState, string> = {
  visible: 'toBeVisible',
  hidden: 'toBeHidden',
  checked: 'toBeChecked',
  unchecked: 'not.toBeChecked',
  selected: 'toBeSelected',
  expanded: 'toBeExpanded',
  collapsed: 'not.toBeExpanded',
  disabled: 'toBeDisabled',
}

function expectation({ code }: Located, claim: Claim): string {
  const matcher =
    'is' in claim
      ? `${MATCHERS[claim.is]}()`
      : `${claim.has === 'value' ? 'toHaveValue' : 'toHaveText'}(${literal(claim.text)})`
  return `await expect(${code}).${matcher}`
}

/** A script has no test runner: it waits for what is expected, and fails when that does not come. */
function wait({ code }: Located, claim: Claim): string {
  if ('is' in claim) return `await ${code}.waitFor(${claim.is === 'visible' ? '' : members({ state: claim.is })})`
  const read = claim.has === 'value' ? 'inputValue' : 'textContent'
  return `await app.waitUntil(() => ${code}.${read}(), (text) => text === ${literal(claim.text)})`
}

/** `{ x: '50%', y: '50%' }`; nothing when there is no member. */
function members(object: object): string {
  const said = Object.entries(object).filter(([, value]) => value !== undefined)
  return said.length === 0 ? '' : `{ ${said.map(([key, value]) => `${key}: ${written(value)}`).join(', ')} }`
}

function written(value: unknown): string {
  if (typeof value === 'string') return literal(value)
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  return typeof value === 'object' && value !== null ? members(value) : String(value)
}
