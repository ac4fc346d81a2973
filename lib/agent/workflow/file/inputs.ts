import { SurehandError } from '../../../sdk/errors.js'
import { misfit } from './check-file.js'
import type { Value } from './expression.js'
import type { Plan, Variable } from './plan.js'

/** The value of every variable and input of a plan: what was given, else what the plan says, else the default. INVALID_ARGUMENT with all that is wrong. */
export function inputsOf(
  plan: Pick<Plan, 'variables' | 'inputs'>,
  given: Readonly<Record<string, Value>> = {},
): Record<string, Value> {
  const variables = plan.variables ?? {}
  const values: Record<string, Value> = { ...plan.inputs, ...given }
  const problems: string[] = []
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(variables, name) || Object.hasOwn(plan.inputs ?? {}, name)) continue
    problems.push(`${name}: there is no such variable; there are ${Object.keys(variables).join(', ') || 'none'}`)
  }
  for (const [name, variable] of Object.entries(variables)) {
    if (!Object.hasOwn(values, name) && variable.default !== undefined) values[name] = variable.default
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const problem = value === undefined ? missing(variable) : misfit(value, variable)
    if (problem !== undefined) problems.push(`${name}: ${problem}`)
  }
  if (problems.length > 0) throw new SurehandError('INVALID_ARGUMENT', `inputs: ${problems.join(' ')}`, { problems })
  return values
}

function missing({ required = true, description, secret }: Variable): string | undefined {
  if (!required) return undefined
  const what = description === undefined ? '' : ` (${description})`
  return `It needs a value${what}${secret ? '; secrets are never stored, so give it again' : ''}.`
}

/** A text from a command line as what the variable is: `3` is a number where one is wanted. */
export function typed(text: string, variable: Variable | undefined): Value {
  if (variable === undefined || variable.type === 'string' || variable.type === 'enum') return text
  try {
    return JSON.parse(text) as Value
  } catch {
    return text
  }
}
