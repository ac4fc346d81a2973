import { expect, test } from 'vitest'
import { Calls } from '../../../lib/agent/adapters/calls.js'
import type { ComputerAction } from '../../../lib/agent/adapters/computer/action.js'
import { anthropicComputerTool, Computer } from '../../../lib/agent/adapters/index.js'
import { createRegistry, type Registry, type Tool, type ToolResult } from '../../../lib/agent/index.js'

const real = createRegistry(() => Promise.reject(new Error('nothing is opened here')), { profile: 'terminator' })

interface View {
  bounds: { x: number; y: number; width: number; height: number }
  scale: number
}

/** A registry that shows one picture after the other, and notes what it is called with. */
function showing(views: View[], smaller = false): { registry: Registry; called: [string, unknown][] } {
  const called: [string, unknown][] = []
  const answer = (structuredContent: Record<string, unknown>): ToolResult => ({ content: [], structuredContent })
  const tool = (name: string): Tool => {
    const { inputSchema } = real.tool(name)
    const properties = { ...inputSchema.properties, max_dimension: { type: 'integer' } as const }
    return {
      ...real.tool(name),
      ...(smaller ? { inputSchema: { ...inputSchema, properties } } : {}),
      run: async (input) => {
        called.push([name, input])
        return answer(name === 'capture_screenshot' ? { ...(views.length > 1 ? views.shift() : views[0]) } : {})
      },
    }
  }
  const registry = {
    tools: real.tools.map(({ name }) => tool(name)),
    tool: (name: string) => tool(real.tool(name).name),
    underlying: ({ name }: Tool) => tool(real.tool(name).name),
  }
  return { registry: registry as unknown as Registry, called }
}

const at = (x: number, y: number): ComputerAction => ({
  kind: 'click',
  at: { x, y },
  button: 'left',
  count: 1,
  hold: [],
})

test('a pixel of the picture is the point of the screen that it shows, left of the primary display and scaled down, too', async () => {
  const { registry, called } = showing([{ bounds: { x: -2560, y: 40, width: 2560, height: 1440 }, scale: 0.5 }])
  const computer = await Computer.open(registry)
  expect([computer.width, computer.height]).toEqual([1280, 720])
  await computer.run(new Calls(registry), () => at(100, 200))
  expect(called.at(-1)).toEqual(['click_element', { x: -2360, y: 440, click_type: 'left' }])
})

test('points are those of the newest picture', async () => {
  const small = { bounds: { x: 0, y: 0, width: 800, height: 600 }, scale: 1 }
  const { registry, called } = showing([small, { bounds: { x: 0, y: 0, width: 1600, height: 1200 }, scale: 0.5 }])
  const computer = await Computer.open(registry)
  const calls = new Calls(registry)
  await computer.run(calls, () => ({ kind: 'screenshot' }))
  await computer.run(calls, () => at(10, 10))
  expect(called.at(-1)).toEqual(['click_element', { x: 20, y: 20, click_type: 'left' }])
})

test('a point that is not in the picture is refused, and nothing is sent', async () => {
  const { registry, called } = showing([{ bounds: { x: 0, y: 0, width: 800, height: 600 }, scale: 1 }])
  const computer = await Computer.open(registry)
  const result = await computer.run(new Calls(registry), () => at(801, 10))
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'INVALID_ARGUMENT', sent: 'no' } },
  })
  expect(called.map(([name]) => name)).toEqual(['capture_screenshot'])
})

test('a click without a place is where the pointer was sent last; nowhere is an error', async () => {
  const { registry, called } = showing([{ bounds: { x: 0, y: 0, width: 800, height: 600 }, scale: 1 }])
  const computer = await Computer.open(registry)
  const calls = new Calls(registry)
  const here: ComputerAction = { kind: 'click', button: 'left', count: 2, hold: [] }
  expect(JSON.stringify(await computer.run(calls, () => here))).toContain('was not sent anywhere yet')
  await new Promise((resolve) => setImmediate(resolve))
  await computer.run(calls, () => at(30, 40))
  await computer.run(calls, () => here)
  expect(called.at(-1)).toEqual(['click_element', { x: 30, y: 40, click_type: 'double' }])
})

test('Anthropic: a picture that would be made smaller on the way is refused, unless it can be taken smaller', async () => {
  const large = { bounds: { x: 0, y: 0, width: 1920, height: 1080 }, scale: 1 }
  const computer = await Computer.open(showing([large]).registry)
  expect(() => anthropicComputerTool(computer)).toThrow(/1920×1080; Anthropic makes them smaller than 1568/)
  const { registry, called } = showing([{ ...large, scale: 2 / 3 }], true)
  expect(anthropicComputerTool(await Computer.open(registry))).toMatchObject({ display_width_px: 1280 })
  expect(called[0]).toEqual(['capture_screenshot', { entire_monitor: true, max_dimension: 1280 }])
})

test('a drag that does not go straight is not done another way', async () => {
  const { registry } = showing([{ bounds: { x: 0, y: 0, width: 800, height: 600 }, scale: 1 }])
  const computer = await Computer.open({ ...registry, desktop: async () => ({}) } as unknown as Registry)
  const path = [
    { x: 0, y: 0 },
    { x: 50, y: 90 },
    { x: 100, y: 0 },
  ]
  const result = await computer.run(new Calls(registry), () => ({ kind: 'drag', path, hold: [] }))
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'UNSUPPORTED', sent: 'no' } } })
})
