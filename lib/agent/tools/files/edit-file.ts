import { endedAs } from '../../files/file-lines.js'
import { fileOptions, pathOption, placed, rootOf } from '../../files/file-options.js'
import { replaced } from '../../files/replace.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

export const editFile = tool({
  name: 'edit_file',
  title: 'Edit a file',
  description: 'Replaces a text of a file by another one. It has to be there exactly once, or `replace_all` is true.',
  needs: 'files',
  inputSchema: input(
    {
      path: pathOption,
      ...fileOptions,
      old_string: { type: 'string', minLength: 1, description: 'As it stands there, with its spaces. May have lines.' },
      new_string: { type: 'string' },
      replace_all: { type: 'boolean', description: 'Default: false.' },
    },
    'path',
    'old_string',
    'new_string',
  ),
  outputSchema: resultSchema({ path: { type: 'string' }, replacements: { type: 'integer' } }),
  annotations: ACTS,
  run: async ({ path, working_directory, old_string, new_string, replace_all = false }, session) => {
    if (old_string === new_string) throw wrong('old_string and new_string are the same: nothing would change')
    const [root, place] = [await rootOf(session), placed(path, working_directory)]
    const text = await root.read(place)
    const old = endedAs(text, old_string)
    const { text: after, count } = replaced(text, old, endedAs(text, new_string), { all: replace_all, path })
    await root.write(place, after)
    return { text: `${count} replaced.`, data: { path, replacements: count } }
  },
})
