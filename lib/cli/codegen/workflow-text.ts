import { narrowed } from '../../sdk/selector/compose.js'
import { format, parse } from '../../sdk/selector/index.js'
import { statementOf } from './statements.js'
import type { Claim, Dragging, Located, Pressing, Setup, Step, Typing } from './step.js'

type Value = string | number | boolean | { [name: string]: Value }

/** A step of a workflow: a tool, and what it takes besides the program. */
type Call = [tool: string, input: Record<string, Value>]

/** A recording as the file of a workflow, for `surehand run`. */
export function workflowOf(setup: Setup, steps: readonly Step[]): string {
  const { start, process } = setup
  const secrets = [...new Set(steps.flatMap((step) => secretOf(step) ?? []))]
  const opened = 'app' in start ? [] : [opening(start)]
  const lines = [
    `workflow_id: ${yaml(process)}`,
    'steps:',
    ...opened,
    ...steps.flatMap((step) => {
      const calls = callsOf(step)
      if (calls === undefined) return [`  # No step of a workflow does this: ${statementOf(step, false)}`]
      return calls.map(([tool, input]) => written(tool, { process: plain(process), ...input }))
    }),
  ]
  if (secrets.length > 0) {
    lines.push('variables:', ...secrets.map((name) => `  ${name.toLowerCase()}: { type: string, secret: true }`))
  }
  // A list has to have something in it.
  return `${lines.join('\n').replace(/steps:$/, 'steps: []')}\n`
}

function written(tool: string, input: Record<string, Value>): string {
  return `  - tool_name: ${tool}\n    arguments: ${yaml(input)}`
}

function opening({ command, args }: { command: string; args: readonly string[] }): string {
  const given = args.length === 0 ? '' : `, args: [${args.map((each) => yaml(plain(each))).join(', ')}]`
  return `  - tool_name: open_application\n    arguments: { app_name: ${yaml(plain(command))}${given} }`
}

function secretOf(step: Step): string | undefined {
  return (step.verb === 'fill' || step.verb === 'pressSequentially') && 'secret' in step.typed
    ? step.typed.secret
    : undefined
}

/** `undefined`: the tools have nothing that does it. */
function callsOf(step: Step): Call[] | undefined {
  switch (step.verb) {
    case 'click':
    case 'dblclick':
    case 'rightClick':
      return pressing(step)
    case 'fill':
    case 'pressSequentially':
      return [typing(step)]
    case 'type':
      return [['type', { text: plain(step.text) }]]
    case 'press':
      return [['type', { ...(step.target === undefined ? {} : on(step.target)), key: plain(step.key) }]]
    case 'check':
    case 'uncheck':
    case 'focus':
      return [['act', { verb: step.verb, ...on(step.target) }]]
    case 'scrollIntoView':
      return [['scroll_element', { ...on(step.target), direction: 'into_view' }]]
    case 'selectOption':
      return [['act', { verb: 'choose', ...on(step.target), value: plain(step.option) }]]
    case 'scroll':
      return [...scrolling(step.target, step.y, 'down', 'up'), ...scrolling(step.target, step.x, 'right', 'left')]
    case 'dragTo':
      return dragging(step)
    case 'menu':
      // The tool has the names in one text.
      if (step.path.some((name) => name.includes('>'))) return undefined
      return [['act', { verb: 'menu', value: plain(step.path.join(' > ')) }]]
    case 'expect':
      return [['wait_for_element', claimed(step.target, step.claim)]]
    case 'hover':
      return undefined
  }
}

function on({ selector }: Located): { selector: string } {
  return { selector: plain(selector) }
}

const CLICKS = { dblclick: 'double', rightClick: 'right' } as const

function pressing({ verb, target, modifiers, position }: Pressing): Call[] | undefined {
  if (modifiers !== undefined) return undefined
  const input: Record<string, Value> = on(target)
  if (verb !== 'click') input.click_type = CLICKS[verb]
  if (position !== undefined) {
    const [x_percentage, y_percentage] = [Number.parseFloat(position.x), Number.parseFloat(position.y)]
    input.click_position = { x_percentage, y_percentage }
  }
  return [['click_element', input]]
}

function typing({ verb, target, typed }: Typing): Call {
  const text = 'secret' in typed ? `{{${typed.secret.toLowerCase()}}}` : plain(typed.text)
  if (verb === 'fill') return ['set_value', { ...on(target), value: text }]
  return ['type_into_element', { ...on(target), text_to_type: text, clear_before_typing: false }]
}

function scrolling(target: Located, notches: number, forwards: string, backwards: string): Call[] {
  if (notches === 0) return []
  const direction = notches > 0 ? forwards : backwards
  return [['scroll_element', { ...on(target), direction, amount: Math.abs(notches) }]]
}

function dragging({ target, to, position, targetPosition }: Dragging): Call[] | undefined {
  if (position !== undefined || targetPosition !== undefined) return undefined
  return [['act', { verb: 'drag', ...on(target), value: plain(to.selector) }]]
}

function claimed({ selector }: Located, claim: Claim): Record<string, Value> {
  if ('is' in claim) return { selector: plain(selector), condition: claim.is === 'hidden' ? 'gone' : claim.is }
  const text = { kind: 'literal', text: claim.text } as const
  return { selector: plain(format(narrowed(parse(selector), [{ kind: 'text', key: claim.has, value: text }]))) }
}

/** A text that stands for itself: braces in it begin no placeholder. */
function plain(text: string): string {
  return text.replace(/\$?\{\{/g, (braces) => `{{"${braces}"}}`)
}

const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_][\w-]*$/i

/** In one line. */
function yaml(value: Value): string {
  if (typeof value === 'object') {
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${name}: ${yaml(each)}`)
      .join(', ')} }`
  }
  if (typeof value !== 'string' || PLAIN.test(value)) return String(value)
  // Between double quotes YAML has the escapes of JSON.
  return /[\p{C}\u2028\u2029]/u.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`
}
