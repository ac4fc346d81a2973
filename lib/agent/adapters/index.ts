/**
 * The tools of a registry for the clients of language models: definitions out, calls in, results back. None of the clients is loaded.
 *
 * @module surehand/adapters
 */
export {
  type AISDKContent,
  type AISDKOptions,
  type AISDKOutput,
  type AISDKTool,
  aiSdk,
  type StandardInput,
} from './ai-sdk.js'
export {
  type AnthropicContent,
  type AnthropicOptions,
  type AnthropicResult,
  type AnthropicTool,
  anthropic,
} from './anthropic.js'
export { anthropicComputerTool, anthropicComputerToolset } from './computer/anthropic-computer.js'
export { Computer, type ComputerOptions } from './computer/computer-adapter.js'
export {
  type ComputerOutput,
  openaiComputerPreviewTool,
  openaiComputerTool,
  type SafetyCheck,
} from './computer/openai.js'
export { GUIDANCE } from './guidance.js'
export { type LangChainOptions, type LangChainTool, langchain } from './langchain.js'
export { type AgentsContent, type AgentsTool, type OpenAIAgentsOptions, openaiAgents } from './openai-agents.js'
export { type ChatAnswer, type ChatTool, type OpenAIChatOptions, openaiChat } from './openai-chat.js'
export {
  type FunctionCallOutput,
  type OpenAIResponsesOptions,
  openaiResponses,
  type ResponsesContent,
  type ResponsesTool,
} from './openai-responses.js'
export type { Parameters } from './parameters.js'
export { estimateTokens, trimImages, withoutImages } from './pictures.js'
export { textOf } from './text.js'
