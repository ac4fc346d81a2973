import { Deadline } from '../../deadline.js'
import { linesOf, withoutEnding } from '../../files/file-lines.js'
import { fileOptions, rootOf } from '../../files/file-options.js'
import { glob } from '../../files/glob.js'
import { Search } from '../../files/search.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { READS, tool } from '../../tool.js'

// ms; a search is worth so much.
const PATIENCE = 20_000
const LONGEST_LINE = 400

export const grepFiles = tool({
  name: 'grep_files',
  title: 'Find files by what is in them',
  description:
    'The lines of files that match a regular expression (JavaScript), with the lines around them. Binary files are passed over.',
  needs: 'files',
  inputSchema: input(
    {
      pattern: { type: 'string', minLength: 1 },
      glob: { type: 'string', description: 'Only in files whose paths match: `*.ts`, `src/**/*.rs`.' },
      ...fileOptions,
      ignore_case: { type: 'boolean', description: 'Default: false.' },
      context_lines: { type: 'integer', minimum: 0, maximum: 20, description: 'Before and after each. Default: 2.' },
      timeout_ms: { type: 'integer', minimum: 1, description: 'Default: 20000.' },
      max_results: { type: 'integer', minimum: 1, maximum: 500, description: 'Default: 50.' },
    },
    'pattern',
  ),
  outputSchema: resultSchema({
    matches: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, line: { type: 'integer' }, text: { type: 'string' } },
        required: ['path', 'line', 'text'],
      },
    },
    left_out: { type: 'integer', description: 'How many more match.' },
    files_not_read: { type: 'integer', description: 'No text, too large, or closed to us.' },
  }),
  annotations: READS,
  run: async (input, session, { signal }) => {
    const { pattern, ignore_case = false, context_lines = 2, max_results = 50, working_directory } = input
    const root = await rootOf(session)
    const wanted = input.glob === undefined ? () => true : glob(input.glob)
    const deadline = new Deadline(input.timeout_ms ?? PATIENCE)
    const search = new Search(pattern, ignore_case, () => deadline.remaining)
    const matches: { path: string; line: number; text: string }[] = []
    const blocks: string[] = []
    let [left_out, files_not_read] = [0, 0]
    for await (const { path, text } of root.files(signal, working_directory)) {
      if (!wanted(path)) continue
      const whole = await text().catch(() => undefined)
      if (whole === undefined) {
        files_not_read++
        continue
      }
      const lines = linesOf(whole).map(withoutEnding)
      const found = await search.matching(lines)
      const kept = found.slice(0, max_results - matches.length)
      left_out += found.length - kept.length
      matches.push(...kept.map((index) => ({ path, line: index + 1, text: shortened(lines[index] as string) })))
      if (kept.length > 0) blocks.push([path, ...around(lines, kept, context_lines)].join('\n'))
    }
    const more = left_out === 0 ? '' : `; ${left_out} of them are left out`
    return {
      text: `${matches.length + left_out} lines match${more}.`,
      shown: blocks.join('\n\n'),
      data: { matches, ...(left_out === 0 ? {} : { left_out }), ...(files_not_read === 0 ? {} : { files_not_read }) },
    }
  },
})

/** `12: what matches`, `13- what is near it`. */
function around(lines: readonly string[], found: readonly number[], context: number): string[] {
  const hits = new Set(found)
  const near = new Set(
    found.flatMap((index) => Array.from({ length: 2 * context + 1 }, (_, at) => index - context + at)),
  )
  const shown = [...near].filter((index) => index >= 0 && index < lines.length).sort((a, b) => a - b)
  return shown.map((index) => `${index + 1}${hits.has(index) ? ':' : '-'} ${shortened(lines[index] as string)}`)
}

function shortened(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}… (${line.length - LONGEST_LINE} more)`
}
