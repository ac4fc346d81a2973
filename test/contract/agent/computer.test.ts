import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import {
  anthropic,
  anthropicComputerTool,
  anthropicComputerToolset,
  Computer,
  openaiComputerTool,
  openaiResponses,
  trimImages,
} from '../../../lib/agent/adapters/index.js'
import { createRegistry } from '../../../lib/agent/index.js'
import { PATIENCE } from '../../patience.js'
import { type Mail, mail } from './mail.js'
import { type ModelCall, ModelServer, type Turn } from './model-server.js'

// What models say that are trained to see a screen, by the vendors' own clients.

const GOAL = 'Reply to the message.'
const key = { apiKey: 'none', maxRetries: 0 }

/** Its middle. The one display of the mail program begins at 0,0 and is shown as it is. */
async function place(stage: Mail, selector: string): Promise<{ x: number; y: number }> {
  const bounds = await (await stage.desktop.app('outlook')).locator(selector).boundingBox()
  if (bounds === undefined) throw new Error(`${selector} is nowhere`)
  return { x: Math.round(bounds.x + bounds.width / 2), y: Math.round(bounds.y + bounds.height / 2) }
}

async function pixel(stage: Mail, selector: string): Promise<[number, number]> {
  const { x, y } = await place(stage, selector)
  return [x, y]
}

/** The mail program's own record. */
async function judge(stage: Mail): Promise<void> {
  expect(stage.received('press')).toEqual(['Reply'])
  const app = await stage.desktop.app('outlook')
  expect(await app.locator('role:textbox|name:To').inputValue()).toBe('ann@example.com')
  expect(await app.locator('name:"Recipient taken"').count()).toBe(1)
  expect(await app.locator('name:Archive').count()).toBe(1)
}

type Action = Record<string, unknown> & { action: string }

/** The same turns in the words of either version of Anthropic's tool. */
const anthropicTurns = (stage: Mail, call: (input: Action) => ModelCall): Turn[] => [
  [call({ action: 'screenshot' })],
  async () => [call({ action: 'left_click', coordinate: await pixel(stage, 'id:btnReply') })],
  [call({ action: 'zoom', region: [0, 0, 400, 300] })],
  [call({ action: 'wait', duration: 0.01 })],
  async () => [
    call({ action: 'left_click', coordinate: await pixel(stage, 'role:textbox|name:To') }),
    call({ action: 'type', text: 'ann@example.com' }),
    call({ action: 'key', text: 'Return' }),
  ],
  [call({ action: 'mouse_move', coordinate: [5, 5] }), call({ action: 'cursor_position' })],
  // The second was thought of for what the first was to bring about.
  async () => [
    call({ action: 'left_click', coordinate: [5_000, 5_000] }),
    call({ action: 'left_click', coordinate: await pixel(stage, 'name:Archive') }),
  ],
]

function judgeAnthropic({ told }: ModelServer): void {
  const [screenshot, click, zoom, wait, typed, moved, missed] = told
  expect(screenshot?.[0]?.pictures).toEqual([expect.stringMatching(/^iVBOR/)])
  expect(click?.[0]).toMatchObject({ isError: false, pictures: [], text: expect.stringMatching(/^click: changed/) })
  expect(zoom?.[0]?.pictures).toEqual([expect.stringMatching(/^iVBOR/)])
  expect(wait?.[0]).toMatchObject({ isError: false })
  expect(typed).toMatchObject([{ isError: false }, { isError: false }, { isError: false }])
  expect(moved).toMatchObject([
    { isError: false },
    { isError: true, text: expect.stringContaining('is not to be had') },
  ])
  expect(missed).toMatchObject([
    { isError: true, text: expect.stringContaining('5000,5000 is not in the picture of 1280×800') },
    { isError: true, text: expect.stringContaining('ABORTED') },
  ])
}

test('Anthropic, computer_20251124', async () => {
  await using stage = await mail()
  const turns = anthropicTurns(stage, (input) => ({ name: 'computer', input }))
  await using model = await ModelServer.start(turns)
  const client = new Anthropic({ ...key, baseURL: model.origin })
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: PATIENCE })
  const computer = await Computer.open(registry)
  const { tools, run } = anthropic(registry, { computer })
  let messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: GOAL }]
  for (;;) {
    const { content } = await client.beta.messages.create({
      model: 'claude',
      max_tokens: 1_000,
      betas: ['computer-use-2025-11-24'],
      tools: [...tools, anthropicComputerTool(computer)],
      messages,
    })
    const results = await run(content)
    if (results.length === 0) break
    messages = trimImages([...messages, { role: 'assistant', content }, { role: 'user', content: results }])
  }
  await judge(stage)
  judgeAnthropic(model)
  expect(model.requests[0]?.tools.at(-1)).toMatchObject({ display_width_px: 1280, display_height_px: 800 })
})

