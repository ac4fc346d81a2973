import type { Registry } from '../registry.js'
import type { Content, ToolResult } from '../result.js'
import type { CallOptions } from '../tool.js'
import { Calls } from './calls.js'
import { actionOf, type ComputerInput } from './computer/anthropic-computer.js'
import type { Computer } from './computer/computer-adapter.js'
import { type Parameters, parametersOf } from './parameters.js'

export interface AnthropicOptions extends CallOptions {
  /** Answers calls of the computer tool, too: that is `anthropicComputerTool(computer)`, or `anthropicComputerToolset(computer)`. */
  computer?: Computer
}

export interface AnthropicTool {
  name: string
  description: string
  input_schema: Parameters
}

interface ToolUse {
  type: 'tool_use'
  id: string
  name: string
  input: unknown
  toolset_name?: string | null
}

export interface AnthropicResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicContent[]
  is_error?: true
  /** Of a call of the computer toolset. */
  toolset_name?: 'computer'
}

export type AnthropicContent =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: 'image/png' | 'image/jpeg'; data: string } }

/** The tools for Anthropic's Messages API. `run(message.content)` does what is called and gives the content of the message to send back. */
export function anthropic(registry: Registry, options: AnthropicOptions = {}) {
  const { computer, ...own } = options
  const calls = new Calls(registry, own)
  const called = ({ name, input, toolset_name }: ToolUse, options?: CallOptions): Promise<ToolResult> => {
    if (computer === undefined) return calls.tool(name, input, options)
    const given = input as ComputerInput
    if (toolset_name === 'computer') return computer.run(calls, () => actionOf({ ...given, action: name }), options)
    if (name === 'computer') return computer.run(calls, () => actionOf(given), options)
    return calls.tool(name, input, options)
  }
  return {
    tools: registry.tools.map((tool): AnthropicTool => {
      const { name, description } = tool
      return { name, description, input_schema: parametersOf(tool) }
    }),
    run(content: readonly { type: string }[], options?: CallOptions): Promise<AnthropicResult[]> {
      const uses = content.filter(({ type }) => type === 'tool_use') as ToolUse[]
      return Promise.all(uses.map(async (use) => resultOf(use, await called(use, options))))
    },
  }
}

function resultOf({ id, toolset_name }: ToolUse, { content, isError }: ToolResult): AnthropicResult {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: content.map(blockOf),
    ...(isError ? { is_error: true } : {}),
    ...(toolset_name === 'computer' ? { toolset_name } : {}),
  }
}

function blockOf(part: Content): AnthropicContent {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const media_type = part.mimeType as 'image/png' | 'image/jpeg'
  return { type: 'image', source: { type: 'base64', media_type, data: part.data } }
}
