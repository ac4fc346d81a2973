import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { Agent, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents'
import { generateText, stepCountIs } from 'ai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import {
  aiSdk,
  anthropic,
  GUIDANCE,
  langchain,
  openaiAgents,
  openaiChat,
  openaiResponses,
  trimImages,
} from '../../../lib/agent/adapters/index.js'
import { createRegistry, type Registry } from '../../../lib/agent/index.js'
import { PATIENCE } from '../../patience.js'
import { type Mail, mail } from './mail.js'
import { ModelServer } from './model-server.js'
import { judge, type Pictures, REPLY } from './reply-loop.js'

// Each with its vendor's own client, as its documentation has it, against a model that plays back calls over HTTP.

const GOAL = 'Reply to the message.'
const key = { apiKey: 'none', maxRetries: 0 }

async function played(
  pictures: Pictures,
  loop: (stage: Mail, model: ModelServer) => Promise<string | null | undefined>,
) {
  await using stage = await mail()
  await using model = await ModelServer.start(REPLY)
  expect(await loop(stage, model)).toBe('Done.')
  await judge(stage, model, pictures)
}

const registryOf = ({ desktop }: Mail) => createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE })

test('OpenAI, Responses', () =>
  played('in the result', async (stage, { url }) => {
    const client = new OpenAI({ ...key, baseURL: url })
    const { tools, run } = openaiResponses(registryOf(stage))
    let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: GOAL }]
    for (;;) {
      const { output, output_text } = await client.responses.create({
        model: 'gpt',
        instructions: GUIDANCE,
        tools,
        input,
      })
      const results = await run(output)
      if (results.length === 0) return output_text
      input = trimImages([...input, ...(output as OpenAI.Responses.ResponseInput), ...results])
    }
  }))

test.each([
  [false, 'in words'],
  [true, 'afterwards'],
] as const)('OpenAI, Chat Completions, pictures %s: %s', (pictures, told) =>
  played(told, async (stage, { url }) => {
    const client = new OpenAI({ ...key, baseURL: url })
    const { tools, run } = openaiChat(registryOf(stage), { pictures })
    let messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: GUIDANCE },
      { role: 'user', content: GOAL },
    ]
    for (;;) {
      const { choices } = await client.chat.completions.create({ model: 'gpt', tools, messages })
      const message = choices[0]?.message as OpenAI.ChatCompletionMessage
      const results = await run(message)
      if (results.length === 0) return message.content
      messages = trimImages([...messages, message, ...results])
    }
  }),
)

test('Anthropic', () =>
  played('in the result', async (stage, { origin }) => {
    const client = new Anthropic({ ...key, baseURL: origin })
    const { tools, run } = anthropic(registryOf(stage))
    let messages: Anthropic.MessageParam[] = [{ role: 'user', content: GOAL }]
    for (;;) {
      const { content } = await client.messages.create({
        model: 'claude',
        max_tokens: 1_000,
        system: GUIDANCE,
        tools,
        messages,
      })
      const results = await run(content)
      if (results.length === 0) return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      messages = trimImages([...messages, { role: 'assistant', content }, { role: 'user', content: results }])
    }
  }))

test.each([
  ['Responses', 'in the result'],
  ['Chat Completions', 'in words'],
] as const)('Vercel AI SDK, over %s', (api, told) =>
  played(told, async (stage, { url }) => {
    const provider = createOpenAI({ apiKey: 'none', baseURL: url })
    const pictures = api === 'Responses'
    const { text } = await generateText({
      model: pictures ? provider.responses('gpt') : provider.chat('gpt'),
      system: GUIDANCE,
      prompt: GOAL,
      tools: aiSdk(registryOf(stage), { pictures }),
      stopWhen: stepCountIs(20),
      maxRetries: 0,
      prepareStep: ({ messages }) => ({ messages: trimImages(messages) }),
    })
    return text
  }),
)

test.each([
  ['Responses', 'in the result'],
  ['Chat Completions', 'in words'],
] as const)('OpenAI Agents SDK, over %s', (api, told) =>
  played(told, async (stage, { url }) => {
    setTracingDisabled(true)
    const useResponses = api === 'Responses'
    const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: url, useResponses })
    const tools = openaiAgents(registryOf(stage), { pictures: useResponses })
    const agent = new Agent({ name: 'Clerk', model: 'gpt', instructions: GUIDANCE, tools })
    const result = await new Runner({ modelProvider }).run(agent, GOAL, {
      maxTurns: 20,
      callModelInputFilter: ({ modelData }) => ({ ...modelData, input: trimImages(modelData.input) }),
    })
    return result.finalOutput
  }),
)

test('LangChain', () =>
  played('in words', async (stage, { url }) => {
    const model = new ChatOpenAI({ model: 'gpt', apiKey: 'none', maxRetries: 0, configuration: { baseURL: url } })
    const agent = createAgent({ model, tools: await langchain(registryOf(stage)), systemPrompt: GUIDANCE })
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: GOAL }] }, { recursionLimit: 50 })
    const failed = messages.filter((message) => (message as { status?: string }).status === 'error')
    expect(failed).toHaveLength(3)
    return messages.at(-1)?.text
  }))

const NEVER = { process: 'outlook', selector: 'name:Never', timeout_ms: 600_000 }
const asked = { name: 'wait_for_element', arguments: JSON.stringify(NEVER) }

test.each([
  [
    'OpenAI, Responses',
    (registry, signal) =>
      openaiResponses(registry).run([{ type: 'function_call', call_id: '1', ...asked }] as never, { signal }),
  ],
  [
    'OpenAI, Chat Completions',
    (registry, signal) =>
      openaiChat(registry).run({ tool_calls: [{ type: 'function', id: '1', function: asked }] }, { signal }),
  ],
  [
    'Anthropic',
    (registry, signal) =>
      anthropic(registry).run([{ type: 'tool_use', id: '1', name: asked.name, input: NEVER }] as never, { signal }),
  ],
  ['AI SDK', (registry, abortSignal) => aiSdk(registry)[asked.name]?.execute(NEVER, { abortSignal })],
  [
    'Agents SDK',
    (registry, signal) =>
      openaiAgents(registry)
        .find(({ name }) => name === asked.name)
        ?.invoke({}, asked.arguments, { signal }),
  ],
  [
    'LangChain',
    async (registry, signal) =>
      (await langchain(registry)).find(({ name }) => name === asked.name)?.invoke(NEVER, { signal }),
  ],
] as [string, (registry: Registry, signal: AbortSignal) => Promise<unknown> | undefined][])(
  '%s: a signal ends a call that waits',
  async (_, call) => {
    await using stage = await mail()
    const stop = new AbortController()
    const ended = Promise.resolve(call(registryOf(stage), stop.signal)).catch((error: Error) => error.message)
    await stage.desktop.apps()
    stop.abort()
    expect(JSON.stringify(await ended)).toMatch(/abort/i)
  },
)