test('Anthropic, computer toolset', async () => {
  await using stage = await mail()
  const more = { toolset_name: 'computer', caller: { type: 'direct' } }
  const turns = anthropicTurns(stage, ({ action, ...input }) => ({ name: action, input, more }))
  await using model = await ModelServer.start(turns)
  const client = new Anthropic({ ...key, baseURL: model.origin })
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: PATIENCE })
  const computer = await Computer.open(registry)
  const { run } = anthropic(registry, { computer })
  let messages: Anthropic.MessageParam[] = [{ role: 'user', content: GOAL }]
  for (;;) {
    const tools = [anthropicComputerToolset(computer)]
    const { content } = await client.messages.create({ model: 'claude', max_tokens: 1_000, tools, messages })
    const results = await run(content)
    if (results.length === 0) break
    messages = trimImages([...messages, { role: 'assistant', content }, { role: 'user', content: results }])
  }
  await judge(stage)
  judgeAnthropic(model)
  const results = JSON.stringify(model.requests.at(-1)?.messages).match(/"toolset_name":"computer"/g)
  expect(results).toHaveLength(2 * 11)
})

const openaiTurns = (stage: Mail): Turn[] => [
  [{ computer: [{ type: 'screenshot' }] }],
  async () => [{ computer: [{ type: 'click', button: 'left', ...(await place(stage, 'id:btnReply')) }] }],
  async () => [
    {
      computer: [
        { type: 'click', button: 'left', ...(await place(stage, 'role:textbox|name:To')) },
        { type: 'type', text: 'ann@example.com' },
        { type: 'keypress', keys: ['ENTER'] },
      ],
    },
  ],
  [{ computer: [{ type: 'move', x: 5, y: 5 }] }],
  async () => [
    {
      computer: [
        { type: 'click', button: 'left', x: 5_000, y: 5_000 },
        { type: 'click', button: 'left', ...(await place(stage, 'name:Archive')) },
      ],
    },
  ],
]

async function openaiLoop(stage: Mail, model: ModelServer, acknowledge?: () => Promise<boolean>): Promise<void> {
  const client = new OpenAI({ ...key, baseURL: model.url })
  const registry = createRegistry(stage.desktop, { profile: 'terminator', timeout: PATIENCE })
  const computer = await Computer.open(registry)
  const { run } = openaiResponses(registry, { computer, acknowledge })
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: GOAL }]
  for (;;) {
    const { output } = await client.responses.create({ model: 'gpt', tools: [openaiComputerTool()], input })
    const results = await run(output)
    if (results.length === 0) return
    input = trimImages([...input, ...(output as OpenAI.Responses.ResponseInput), ...results])
  }
}

test('OpenAI, computer', async () => {
  await using stage = await mail()
  await using model = await ModelServer.start(openaiTurns(stage))
  await openaiLoop(stage, model)
  await judge(stage)
  // The result is a picture; what came of it is beside it.
  expect(model.told.map(([told]) => told?.pictures)).toEqual(
    model.told.map(() => [expect.stringMatching(/^data:image\/png;base64,iVBOR/)]),
  )
  const said = model.requests.map(({ input }) => JSON.stringify(input.at(-1)))
  expect(said[1]).toContain('computer_call_output')
  expect(said[2]).toContain('click: changed')
  expect(said[3]).toMatch(/click: [\s\S]*type: [\s\S]*press: /)
  expect(said[5]).toContain('5000,5000 is not in the picture of 1280×800')
})

test.each([
  ['nobody is asked', undefined],
  ['somebody says no', async () => false],
])('OpenAI, a safety check: %s, and nothing is done', async (_, acknowledge) => {
  await using stage = await mail()
  const checks = [{ id: 'check', code: 'malicious_instructions', message: 'The screen may tell the model what to do.' }]
  const click = { type: 'click', button: 'left', ...(await place(stage, 'id:btnReply')) }
  await using model = await ModelServer.start([[{ computer: [click], checks }]])
  await expect(openaiLoop(stage, model, acknowledge)).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('The screen may tell the model what to do'),
  })
  expect(stage.received('press')).toEqual([])
})

test('OpenAI, a safety check that a person acknowledged goes back with the result', async () => {
  await using stage = await mail()
  const checks = [{ id: 'check', message: 'Careful.' }]
  const click = { type: 'click', button: 'left', ...(await place(stage, 'id:btnReply')) }
  await using model = await ModelServer.start([[{ computer: [click], checks }]])
  await openaiLoop(stage, model, async () => true)
  expect(stage.received('press')).toEqual(['Reply'])
  expect(JSON.stringify(model.requests.at(-1)?.input)).toContain('"acknowledged_safety_checks":[{"id":"check"')
})

test('a registry without an action has a computer that does not do it either', async () => {
  await using stage = await mail()
  const call = (input: Action): ModelCall => ({ name: 'computer', input })
  await using model = await ModelServer.start([
    async () => [call({ action: 'left_click', coordinate: await pixel(stage, 'id:btnReply') })],
    [call({ action: 'type', text: 'x' })],
    [call({ action: 'key', text: 'Return' })],
  ])
  const client = new Anthropic({ ...key, baseURL: model.origin })
  const registry = createRegistry(stage.desktop, { profile: 'read-only', timeout: PATIENCE })
  const { run } = anthropic(registry, { computer: await Computer.open(registry) })
  let messages: Anthropic.MessageParam[] = [{ role: 'user', content: GOAL }]
  for (;;) {
    const { content } = await client.messages.create({ model: 'claude', max_tokens: 1_000, tools: [], messages })
    const results = await run(content)
    if (results.length === 0) break
    messages = [...messages, { role: 'assistant', content }, { role: 'user', content: results }]
  }
  expect(model.told.flat().map(({ isError }) => isError)).toEqual([true, true, true])
  expect(stage.all().filter(({ what }) => what !== 'focus')).toEqual([])
})
