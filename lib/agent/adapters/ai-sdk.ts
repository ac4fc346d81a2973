import type { Registry, Tool } from '../registry.js'
import type { Content, ToolResult } from '../result.js'
import type { CallOptions } from '../tool.js'
import { Calls } from './calls.js'
import { type Parameters, parametersOf } from './parameters.js'
import { hasPictures, textOf } from './text.js'

export interface AISDKOptions extends CallOptions {
  /**
   * Whether the model is shown the pictures that tools take. Default: true. Say false for a provider that speaks Chat Completions: it
   * writes a picture out as text.
   */
  pictures?: boolean
}

/** A schema as the AI SDK takes it without its own helper: https://standardschema.dev. */
export interface StandardInput {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'surehand'
    readonly validate: (value: unknown) => { value: unknown }
    readonly jsonSchema: { readonly input: () => Parameters; readonly output: () => Parameters }
  }
}

export interface AISDKTool {
  description: string
  inputSchema: StandardInput
  strict: false
  execute: (input: unknown, options: { abortSignal?: AbortSignal }) => Promise<ToolResult>
  toModelOutput: (options: { output: ToolResult }) => AISDKOutput
}

export type AISDKOutput = { type: 'text' | 'error-text'; value: string } | { type: 'content'; value: AISDKContent[] }

export type AISDKContent = { type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string }

/** The tools for the Vercel AI SDK: `generateText({ model, tools: aiSdk(registry), … })`. */
export function aiSdk(registry: Registry, options: AISDKOptions = {}): Record<string, AISDKTool> {
  const { pictures = true, ...own } = options
  const calls = new Calls(registry, own)
  const tools = registry.tools.map((tool): [string, AISDKTool] => {
    const { name, description } = tool
    return [
      name,
      {
        description,
        inputSchema: inputOf(tool),
        // See openaiResponses.
        strict: false,
        execute: (input, { abortSignal }) => calls.tool(name, input, signalOf(abortSignal)),
        toModelOutput: ({ output }) => outputOf(output, pictures),
      },
    ]
  })
  return Object.fromEntries(tools)
}

/** Checked by the registry, whose refusal is a result that the model can learn from. */
function inputOf(tool: Tool): StandardInput {
  const json = () => parametersOf(tool)
  const validate = (value: unknown) => ({ value })
  return { '~standard': { version: 1, vendor: 'surehand', validate, jsonSchema: { input: json, output: json } } }
}

function signalOf(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal }
}

function outputOf(result: ToolResult, pictures: boolean): AISDKOutput {
  if (result.isError) return { type: 'error-text', value: textOf(result) }
  if (!pictures || !hasPictures(result)) return { type: 'text', value: textOf(result) }
  return { type: 'content', value: result.content.map(partOf) }
}

function partOf(part: Content): AISDKContent {
  if (part.type === 'text') return { type: 'text', text: part.text }
  return { type: 'image-data', data: part.data, mediaType: part.mimeType }
}
