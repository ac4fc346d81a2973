import type Anthropic from '@anthropic-ai/sdk'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { AgentInputItem } from '@openai/agents'
import type { ModelMessage } from 'ai'
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { estimateTokens, textOf, trimImages, withoutImages } from '../../../lib/agent/adapters/index.js'

// Four turns with a picture each, in the messages of every client.

const TURNS = [1, 2, 3, 4]
const picture = (turn: number) => `data:image/png;base64,PICTURE${turn}`

const chat: OpenAI.ChatCompletionMessageParam[] = TURNS.flatMap((turn) => [
  {
    role: 'assistant',
    tool_calls: [{ id: `${turn}`, type: 'function', function: { name: 'capture', arguments: '{"type":"image"}' } }],
  },
  { role: 'tool', tool_call_id: `${turn}`, content: 'taken' },
  { role: 'user', content: [{ type: 'image_url', image_url: { url: picture(turn) } }] },
])

const responses: OpenAI.Responses.ResponseInput = TURNS.flatMap((turn) => [
  { type: 'function_call', call_id: `${turn}`, name: 'capture', arguments: '{}' },
  {
    type: 'function_call_output',
    call_id: `${turn}`,
    output: [
      { type: 'input_text', text: 'taken' },
      { type: 'input_image', image_url: picture(turn), detail: 'auto' },
    ],
  },
])

const anthropic: Anthropic.MessageParam[] = TURNS.flatMap((turn) => [
  { role: 'assistant', content: [{ type: 'tool_use', id: `${turn}`, name: 'capture', input: { type: 'image' } }] },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: `${turn}`,
        content: [
          { type: 'text', text: 'taken' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: `PICTURE${turn}` } },
        ],
      },
    ],
  },
])

const aiSdk: ModelMessage[] = TURNS.flatMap((turn): ModelMessage[] => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `${turn}`, toolName: 'capture', input: { type: 'image' } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `${turn}`,
        toolName: 'capture',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'taken' },
            { type: 'image-data', data: `PICTURE${turn}`, mediaType: 'image/png' },
          ],
        },
      },
    ],
  },
])

const agents: AgentInputItem[] = TURNS.flatMap((turn): AgentInputItem[] => [
  { type: 'function_call', callId: `${turn}`, name: 'capture', status: 'completed', arguments: '{}' },
  {
    type: 'function_call_result',
    callId: `${turn}`,
    name: 'capture',
    status: 'completed',
    output: [
      { type: 'input_text', text: 'taken' },
      { type: 'input_image', image: picture(turn) },
    ],
  },
])

const langchain: BaseMessage[] = TURNS.flatMap((turn) => [
  new AIMessage({ content: '', tool_calls: [{ id: `${turn}`, name: 'capture', args: { type: 'image' } }] }),
  new ToolMessage({
    tool_call_id: `${turn}`,
    content: [
      { type: 'text', text: 'taken' },
      { type: 'image', mimeType: 'image/png', data: `PICTURE${turn}` },
    ],
  }),
])

const shown = (messages: unknown) => [...JSON.stringify(messages).matchAll(/PICTURE(\d)/g)].map(([, turn]) => turn)
const distinct = (messages: unknown) => [...new Set(shown(messages))]

test.each([
  ['OpenAI Chat Completions', chat],
  ['OpenAI Responses', responses],
  ['Anthropic', anthropic],
  ['AI SDK', aiSdk],
  ['OpenAI Agents', agents],
  ['LangChain', langchain],
] as [string, unknown[]][])('%s: the newest pictures stay, a text says that others were there', (_, messages) => {
  const before = structuredClone(JSON.stringify(messages))
  const trimmed = trimImages(messages)
  expect(distinct(trimmed)).toEqual(['2', '3', '4'])
  expect(JSON.stringify(trimmed)).toContain('A picture was here')
  expect(trimmed).toHaveLength(messages.length)
  expect(distinct(trimImages(messages, 1))).toEqual(['4'])

  const stored = withoutImages(messages)
  expect(shown(stored)).toEqual([])
  expect(JSON.stringify(stored).match(/Pictures are not stored/g)?.length).toBeGreaterThanOrEqual(TURNS.length)

  // What was given is as it was, and what needs no change is the same.
  expect(JSON.stringify(messages)).toBe(before)
  expect(trimImages(messages, 4)).toEqual(messages)
  expect(trimmed.at(-1)).toBe(messages.at(-1))
  // What a model wrote is never taken for a picture.
  const written = (all: unknown[]) => JSON.stringify(all).match(/type\\?":\\?"image\\?"\}/g)?.length ?? 0
  expect(written(stored)).toBe(written(messages))
})

test('LangChain: messages stay what they are, stored or not', () => {
  const [, trimmed] = withoutImages(langchain)
  expect(trimmed).toBeInstanceOf(ToolMessage)
  expect(trimmed?.text).toContain('Pictures are not stored')
})

test('what a person sent is trimmed, too', () => {
  const image_url = { url: picture(1) }
  expect(shown(withoutImages([new HumanMessage({ content: [{ type: 'image_url', image_url }] })]))).toEqual([])
  const file = [{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'PICTURE1' }] }]
  expect(shown(withoutImages(file))).toEqual([])
  const pdf = [{ role: 'user', content: [{ type: 'file', mediaType: 'application/pdf', data: 'PICTURE1' }] }]
  expect(withoutImages(pdf)).toEqual(pdf)
})

test('the result of an OpenAI computer call stays a screenshot, a grey one', () => {
  const output = (turn: number) => ({ type: 'computer_screenshot', image_url: picture(turn) })
  const calls = TURNS.map((turn) => ({ type: 'computer_call_output', call_id: `${turn}`, output: output(turn) }))
  const trimmed = trimImages(calls, 1)
  expect(shown(trimmed)).toEqual(['4'])
  expect(trimmed[0]?.output).toEqual({
    type: 'computer_screenshot',
    image_url: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
  })
})

test('estimateTokens: a picture counts the same, however many bytes it has', () => {
  const message = (data: string) => [
    { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] },
  ]
  expect(estimateTokens(message('A'.repeat(1_000_000)))).toBe(estimateTokens(message('A')))
  expect(estimateTokens(message('A')) - estimateTokens([{ role: 'user', content: [''] }])).toBe(1_500)
  expect(estimateTokens('four')).toBe(1)
  expect(estimateTokens('Ägypten, ägyptisch')).toBe(5)
})

test('textOf: all that there is to read, and that there was a picture', () => {
  const result = {
    content: [
      { type: 'text' as const, text: 'A picture of 0,0 8×6.' },
      { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' },
    ],
    structuredContent: {},
  }
  expect(textOf(result)).toBe(
    'A picture of 0,0 8×6.\n[A picture (image/png) was taken; it cannot be shown here. Read the tree instead.]',
  )
})
