import { fileOptions, pathOption, placed, rootOf } from '../../files/file-options.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { wrong } from '../../target.js'
import { READS, tool } from '../../tool.js'
import { check, type Problem } from '../../workflow/file/check-file.js'
import { planIn } from '../../workflow/file/terminator-file.js'

export const typecheckWorkflow = tool({
  name: 'typecheck_workflow',
  title: 'Check a workflow',
  description:
    'Everything that is wrong with a workflow file (YAML or JSON), with its place in it, before any of it runs: unknown fields and tools, unresolved variables, jumps to nowhere.',
  needs: 'files',
  inputSchema: input({ workflow_path: pathOption, ...fileOptions }, 'workflow_path'),
  outputSchema: resultSchema({
    success: { type: 'boolean', description: 'Whether nothing is wrong.' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        properties: { place: { type: 'string' }, message: { type: 'string' } },
        required: ['place', 'message'],
      },
    },
  }),
  annotations: READS,
  run: async ({ workflow_path, working_directory }, session) => {
    const root = await rootOf(session)
    const text = await root.read(placed(workflow_path, working_directory))
    const problems = await problemsOf(workflow_path, text, session.tools)
    return {
      text: problems.length === 0 ? 'Nothing is wrong with it.' : `${problems.length} things are wrong with it.`,
      ...(problems.length === 0
        ? {}
        : { shown: problems.map(({ place, message }) => `${place}: ${message}`).join('\n') }),
      data: { success: problems.length === 0, problems },
    }
  },
})

async function problemsOf(path: string, text: string, tools: ReadonlySet<string>): Promise<Problem[]> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) throw wrong(`${path} is neither YAML nor JSON`)
  const { parseDocument } = await import('yaml')
  // JSON is YAML, too.
  const document = parseDocument(text)
  if (document.errors.length > 0) return document.errors.map(({ message }) => ({ place: 'file', message }))
  return check(planIn(document.toJS()), tools)
}
