import type { ObjectSchema, Properties } from '../../schema.js'
import type { Session } from '../../session.js'
import type { Answer, Call, ToolSpec } from '../../tool.js'
import { checkInput } from '../../validate.js'

/**
 * What a tool of the core profile tells a model of its input. It takes every option of the tools that it stands for as well: a model that
 * needs one finds it in surehand://options, and none pays for it before.
 */
export function short<const P extends Properties, const R extends readonly (keyof P & string)[] = []>(
  properties: P,
  ...required: R
) {
  return { type: 'object', properties, required } as const satisfies ObjectSchema
}

/** Has another tool do it, by whose options the input is judged; what is wrong is said of the tool that was called. */
export function forward(
  name: string,
  spec: ToolSpec,
  input: Record<string, unknown>,
  session: Session,
  call: Call,
  /** What options of that tool are called in this one. */
  names: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  checkInput(name, spec.inputSchema, given, names)
  return spec.run(given as never, session, call)
}
