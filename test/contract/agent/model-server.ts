import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model calls: a tool, or, in OpenAI's words, a computer. `more`: what else the vendor writes beside it. */
export type ModelCall = ToolCall | { computer: Record<string, unknown>[]; checks?: { id: string; message: string }[] }

interface ToolCall {
  name: string
  input: Record<string, unknown>
  more?: Record<string, unknown>
}

/** What the model is told of a call, as it arrived in the vendor's words. */
export interface Told {
  text: string
  /** As they were sent: URLs, or base64. */
  pictures: string[]
  isError: boolean
}

/** One answer of the model; it may depend on what it was told of its last calls. Without calls it is the end. */
export type Turn = ModelCall[] | ((told: Told[]) => ModelCall[] | Promise<ModelCall[]>)

interface Called {
  id: string
  call: ModelCall
}

/** How a vendor writes requests and answers. */
interface Wire {
  path: string
  tools(body: Body): { name: string; schema: unknown; strict?: unknown }[]
  told(body: Body, id: string): Told[]
  /** Every answer has an id of its own: LangGraph takes two that have the same for one. */
  reply(id: string, calls: readonly Called[], text: string): Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: what arrives is what is being judged.
type Body = Record<string, any>
type Part = Body

const ofParts = (content: string | Part[], picture: (part: Part) => string | undefined): Omit<Told, 'isError'> => {
  if (typeof content === 'string') return { text: unwrapped(content), pictures: [] }
  const text = content.flatMap((part) => (typeof part.text === 'string' ? [part.text as string] : [])).join('\n')
  return { text, pictures: content.flatMap((part) => picture(part) ?? []) }
}
/** The AI SDK 7 has its own mark for a failure, over an API that has none. */
function unwrapped(text: string): string {
  return text.startsWith('{"error":') ? (JSON.parse(text) as { error: string }).error : text
}

/** Where a vendor has no mark for a failure, the text has to say it. */
const says = (text: string) => /^\S+( \S+)? failed: [A-Z_]+\./.test(text)

const chat: Wire = {
  path: '/v1/chat/completions',
  tools: ({ tools }) =>
    tools.map(({ type, function: { name, parameters, strict } }: Part) => ({
      name: type === 'function' ? name : '',
      schema: parameters,
      strict,
    })),
  told: ({ messages }, id) =>
    messages
      .filter(({ role, tool_call_id }: Part) => role === 'tool' && tool_call_id === id)
      .map(({ content }: Part) => {
        const parts = ofParts(content, ({ image_url }) => image_url)
        // Chat Completions refuses pictures here.
        if (parts.pictures.length > 0) throw new Refused('a tool message has a picture')
        return { ...parts, isError: says(parts.text) }
      }),
  reply: (id, calls, text) => ({
    id,
    object: 'chat.completion',
    created: 1,
    model: 'played',
    choices: [
      {
        index: 0,
        finish_reason: calls.length === 0 ? 'stop' : 'tool_calls',
        message: {
          role: 'assistant',
          content: calls.length === 0 ? text : null,
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map(({ id, call }) => {
                  const { name, input } = call as ToolCall
                  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
                }),
              }),
        },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
}

const responses: Wire = {
  path: '/v1/responses',
  tools: ({ tools }) =>
    tools
      .filter(({ type }: Part) => !String(type).startsWith('computer'))
      .map(({ type, name, parameters, strict }: Part) => ({
        name: type === 'function' ? name : '',
        schema: parameters,
        // Left out, it means true here.
        strict: strict ?? true,
      })),
  told: ({ input }, id) =>
    input
      .filter(({ type, call_id }: Part) => /^(function|computer)_call_output$/.test(type) && call_id === id)
      .map(({ output }: Part) => {
        if (output.type === 'computer_screenshot') return { text: '', pictures: [output.image_url], isError: false }
        const parts = ofParts(output, ({ image_url }) => image_url)
        return { ...parts, isError: says(parts.text) }
      }),
  reply: (id, calls, text) => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: 1,
    model: 'played',
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    output:
      calls.length === 0
        ? [
            {
              type: 'message',
              id: `msg_${id}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]
        : calls.map(({ id, call }) =>
            'computer' in call
              ? {
                  type: 'computer_call',
                  id: `cu_${id}`,
                  call_id: id,
                  status: 'completed',
                  actions: call.computer,
                  pending_safety_checks: call.checks ?? [],
                }
              : {
                  type: 'function_call',
                  id: `fc_${id}`,
                  call_id: id,
                  status: 'completed',
                  name: call.name,
                  arguments: JSON.stringify(call.input),
                },
          ),
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  }),
}

const messages: Wire = {
  path: '/v1/messages',
  tools: ({ tools }) =>
    tools
      .filter(({ type }: Part) => !String(type).startsWith('computer'))
      .map(({ name, input_schema }: Part) => ({ name, schema: input_schema })),
  told: ({ messages }, id) =>
    messages
      .flatMap(({ role, content }: Part) => (role === 'user' && Array.isArray(content) ? content : []))
      .filter(({ type, tool_use_id }: Part) => type === 'tool_result' && tool_use_id === id)
      .map(({ content, is_error = false }: Part) => {
        const parts = ofParts(content, ({ source }) => source?.data)
        return { ...parts, isError: is_error }
      }),
  reply: (id, calls, text) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'played',
    stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    content:
      calls.length === 0
        ? [{ type: 'text', text }]
        : calls.map(({ id, call }) => {
            const { name, input, more = {} } = call as ToolCall
            return { type: 'tool_use', id, name, input, ...more }
          }),
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
}

const WIRES = [chat, responses, messages]

class Refused extends Error {}

/** A model that plays back calls, in the words of the vendor whose client asks, and notes what it is told of each. */
export class ModelServer implements AsyncDisposable {
  /** What came back of each call, by turns. */
  readonly told: Told[][] = []
  /** The requests as they arrived. */
  readonly requests: Body[] = []
  private open: Called[] = []
  private count = 0

  private constructor(
    private readonly server: Server,
    private readonly script: readonly Turn[],
  ) {}

  static async start(script: readonly Turn[]): Promise<ModelServer> {
    const server = createServer((request, response) => {
      bodyOf(request)
        .then((body) => played.answer(request.url ?? '', body))
        .then(
          (answer) => send(200, answer),
          (error: Error) =>
            send(400, { type: 'error', error: { type: 'invalid_request_error', message: error.message } }),
        )
      const send = (status: number, answer: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      }
    })
    const played = new ModelServer(server, script)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return played
  }

  /** Without the version, as Anthropic's client wants it. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `${this.origin}/v1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** As strict as the vendors are: every call is answered, once, before the model goes on. */
  private async answer(url: string, body: Body): Promise<Record<string, unknown>> {
    const wire = WIRES.find(({ path }) => url.split('?')[0] === path)
    if (wire === undefined) throw new Refused(`there is no ${url}`)
    this.requests.push(body)
    for (const { name, schema, strict } of wire.tools(body)) {
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Refused(`no name of a tool: ${name}`)
      if ((schema as Body).type !== 'object') throw new Refused(`${name} takes no object`)
      if (strict === true) throw new Refused(`${name}: not every property is required, as strict has it`)
    }
    const told = this.open.map(({ id }) => {
      const answers = wire.told(body, id)
      if (answers.length !== 1) throw new Refused(`call ${id} was answered ${answers.length} times`)
      return answers[0] as Told
    })
    if (this.open.length > 0) this.told.push(told)
    const turn = this.script[this.told.length] ?? []
    const calls = typeof turn === 'function' ? await turn(told) : turn
    this.open = calls.map((call) => ({ id: `call_${++this.count}`, call }))
    return wire.reply(`answer${this.requests.length}`, this.open, 'Done.')
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
