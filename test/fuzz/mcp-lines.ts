import { PassThrough } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createRegistry } from '../../lib/agent/index.js'
import { serverFactory } from '../../lib/agent/mcp/index.js'
import { LineLimit } from '../../lib/agent/mcp/line-limit.js'
import { Desktop } from '../../lib/sdk/index.js'
import type { Target } from './guided.js'

/**
 * What comes over standard input of `surehand mcp`: lines are cut and limited as they are written, whatever pieces they come in; a server
 * that was sent them still answers `ping`, and everything that it writes is JSON-RPC.
 */

// Bytes; the limit of the real server is 8 MiB.
const LONGEST = 3_000
// ms
const PATIENCE = 5_000

const call = (name: string, input: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name, arguments: input } })

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '0' } },
})

const seeds = [
  `${initialize}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`,
  `{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n{"jsonrpc":"2.0","id":"x","method":"prompts/get","params":{"name":"selectors"}}\n`,
  `{"jsonrpc":"2.0","id":3,"method":"resources/list"}\n{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"surehand://apps"}}\n`,
  `${call('click_element', { process: 'mail', selector: 'role:button|name:Save', timeout_ms: 1 })}\n`,
  `${call('get_window_tree', { process: 'mail', selector: 'nth:0', max_nodes: 3 })}\n`,
  `${call('type_into_element', { process: 'mail', selector: '#to', text_to_type: 'x', timeout_ms: 1 })}\n`,
  `${call('validate_element', { process: 'mail', selector: 'name:/^(a+)+$/', timeout_ms: 1 })}\n`,
  `${call('answer_question', { question_id: 'x', selected_index: 0 })}\n`,
  `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"x"}}\n`,
  `[{"jsonrpc":"2.0","id":7,"method":"ping"}]\n{"jsonrpc":"2.0","id":8,"result":{}}\n`,
  `{"a":"${'x'.repeat(4_000)}","id":77}\n{"jsonrpc":"2.0","id":"a\\"b","method":"${'y'.repeat(4_000)}"}\n`,
]
const tokens = [
  ...['"id":9', '"id":"q"', '"id":null', '"id":-1.5', '"id":{"id":3}', '"jsonrpc":"2.0"', '"jsonrpc":2', '"method":"'],
  ...['"params":', '"arguments":', '"name":"click_element"', '"name":"delay"', '"process":"mail"', '"selector":"'],
  ...['tools/call', 'tools/list', 'resources/read', 'completion/complete', 'logging/setLevel', 'roots/list', 'ping'],
  ...[
    '"_meta":{"progressToken":1}',
    '"__proto__":{}',
    '"constructor":1',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\n',
  ],
  ...['\r\n', '\0', '\ud800', '\\u0000', '\\ud800', '1e999', '-0', 'true', 'null', ' ', '\t', 'x'.repeat(2_990)],
]

const desktop = await Desktop.open({
  world: {
    applications: [
      {
        name: 'mail',
        windows: [
          {
            role: 'window',
            name: 'Mail',
            children: [
              { role: 'button', name: 'Save' },
              { role: 'textbox', id: 'to' },
            ],
          },
        ],
      },
    ],
  },
})
// Those that wait, open programs, run code or keep files are no parsers.
const factory = await serverFactory(createRegistry(desktop, { profile: 'terminator', timeout: 50 }), '0.0.0')

/** A server, and what it wrote. */
class Served {
  readonly input = new PassThrough()
  readonly answers = new Map<unknown, unknown>()
  wrong: string | undefined
  private server: Server | undefined

  async start(): Promise<void> {
    const output = new PassThrough()
    output.setEncoding('utf8')
    let rest = ''
    output.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() as string
      for (const line of lines) this.take(line)
    })
    this.server = factory()
    await this.server.connect(new StdioServerTransport(this.input as never, output as never))
  }

  private take(line: string): void {
    try {
      const message = JSON.parse(line) as { jsonrpc?: unknown; id?: unknown }
      if (message.jsonrpc !== '2.0') this.wrong = `wrote ${line}`
      this.answers.set(message.id, message)
    } catch {
      this.wrong = `wrote what is no JSON: ${line}`
    }
  }

  async end(): Promise<void> {
    await this.server?.close()
  }
}

/** `text` as lines that were let through, in pieces of so many bytes, and the ids of those that were not. */
function limited(text: Buffer, piece: number): Promise<{ lines: Buffer; refused: (string | number | null)[] }> {
  const refused: (string | number | null)[] = []
  const limit = new LineLimit((id) => void refused.push(id), LONGEST)
  const lines: Buffer[] = []
  limit.on('data', (part: Buffer) => void lines.push(part))
  return new Promise((resolve, reject) => {
    limit.once('end', () => resolve({ lines: Buffer.concat(lines), refused }))
    limit.once('error', reject)
    for (let at = 0; at < text.length; at += piece) limit.write(text.subarray(at, at + piece))
    limit.end()
  })
}

function idIn(line: string): unknown {
  try {
    return (JSON.parse(line) as { id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}

async function cutFault(text: string): Promise<string | undefined> {
  const bytes = Buffer.from(text)
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  const lines: Buffer[] = []
  for (let from = 0; from < whole.length; ) {
    const end = whole.indexOf(0x0a, from) + 1
    lines.push(whole.subarray(from, end))
    from = end
  }
  const passing = Buffer.concat(lines.filter(({ length }) => length <= LONGEST))
  const cut = lines.filter(({ length }) => length > LONGEST).map((line) => line.toString('utf8'))
  for (const piece of [1 + (bytes.length % 97), 65_536]) {
    const { lines: passed, refused } = await limited(bytes, piece)
    if (!passed.equals(passing)) return `in pieces of ${piece} bytes other lines pass`
    if (refused.length !== cut.length) return `${cut.length} lines are too long, ${refused.length} were refused`
    for (const [i, id] of refused.entries()) {
      const line = cut[i] as string
      // Which of several ids counts is a matter of the reader.
      const real = (line.match(/"id"/g) ?? []).length === 1 ? idIn(line) : undefined
      if (id !== null && real !== undefined && id !== real)
        return `refused ${JSON.stringify(real)} as ${JSON.stringify(id)}`
    }
  }
  return undefined
}

async function serverFault(text: string): Promise<string | undefined> {
  const served = new Served()
  await served.start()
  try {
    const ping = `ping-${text.length}`
    served.input.write(`${text}\n`)
    served.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: ping, method: 'ping' })}\n`)
    const end = performance.now() + PATIENCE
    while (!served.answers.has(ping) && performance.now() < end) await new Promise(setImmediate)
    return served.wrong ?? (served.answers.has(ping) ? undefined : 'no answer to ping')
  } finally {
    await served.end()
  }
}

export const mcpLines: Target = {
  seeds,
  tokens,
  // Of what is opened, run or kept by a tool nothing is tried here.
  async fault(text) {
    if (/open_application|navigate_browser|run_command|execute_/.test(text)) return undefined
    return (await cutFault(text)) ?? (await serverFault(text))
  },
}
