import type { Value } from './expression.js'
import type { Plan } from './plan.js'

const HIDDEN = '[secret]'
// Taking a text as short as this out of others would make them unreadable and say as much.
const SHORT = 4

/** Takes the values of secret variables out of everything that is stored or shown. */
export class Secrets {
  private readonly texts: readonly string[]

  constructor(plan: Pick<Plan, 'variables'>, values: Readonly<Record<string, Value>>) {
    const secret = Object.entries(plan.variables ?? {}).flatMap(([name, { secret }]) => (secret ? [values[name]] : []))
    // The longer first: one may begin with another.
    this.texts = secret
      .flatMap(textsIn)
      .filter((text) => text !== '')
      .sort((one, other) => other.length - one.length)
  }

  hidden<T>(value: T): T {
    return this.texts.length === 0 ? value : (this.without(value) as T)
  }

  private without(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return this.texts.includes(String(value)) ? HIDDEN : value
    if (Array.isArray(value)) return value.map((each) => this.without(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.text(key), this.without(each)]))
  }

  private text(text: string): string {
    return this.texts.reduce((left, secret) => {
      return secret.length < SHORT ? (left === secret ? HIDDEN : left) : left.replaceAll(secret, HIDDEN)
    }, text)
  }
}

function textsIn(value: Value): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
