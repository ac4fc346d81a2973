import { SurehandError } from '../../sdk/errors.js'
import { type Endpoint, failed, post } from './post.js'

/** A model that takes pictures, behind one of the two interfaces that most speak. */
export interface ModelOptions {
  /** `openai`: chat completions, as most servers of models offer them. `anthropic`: messages. */
  provider: 'openai' | 'anthropic'
  model: string
  /** Where the interface begins. Default: the provider's own: `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  url?: string
  key?: string
  /** ms for one answer. Default: 60,000. */
  timeout?: number
}

/** One turn of a conversation. Pictures are PNG. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
  png?: Buffer
}

const TIMEOUT = 60_000
// A list of a few hundred elements.
const MAX_TOKENS = 8_192

export class Model {
  // Not enumerable, so that a log of the object does not have it.
  readonly #options: ModelOptions | undefined

  constructor(options: ModelOptions | undefined) {
    this.#options = options
  }

  /** What it answers. UNSUPPORTED when none is configured, or it does not answer as its interface says. */
  async answer(system: string, turns: readonly Turn[], signal: AbortSignal, model?: string): Promise<string> {
    const options = this.#options
    if (options === undefined) {
      throw new SurehandError(
        'UNSUPPORTED',
        'No vision model is configured. Give createRegistry(desktop, { grounding: { vision: { provider, model, url, key } } }).',
        {},
      )
    }
    const named = { ...options, model: model ?? options.model }
    const { endpoint, body, read } = (named.provider === 'anthropic' ? anthropic : openai)(named, system, turns)
    const text = read(await post(endpoint, body, signal))
    if (typeof text !== 'string') throw failed(`${endpoint.what} answered without a text`)
    return text
  }
}

interface Request {
  endpoint: Endpoint
  body: unknown
  read(answer: unknown): unknown
}

const what = 'the vision model'

function openai(options: ModelOptions, system: string, turns: readonly Turn[]): Request {
  const { model, url = 'https://api.openai.com/v1', key, timeout = TIMEOUT } = options
  const messages = turns.map(({ role, text, png }) => ({
    role,
    content:
      png === undefined
        ? text
        : [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
          ],
  }))
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return {
    endpoint: { what, url: `${url.replace(/\/$/, '')}/chat/completions`, headers, timeout },
    body: { model, messages: [{ role: 'system', content: system }, ...messages] },
    read: (answer) => (answer as { choices?: { message?: { content?: unknown } }[] }).choices?.[0]?.message?.content,
  }
}

function anthropic(options: ModelOptions, system: string, turns: readonly Turn[]): Request {
  const { model, url = 'https://api.anthropic.com', key, timeout = TIMEOUT } = options
  const messages = turns.map(({ role, text, png }) => ({
    role,
    content: [
      ...(png === undefined
        ? []
        : [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } }]),
      { type: 'text', text },
    ],
  }))
  const headers = { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }
  return {
    endpoint: { what, url: `${url.replace(/\/$/, '')}/v1/messages`, headers, timeout },
    body: { model, max_tokens: MAX_TOKENS, system, messages },
    read: (answer) => {
      const { content } = answer as { content?: { type: string; text?: string }[] }
      return content?.find(({ type }) => type === 'text')?.text
    },
  }
}
