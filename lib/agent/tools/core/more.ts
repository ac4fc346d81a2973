import { SurehandError } from '../../../sdk/errors.js'
import { nearest } from '../../../sdk/selector/suggest.js'
import { resultSchema } from '../../result-schema.js'
import type { Session } from '../../session.js'
import { ACTS, type Answer, type Call, type ToolSpec, tool } from '../../tool.js'
import { forward, short } from './forward.js'

/** The tool that leads to all others, of which a model reads only when it needs one. */
export function moreOf(others: readonly ToolSpec[]): ToolSpec {
  return tool({
    name: 'more',
    title: 'More tools',
    description:
      'Without tool: the names of all others (drag, files, browser, stop, delay, …). With tool: what it does and its input. With arguments: calls it.',
    inputSchema: short({ tool: { type: 'string' }, arguments: { type: 'object' } }),
    outputSchema: resultSchema({ tools: { type: 'array', items: { type: 'string' } }, tool: { type: 'object' } }),
    annotations: ACTS,
    run: async (input, session, call): Promise<Answer> => answer(others.filter(isOn(session)), input, session, call),
  })
}

const isOn =
  (session: Session) =>
  ({ needs }: ToolSpec) =>
    needs === undefined || session[needs] !== undefined

async function answer(
  there: readonly ToolSpec[],
  { tool: name, arguments: given }: { tool?: string; arguments?: unknown },
  session: Session,
  call: Call,
): Promise<Answer> {
  if (name === undefined) {
    const lines = there.map((spec) => `${spec.name}: ${spec.title}`)
    return { text: lines.join('\n'), data: { tools: there.map((spec) => spec.name) } }
  }
  const spec = there.find((each) => each.name === name)
  if (spec === undefined) {
    const names = there.map((each) => each.name)
    const near = nearest(name, names)
    const meant = near === undefined ? '' : ` Did you mean ${near}?`
    throw new SurehandError('INVALID_ARGUMENT', `There is no tool ${name} here.${meant}`, { tool: name, tools: names })
  }
  const { description, inputSchema } = spec
  if (given !== undefined) return forward(name, spec, given as Record<string, unknown>, session, call)
  return {
    text: `${name}: ${description}\n${JSON.stringify(inputSchema)}`,
    data: { tool: { name, description, inputSchema } },
  }
}
