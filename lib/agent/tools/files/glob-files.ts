import { fileOptions, rootOf } from '../../files/file-options.js'
import { glob } from '../../files/glob.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { READS, tool } from '../../tool.js'

const MOST = 200

export const globFiles = tool({
  name: 'glob_files',
  title: 'Find files by name',
  description:
    'The files whose paths match a pattern: `**/*.ts`, `src/*.rs`, `*.{yml,yaml}`. Symbolic links are not followed.',
  needs: 'files',
  inputSchema: input({ pattern: { type: 'string', minLength: 1 }, ...fileOptions }, 'pattern'),
  outputSchema: resultSchema({
    files: { type: 'array', items: { type: 'string' } },
    left_out: { type: 'integer', description: 'How many more match.' },
  }),
  annotations: READS,
  run: async ({ pattern, working_directory }, session, { signal }) => {
    const root = await rootOf(session)
    const matches = glob(pattern)
    const files: string[] = []
    let left_out = 0
    for await (const { path } of root.files(signal, working_directory)) {
      if (!matches(path)) continue
      if (files.length < MOST) files.push(path)
      else left_out++
    }
    return {
      text: `${files.length + left_out} files match${left_out === 0 ? '' : `; ${left_out} of them are left out`}.`,
      shown: files.join('\n'),
      data: { files, ...(left_out === 0 ? {} : { left_out }) },
    }
  },
})
