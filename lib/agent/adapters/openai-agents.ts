import type { Registry } from '../registry.js'
import type { ToolResult } from '../result.js'
import type { CallOptions } from '../tool.js'
import { Calls } from './calls.js'
import { type Parameters, parametersOf } from './parameters.js'
import { hasPictures, textOf } from './text.js'

export interface OpenAIAgentsOptions extends CallOptions {
  /**
   * Whether the model is shown the pictures that tools take. Default: true. Say false for a model over Chat Completions: the SDK
   * leaves pictures out there without a word.
   */
  pictures?: boolean
}

export interface AgentsTool {
  type: 'function'
  name: string
  description: string
  parameters: Parameters
  strict: false
  invoke: (context: unknown, input: string, details?: { signal?: AbortSignal }) => Promise<string | AgentsContent[]>
  needsApproval: () => Promise<boolean>
  isEnabled: () => Promise<boolean>
}

export type AgentsContent = { type: 'text'; text: string } | { type: 'image'; image: string }

/** The tools for the OpenAI Agents SDK: `new Agent({ name, instructions: GUIDANCE, tools: openaiAgents(registry) })`. */
export function openaiAgents(registry: Registry, options: OpenAIAgentsOptions = {}): AgentsTool[] {
  const { pictures = true, ...own } = options
  const calls = new Calls(registry, own)
  return registry.tools.map((tool) => {
    const { name, description } = tool
    return {
      type: 'function',
      name,
      description,
      parameters: parametersOf(tool),
      // See openaiResponses.
      strict: false,
      invoke: async (_context, input, details) => {
        const signal = details?.signal === undefined ? {} : { signal: details.signal }
        return outputOf(await calls.json(name, input, signal), pictures)
      },
      needsApproval: async () => false,
      isEnabled: async () => true,
    }
  })
}

function outputOf(result: ToolResult, pictures: boolean): string | AgentsContent[] {
  if (!pictures || !hasPictures(result)) return textOf(result)
  return result.content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', image: `data:${part.mimeType};base64,${part.data}` },
  )
}
