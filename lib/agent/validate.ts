import { Ajv2020 } from 'ajv/dist/2020.js'
import { LinearPattern } from '../sdk/call/linear-pattern.js'
import { SurehandError } from '../sdk/errors.js'
import { nearest } from '../sdk/selector/suggest.js'
import type { ObjectSchema } from './schema.js'

interface Problem {
  keyword: string
  instancePath: string
  message?: string
  params: Record<string, unknown>
}
interface Check {
  (value: unknown): boolean
  errors?: Problem[] | null
}

const compiled = new WeakMap<ObjectSchema, Check>()
let ajv: { compile(schema: object): Check } | undefined

/** INVALID_ARGUMENT with everything that is wrong with an input, unknown members among it. `names`: what its caller calls some of them. */
export function checkInput(
  tool: string,
  schema: ObjectSchema,
  value: unknown,
  names: Readonly<Record<string, string>> = {},
): void {
  const check = compiled.get(schema) ?? compile(schema)
  if (check(value)) return
  const problems = [...new Set((check.errors ?? []).map((problem) => inWords(problem, schema, names)))]
  throw new SurehandError('INVALID_ARGUMENT', `${tool}: ${problems.join('; ')}.`, { tool, problems })
}

/** Compiled when a tool is first called: a server answers before all of them are. */
function compile(schema: ObjectSchema): Check {
  ajv ??= newAjv()
  const check = ajv.compile(schema)
  compiled.set(schema, check)
  return check
}

function newAjv() {
  // What a `pattern` of a schema judges comes from a model or a client.
  const regExp = Object.assign((source: string, flags: string) => new LinearPattern(source, flags), {
    code: 'LinearPattern',
  })
  return new Ajv2020({ allErrors: true, strict: false, code: { regExp } }) as unknown as {
    compile(schema: object): Check
  }
}

function inWords(
  { keyword, instancePath, message, params }: Problem,
  schema: ObjectSchema,
  names: Readonly<Record<string, string>>,
): string {
  const place = instancePath.slice(1).replaceAll('/', '.')
  const where = place === '' ? '' : `${names[place] ?? place} `
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const near = nearest(name, Object.keys(schema.properties))
    return `there is no option ${where}${name}${near === undefined ? '' : `; did you mean ${near}?`}`
  }
  if (keyword === 'enum') return `${where}must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  return `${where}${message ?? keyword}`
}
