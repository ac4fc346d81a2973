import { tokensOf } from '../../../sdk/tree/diff.js'
import { linesOf } from '../../files/file-lines.js'
import { fileOptions, pathOption, placed, rootOf } from '../../files/file-options.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { wrong } from '../../target.js'
import { READS, tool } from '../../tool.js'

const LINES = 100
const MOST_LINES = 200
const TOKENS = 8_000
const LONGEST_LINE = 4_000

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Lines of a text file. What is left is counted; `offset` reads on.',
  needs: 'files',
  inputSchema: input(
    {
      path: pathOption,
      ...fileOptions,
      offset: { type: 'integer', minimum: 1, description: 'The first line. Default: 1.' },
      limit: { type: 'integer', minimum: 1, maximum: MOST_LINES, description: `Default: ${LINES}.` },
    },
    'path',
  ),
  outputSchema: resultSchema({
    path: { type: 'string' },
    content: { type: 'string' },
    lines: { type: 'integer', description: 'How many are in `content`.' },
    total_lines: { type: 'integer' },
    next_offset: { type: 'integer', description: 'Given when there is more.' },
    cut_lines: { type: 'integer', description: `How many lines are longer than ${LONGEST_LINE} characters and cut.` },
  }),
  annotations: READS,
  run: async ({ path, working_directory, offset = 1, limit = LINES }, session) => {
    const root = await rootOf(session)
    const all = linesOf(await root.read(placed(path, working_directory)))
    if (offset > Math.max(1, all.length)) throw wrong(`${path} has ${all.length} lines, and none at ${offset}`)
    const kept: string[] = []
    let [tokens, cut_lines] = [0, 0]
    for (const line of all.slice(offset - 1, offset - 1 + limit)) {
      const short = line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…\n`
      tokens += tokensOf(short)
      if (tokens > TOKENS && kept.length > 0) break
      if (short !== line) cut_lines++
      kept.push(short)
    }
    const content = kept.join('')
    const next = offset + kept.length
    const more = next > all.length ? {} : { next_offset: next }
    const left = next > all.length ? 'This is the end.' : `${all.length - next + 1} lines more: offset ${next}.`
    const cut = cut_lines === 0 ? '' : ` ${cut_lines} long lines are cut.`
    return {
      text: `Lines ${offset} to ${next - 1} of ${all.length}.${cut} ${left}`,
      shown: content,
      data: {
        path,
        content,
        lines: kept.length,
        total_lines: all.length,
        ...more,
        ...(cut_lines > 0 ? { cut_lines } : {}),
      },
    }
  },
})
