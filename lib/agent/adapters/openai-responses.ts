import type { Registry } from '../registry.js'
import type { ToolResult } from '../result.js'
import type { CallOptions } from '../tool.js'
import { Calls } from './calls.js'
import type { Computer } from './computer/computer-adapter.js'
import { type ComputerCall, type ComputerOutput, OpenAIComputer, type SafetyCheck } from './computer/openai.js'
import { type Parameters, parametersOf } from './parameters.js'
import { hasPictures, picturesOf, textOf } from './text.js'

export interface OpenAIResponsesOptions extends CallOptions {
  /** Answers `computer_call`s, too: its tool is `openaiComputerTool(computer)`. */
  computer?: Computer
  /** Whether a person lets the model go on where OpenAI wants one to be asked. Without it such a call is REFUSED. */
  acknowledge?: (checks: readonly SafetyCheck[]) => Promise<boolean>
}

export interface ResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: Parameters
  strict: false
}

interface FunctionCall {
  type: 'function_call'
  call_id: string
  name: string
  arguments: string
}

export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string | ResponsesContent[]
}

export type ResponsesContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }

/** The tools for OpenAI's Responses API. `run(response.output)` does what is called and gives the input items to send back. */
export function openaiResponses(registry: Registry, options: OpenAIResponsesOptions = {}) {
  const { computer, acknowledge, ...own } = options
  const calls = new Calls(registry, own)
  const screen = computer === undefined ? undefined : new OpenAIComputer(computer, calls, acknowledge)
  return {
    // Strict schemas have every option required. An action has some thirty, of which a call says three, so the model would write the
    // others as null each time; what is wrong with an input comes back as a result that says what.
    tools: registry.tools.map((tool): ResponsesTool => {
      const { name, description } = tool
      return { type: 'function', name, description, parameters: parametersOf(tool), strict: false }
    }),
    async run(
      output: readonly { type: string }[],
      options?: CallOptions,
    ): Promise<(FunctionCallOutput | ComputerOutput)[]> {
      const items = output.map(async (item): Promise<(FunctionCallOutput | ComputerOutput)[]> => {
        if (item.type === 'computer_call' && screen !== undefined) return screen.run(item as ComputerCall, options)
        if (item.type !== 'function_call') return []
        const { call_id, name, arguments: text } = item as FunctionCall
        return [{ type: 'function_call_output', call_id, output: contentOf(await calls.json(name, text, options)) }]
      })
      return (await Promise.all(items)).flat()
    },
  }
}

function contentOf(result: ToolResult): string | ResponsesContent[] {
  if (!hasPictures(result)) return textOf(result)
  const words = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return [
    { type: 'input_text', text: words.join('\n') },
    ...picturesOf(result).map((image_url) => ({ type: 'input_image', image_url, detail: 'auto' }) as const),
  ]
}
