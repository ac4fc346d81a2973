import { expect, test } from 'vitest'
import { Calls } from '../../../lib/agent/adapters/calls.js'
import { createRegistry, type Registry, type Tool, type ToolResult } from '../../../lib/agent/index.js'

const registry = createRegistry(() => Promise.reject(new Error('nothing is opened here')), { profile: 'terminator' })

/** A registry whose tools note when they run and do as they are told. */
function noting(order: string[], failing: string[] = []): Registry {
  const tool = (name: string, reads: boolean): Tool => ({
    ...registry.tool('delay'),
    name,
    annotations: { ...registry.tool('delay').annotations, readOnlyHint: reads },
    run: async (): Promise<ToolResult> => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
      const failed = failing.includes(name)
      return { content: [{ type: 'text', text: name }], structuredContent: {}, ...(failed ? { isError: true } : {}) }
    },
  })
  const tools = [tool('press', false), tool('type', false), tool('read', true)]
  return { tools, tool: (name: string) => tools.find((each) => each.name === name) as Tool } as unknown as Registry
}

test('the calls of a turn are done one after the other, in their order', async () => {
  const order: string[] = []
  const calls = new Calls(noting(order))
  await Promise.all([calls.tool('press', {}), calls.tool('read', {}), calls.tool('type', {})])
  expect(order).toEqual(['press begins', 'press ends', 'read begins', 'read ends', 'type begins', 'type ends'])
})

test('after one that failed, those of the same turn that act are not done; the next turn begins anew', async () => {
  const order: string[] = []
  const calls = new Calls(noting(order, ['press']))
  const turn = await Promise.all([calls.tool('press', {}), calls.tool('read', {}), calls.tool('type', {})])
  expect(turn.map(({ isError }) => isError ?? false)).toEqual([true, false, true])
  expect(turn[2]?.structuredContent.error).toMatchObject({ code: 'ABORTED', sent: 'no' })
  expect(order).not.toContain('type begins')
  // A model takes longer to answer than a turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  expect((await calls.tool('type', {})).isError).toBeUndefined()
})

test('a tool that there is not and arguments that are none fail as a step does', async () => {
  const calls = new Calls(registry)
  const unknown = await calls.tool('clik_element', {})
  expect(unknown).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'INVALID_ARGUMENT', sent: 'no' } },
  })
  expect(JSON.stringify(unknown.content)).toContain('Did you mean click_element?')
  const broken = await new Calls(registry).json('delay', '{"delay_ms": 1')
  expect(broken).toMatchObject({ isError: true })
  expect(JSON.stringify(broken.content)).toContain('no JSON')
})

test('a bug is no result', async () => {
  const calls = new Calls(registry)
  await expect(calls.tool('get_applications_and_windows_list', {})).rejects.toThrow('nothing is opened here')
})
