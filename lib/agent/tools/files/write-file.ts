import { fileOptions, pathOption, placed, rootOf } from '../../files/file-options.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { SETS, tool } from '../../tool.js'

export const writeFile = tool({
  name: 'write_file',
  title: 'Write a file',
  description: 'Writes a text file as a whole, in place of the one that was there. Its folder has to be there.',
  needs: 'files',
  inputSchema: input({ path: pathOption, ...fileOptions, content: { type: 'string' } }, 'path', 'content'),
  outputSchema: resultSchema({
    path: { type: 'string' },
    bytes: { type: 'integer' },
    replaced: { type: 'boolean', description: 'Whether there was one before.' },
  }),
  annotations: { ...SETS, destructiveHint: true },
  run: async ({ path, working_directory, content }, session) => {
    const root = await rootOf(session)
    const replaced = await root.write(placed(path, working_directory), content)
    const bytes = Buffer.byteLength(content)
    return {
      text: `${bytes} bytes were written to ${replaced ? 'a file that was there' : 'a new file'}.`,
      data: { path, bytes, replaced },
    }
  },
})
