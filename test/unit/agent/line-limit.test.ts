import { expect, test } from 'vitest'
import { LineLimit } from '../../../lib/agent/mcp/line-limit.js'

function passed(chunks: readonly string[], longest = 2_000) {
  const refused: unknown[] = []
  const lines: string[] = []
  const limit = new LineLimit((id) => refused.push(id), longest)
  limit.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  for (const chunk of chunks) limit.write(chunk)
  return { refused, lines }
}

const LONG = 'x'.repeat(5_000)

test('whole lines pass, however they come', () => {
  expect(passed(['{"a"', ':1}\n{"b":2}\n{', '"c":3}\n'])).toEqual({
    refused: [],
    lines: ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n'],
  })
})

test('a line that is too long is let go, with the id of its request, and the next ones pass', () => {
  const params = `"params":{"id":99,"text":"${LONG}"}`
  for (const [line, id] of [
    [`{"jsonrpc":"2.0","id":7,"method":"x",${params}}`, 7],
    [`{"method":"x",${params},"jsonrpc":"2.0","id":"a b"}`, 'a b'],
    [`{${params},"jsonrpc":"2.0"}`, null],
    [`{"params":{"text":"${LONG}","id":99}}`, null],
    [LONG, null],
  ] as const) {
    const pieces = line.match(/[\s\S]{1,700}/g) as string[]
    expect(passed([...pieces, '\n{"next":1}\n'])).toEqual({ refused: [id], lines: ['{"next":1}\n'] })
  }
})
