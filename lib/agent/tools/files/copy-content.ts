import { endedAs, linesOf, withoutEnding } from '../../files/file-lines.js'
import { fileOptions, pathOption, placed, rootOf } from '../../files/file-options.js'
import { replaced } from '../../files/replace.js'
import { resultSchema } from '../../result-schema.js'
import { input, type ValueOf } from '../../schema.js'
import { wrong } from '../../target.js'
import { ACTS, tool } from '../../tool.js'

const line = { type: 'integer', minimum: 1 } as const
const part = { type: 'string', minLength: 1 } as const

const inputSchema = input(
  {
    source_path: pathOption,
    target_path: {
      ...pathOption,
      description: 'Of the file that is written to. With append and prepend it may be new.',
    },
    ...fileOptions,
    source_mode: { enum: ['all', 'lines', 'pattern'], description: 'Which part of the source.' },
    source_start_line: { ...line, description: 'With lines: the first one.' },
    source_end_line: { ...line, description: 'With lines: the last one.' },
    source_start_pattern: { ...part, description: 'With pattern: from the first line that contains this.' },
    source_end_pattern: { ...part, description: 'With pattern: to the first line from there on that contains this.' },
    target_mode: {
      enum: ['replace', 'after', 'before', 'at_line', 'append', 'prepend'],
      description: 'Where it goes.',
    },
    target_pattern: {
      ...part,
      description: 'With replace, after, before: a text of the target, which has to be there once.',
    },
    target_line: { ...line, description: 'With at_line: before this line.' },
    replace_all: { type: 'boolean', description: 'With target_pattern: wherever it is. Default: false.' },
  },
  'source_path',
  'target_path',
  'source_mode',
  'target_mode',
)
type Input = ValueOf<typeof inputSchema>

export const copyContent = tool({
  name: 'copy_content',
  title: 'Copy from file to file',
  description: 'Copies a part of a text file into another one, without anybody having to read or write it out.',
  needs: 'files',
  inputSchema,
  outputSchema: resultSchema({
    target_path: { type: 'string' },
    lines: { type: 'integer' },
    places: { type: 'integer' },
  }),
  annotations: ACTS,
  run: async (input, session) => {
    const { source_path, target_path, working_directory, target_mode } = input
    const root = await rootOf(session)
    const content = contentOf(await root.read(placed(source_path, working_directory)), input)
    const target = placed(target_path, working_directory)
    const may = target_mode === 'append' || target_mode === 'prepend'
    const before = await root.read(target).catch((error: { code?: string }) => {
      if (may && error.code === 'NOT_FOUND') return ''
      throw error
    })
    const { text, count } = inserted(before, before === '' ? content : endedAs(before, content), input)
    await root.write(target, text)
    const lines = linesOf(content).length
    return { text: `${lines} lines were copied to ${count} places.`, data: { target_path, lines, places: count } }
  },
})

function contentOf(text: string, input: Input): string {
  const { source_mode, source_path, source_start_line, source_end_line, source_start_pattern, source_end_pattern } =
    input
  if (source_mode === 'all') return text
  const lines = linesOf(text)
  if (source_mode === 'lines') {
    if (source_start_line === undefined || source_end_line === undefined)
      throw wrong('source_mode lines needs source_start_line and source_end_line')
    if (source_start_line > source_end_line || source_end_line > lines.length)
      throw wrong(`${source_path} has ${lines.length} lines, and none from ${source_start_line} to ${source_end_line}`)
    return lines.slice(source_start_line - 1, source_end_line).join('')
  }
  if (source_start_pattern === undefined || source_end_pattern === undefined)
    throw wrong('source_mode pattern needs source_start_pattern and source_end_pattern')
  const start = lines.findIndex((each) => each.includes(source_start_pattern))
  const length = lines.slice(Math.max(0, start)).findIndex((each) => each.includes(source_end_pattern))
  if (start < 0 || length < 0)
    throw wrong(`${source_path} has no such part: its ${start < 0 ? 'start' : 'end'} is not there`)
  return lines.slice(start, start + length + 1).join('')
}

function inserted(text: string, content: string, input: Input): { text: string; count: number } {
  const { target_mode, target_path: path, target_pattern, target_line, replace_all: all = false } = input
  const lines = linesOf(text)
  switch (target_mode) {
    case 'append':
      return { text: joined(text, content), count: 1 }
    case 'prepend':
      return { text: joined(content, text), count: 1 }
    case 'at_line': {
      if (target_line === undefined) throw wrong('target_mode at_line needs target_line')
      if (target_line > lines.length + 1) throw wrong(`${path} has ${lines.length} lines, and none at ${target_line}`)
      const [before, after] = [lines.slice(0, target_line - 1).join(''), lines.slice(target_line - 1).join('')]
      return { text: joined(joined(before, content), after), count: 1 }
    }
    default: {
      if (target_pattern === undefined) throw wrong(`target_mode ${target_mode} needs target_pattern`)
      const pattern = endedAs(text, target_pattern)
      // Where it goes beside something, lines stay lines; where it replaces something, it is that and no more.
      const bare = withoutEnding(content)
      const ending = endedAs(text, '\n')
      const by = { replace: bare, after: `${pattern}${ending}${bare}`, before: `${bare}${ending}${pattern}` }[
        target_mode
      ]
      return replaced(text, pattern, by, { all, path })
    }
  }
}

/** One after the other, each on lines of its own. */
function joined(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  return first.endsWith('\n') ? first + second : `${first}${endedAs(first, '\n')}${second}`
}
