import { awaitedState, type STATES } from '../../agent/tools/see/wait-for-element.js'
import { parse, type SelectorStep } from '../../sdk/selector/index.js'
import type { Step } from './history.js'
import type { Form } from './line.js'

/** The steps as lines to read, as a workflow for `surehand do`, or as a script. */
export async function written(steps: readonly Step[], form: Form): Promise<string> {
  if (steps.length === 0) return 'Nothing was done in this session yet.'
  switch (form) {
    case 'list':
      return steps.map((step, index) => `${index + 1}\t${inWords(step)}`).join('\n')
    case 'workflow':
      return workflow(steps)
    case 'script':
      return script(steps)
  }
}

function inWords({ tool, input, effect }: Step): string {
  const { verb, app_name, selector, ...more } = input
  const what = [verb ?? tool, selector ?? app_name].filter((part) => part !== undefined).join(' ')
  const rest = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`
  return `${what}${rest}${effect === undefined ? '' : `: ${effect}`}`
}

async function workflow(steps: readonly Step[]): Promise<string> {
  const { stringify } = await import('yaml')
  const secret = steps.some(({ isSecret }) => isSecret)
  return stringify({
    ...(secret ? { variables: { secret: { type: 'string', required: true, secret: true } } } : {}),
    steps: steps.map(({ tool, input, app }) => ({
      tool_name: tool,
      arguments: { ...(app === undefined ? {} : { process: app }), ...input },
    })),
  }).trimEnd()
}

function script(steps: readonly Step[]): string {
  const used = new Set(steps.flatMap(({ tool, app }) => (tool !== 'open' && app !== undefined ? [app] : [])))
  const opened = steps.some(({ tool }) => tool === 'open')
  const places = opened ? [] : [...used].map((app) => `const app = desktop.app(${code(app)})`).slice(0, 1)
  return [
    "import { Desktop } from 'surehand'",
    '',
    'await using desktop = await Desktop.open()',
    ...places,
    ...steps.map(line),
  ].join('\n')
}

type Condition = (typeof STATES)[number]

/** The methods that verbs of `act` stand for. */
const METHODS: Readonly<Record<string, string>> = {
  click: 'click',
  double_click: 'dblclick',
  right_click: 'rightClick',
  check: 'check',
  uncheck: 'uncheck',
  select: 'select',
  deselect: 'deselect',
  choose: 'selectOption',
  set: 'setValue',
  focus: 'focus',
  invoke: 'invoke',
}

function point(x: unknown, y: unknown): string {
  return `desktop.point(${Number(x)}, ${Number(y)})`
}

function line({ tool, input }: Step): string {
  const { verb, selector, value, text, key, x, y } = input
  const inApp = `app.${selector === undefined ? 'window()' : locator(String(selector))}`
  const place = x === undefined ? inApp : point(x, y)
  const options = optionsOf(input)
  const call = (target: string, method: string, ...given: unknown[]) =>
    `await ${target}.${method}(${[...given.map(code), ...options].join(', ')})`
  if (tool === 'open') {
    const { app_name, args } = input
    return `const app = await desktop.launch({ command: ${code(app_name)}, args: ${code(args ?? [])} })`
  }
  if (tool === 'mouse_drag') {
    const end = point(input.end_x, input.end_y)
    return `await ${point(input.start_x, input.start_y)}.dragTo(${[end, ...options].join(', ')})`
  }
  if (tool === 'check') return `await ${place}.waitFor({ state: ${code(awaitedState(input.condition as Condition))} })`
  if (tool === 'type') {
    const typed = text === '{{secret}}' ? "process.env.SECRET ?? ''" : code(text)
    if (key !== undefined) return call(place, 'press', key)
    const method = selector === undefined ? 'type' : input.clear_before_typing === false ? 'pressSequentially' : 'fill'
    return `await ${place}.${method}(${[typed, ...options].join(', ')})`
  }
  if (verb === 'menu') {
    const path = String(value).split('>')
    return `await app.menu(${path.map((name) => code(name.trim())).join(', ')}).click(${options.join(', ')})`
  }
  if (verb === 'drag') return `await ${place}.dragTo(app.${locator(String(value))})`
  if (verb === 'scroll') return `await ${place}.scrollIntoView()`
  return call(place, METHODS[String(verb)] ?? 'click', ...(value === undefined ? [] : [value]))
}

/** `getByRole`, one in the other, where that says the same. */
function locator(selector: string): string {
  const chain = parse(selector).steps.map(byRole)
  return chain.includes(undefined) ? `locator(${code(selector)})` : chain.join('.')
}

function byRole({ match, nth }: SelectorStep): string | undefined {
  const [role, name, ...others] = match.kind === 'and' ? match.terms : [match]
  if (role?.kind !== 'role' || others.length > 0 || nth?.excluded) return undefined
  const which = nth === undefined ? '' : nth.index === 0 ? '.first()' : `.nth(${nth.index})`
  if (name === undefined) return `getByRole(${code(role.role)})${which}`
  if (name.kind !== 'text' || name.key !== 'name' || name.value.kind !== 'literal') return undefined
  return `getByRole(${code(role.role)}, { name: ${code(name.value.text)} })${which}`
}

function optionsOf({
  verify_element_exists: exists,
  verify_element_not_exists: notExists,
  modifiers,
}: Step['input']): string[] {
  const conditions = [
    ...(exists === undefined ? [] : [`exists: ${code(exists)}`]),
    ...(notExists === undefined ? [] : [`notExists: ${code(notExists)}`]),
  ]
  const options = [
    ...(Array.isArray(modifiers) ? [`modifiers: [${modifiers.map(code).join(', ')}]`] : []),
    ...(conditions.length === 0 ? [] : [`verify: { ${conditions.join(', ')} }`]),
  ]
  return options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
}

function code(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
