import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { createRegistry } from '../../../lib/agent/index.js'
import { serverFactory } from '../../../lib/agent/mcp/index.js'
import type { Desktop } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { mail } from '../agent/mail.js'

// With the official client, over a transport in memory.

async function connected(desktop: Desktop): Promise<Client & AsyncDisposable> {
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const server = (await serverFactory(createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE }), '0.0.0'))()
  await server.connect(its)
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(mine)
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await server.close()
    },
  })
}

test('lists tools with schemas and annotations, and calls one', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const { tools } = await client.listTools()
  const click = tools.find(({ name }) => name === 'click_element')
  expect(click?.inputSchema.additionalProperties).toBe(false)
  expect(click?.annotations?.readOnlyHint).toBe(false)
  expect(tools.find(({ name }) => name === 'get_window_tree')?.annotations?.readOnlyHint).toBe(true)
  const result = await client.callTool({
    name: 'click_element',
    arguments: { process: 'outlook', selector: 'id:btnReply', verify_element_exists: 'role:document|name:Message' },
  })
  expect(result.isError).toBeFalsy()
  expect(result.structuredContent).toMatchObject({ effect: 'verified' })
  expect(stage.received('press')).toEqual(['Reply'])
})

test('a step that fails is a result; a tool that there is not is a fault of the protocol', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const input = { process: 'outlook', selector: 'role:button|name:Archiv', timeout_ms: 50 }
  const failed = await client.callTool({ name: 'click_element', arguments: input })
  expect(failed.isError).toBe(true)
  const { error } = failed.structuredContent as { error: { code: string; near_misses: { selector: string }[] } }
  expect(error.code).toBe('NOT_FOUND')
  expect(error.near_misses.map(({ selector }) => selector)).toContain('role:button|name:Archive')
  await expect(client.callTool({ name: 'clik_element', arguments: {} })).rejects.toThrow('Did you mean click_element?')
})

test('a cancelled call ends at once, and nothing more is sent', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const stop = new AbortController()
  const call = client.callTool(
    { name: 'wait_for_element', arguments: { process: 'outlook', selector: 'name:Never' } },
    { signal: stop.signal },
  )
  setTimeout(() => stop.abort(), 100)
  await expect(call).rejects.toThrow()
  expect((await client.callTool({ name: 'get_applications_and_windows_list', arguments: {} })).isError).toBeFalsy()
})

test('a long call is known to be alive', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const seen: number[] = []
  await client.callTool(
    { name: 'delay', arguments: { delay_ms: 2500 } },
    { onprogress: ({ progress }) => void seen.push(progress) },
  )
  expect(seen).toEqual([1, 2])
})

test('resources: the applications, and the tree of each', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('surehand://apps/2001/tree')
  const { contents } = await client.readResource({ uri: 'surehand://apps/2001/tree' })
  expect(JSON.stringify(contents)).toContain('slider')
  await expect(client.readResource({ uri: 'surehand://apps/x' })).rejects.toThrow('no resource')
})

test('schemas of results are a resource, and so is what options mean at length', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const { tools } = await client.listTools()
  const { contents } = await client.readResource({ uri: 'surehand://results' })
  const results = JSON.parse((contents[0] as { text: string }).text)
  expect(results.click_element.properties.effect.enum).toContain('verified')
  const page = await client.readResource({ uri: 'surehand://options' })
  const described = (page.contents[0] as { text: string }).text
  const click = tools.find(({ name }) => name === 'click_element')
  const shared = ['verify_element_exists', 'fallback_selectors', 'tree_max_tokens', 'restore_focus', 'ask_person']
  for (const option of shared) {
    expect(click?.inputSchema.properties).toHaveProperty(option)
    expect(described).toContain(option)
  }
})

test('the prompt teaches the selector language in under 600 tokens', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const { messages } = await client.getPrompt({ name: 'selectors' })
  const content = messages[0]?.content as { text: string }
  expect(encode(content.text).length).toBeLessThan(600)
})

test('logging: calls are told of from the level on that the client asks for, without what was typed', async () => {
  await using stage = await mail()
  await using client = await connected(stage.desktop)
  const told: unknown[] = []
  client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params))
  const call = { name: 'set_value', arguments: { process: 'outlook', selector: 'name:Zoom', value: 42 } }
  await client.setLoggingLevel('error')
  await client.callTool(call)
  await client.setLoggingLevel('debug')
  await client.callTool(call)
  expect(told).toMatchObject([{ level: 'debug', logger: 'surehand', data: { tool: 'set_value' } }])
  const saidOfIt = JSON.stringify(told, (key, value) => (key === 'duration_ms' ? undefined : value))
  expect(saidOfIt).not.toContain('42')
})
