import { optionalImport } from '../optional.js'
import type { Registry } from '../registry.js'
import type { Content, ToolResult } from '../result.js'
import type { CallOptions } from '../tool.js'
import { Calls } from './calls.js'
import { parametersOf } from './parameters.js'
import { hasPictures, textOf } from './text.js'

export interface LangChainOptions extends CallOptions {
  /**
   * Whether the model is shown the pictures that tools take. Default: false, because what takes them in the results of tools is the
   * model's: Anthropic's do, OpenAI's do not.
   */
  pictures?: boolean
}

/** A tool of `@langchain/core`, as far as that need be known here. */
export type LangChainTool = {
  name: string
  description: string
  schema: unknown
  invoke: (input: unknown, config?: unknown) => Promise<unknown>
}

interface ToolCall {
  id?: string
  args?: unknown
}

interface Config {
  signal?: AbortSignal
  toolCall?: ToolCall
}

/** The tools for LangChain and LangGraph: `createAgent({ model, tools: await langchain(registry) })`. Needs `@langchain/core`. */
export async function langchain(registry: Registry, options: LangChainOptions = {}): Promise<LangChainTool[]> {
  const tools = await optionalImport(() => import('@langchain/core/tools'), '@langchain/core')
  const { ToolMessage } = await optionalImport(() => import('@langchain/core/messages'), '@langchain/core')
  const { pictures = false, ...own } = options
  const calls = new Calls(registry, own)
  return registry.tools.map((tool) => {
    const { name, description } = tool
    const run = async (input: unknown, config: Config) => {
      const result = await calls.tool(name, input, config.signal === undefined ? {} : { signal: config.signal })
      return new ToolMessage({
        name,
        tool_call_id: config.toolCall?.id ?? '',
        status: result.isError ? 'error' : 'success',
        content: contentOf(result, pictures),
        artifact: result.structuredContent,
      })
    }
    const made = tools.tool(run, { name, description, schema: parametersOf(tool) }) as unknown as LangChainTool
    // LangChain checks an input by itself and tells the model a stack in place of what is wrong. Then nothing ran: the registry says it.
    const invoke = made.invoke.bind(made)
    made.invoke = (input, config) =>
      invoke(input, config).catch((error: unknown) => {
        if (!(error instanceof tools.ToolInputParsingException)) throw error
        const toolCall = input as ToolCall
        return run(toolCall.args ?? input, { ...(config as Config), toolCall })
      })
    return made
  })
}

function contentOf(result: ToolResult, pictures: boolean) {
  return pictures && hasPictures(result) ? result.content.map(blockOf) : textOf(result)
}

function blockOf(part: Content) {
  if (part.type === 'text') return { type: 'text', text: part.text } as const
  return { type: 'image', mimeType: part.mimeType, data: part.data } as const
}
