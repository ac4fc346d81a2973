import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createRegistry, type RegistryOptions } from '../../../lib/agent/index.js'
import { Desktop, type World } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { errorOf, textOf, worked } from './mail.js'

// The adapters to services, against a local server that checks what they are told, over a simulated desktop.

const world: World = {
  applications: [
    {
      name: 'Painter',
      executable: 'painter',
      pid: 4001,
      windows: [
        {
          role: 'window',
          name: 'Painter',
          key: 'main',
          bounds: { x: 100, y: 50, width: 400, height: 200 },
          children: [
            { role: 'button', name: 'Draw', key: 'draw', bounds: { x: 120, y: 80, width: 100, height: 40 } },
            { role: 'checkbox', name: 'Grid', key: 'grid', bounds: { x: 300, y: 80, width: 100, height: 40 } },
          ],
        },
      ],
    },
  ],
}

interface Asked {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

async function service(answer: (asked: Asked) => { status?: number; json: unknown }) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { url: request.url, headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) }
      asked.push(one)
      const { status = 200, json } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, url, [Symbol.asyncDispose]: async () => void server.close() }
}

async function stage(grounding: RegistryOptions['grounding']) {
  const desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const registry = createRegistry(desktop, {
    profile: 'terminator',
    timeout: PATIENCE,
    ...(grounding && { grounding }),
  })
  const presses = () =>
    desktop.simulation?.received().filter(({ what }) => ['press', 'click', 'pointer'].includes(what))
  return {
    desktop,
    presses,
    call: (tool: string, input: Record<string, unknown>) => registry.tool(tool).run(input),
    [Symbol.asyncDispose]: async () => {
      await registry.end()
      await desktop.dispose()
    },
  }
}

const SEEN = JSON.stringify([
  { role: 'button', name: 'Draw', box: [20, 30, 120, 70] },
  { role: 'checkbox', name: 'Grid', box: [200, 30, 300, 70] },
  { role: 'button', name: 'No box' },
])

const PNG_BEGINS = 'iVBORw0KGgo'

test('a model of the OpenAI interface sees elements, in screen units, and an index of them is pressed', async () => {
  await using server = await service(() => ({
    json: { choices: [{ message: { content: `\`\`\`json\n${SEEN}\n\`\`\`` } }] },
  }))
  await using place = await stage({
    vision: { provider: 'openai', model: 'looker', url: `${server.url}/v1`, key: 'sk-1' },
  })
  const read = worked(await place.call('get_window_tree', { process: 'painter', include_gemini_vision: true }))
  expect(server.asked).toMatchObject([
    { url: '/v1/chat/completions', headers: { authorization: 'Bearer sk-1' }, body: { model: 'looker' } },
  ])
  const [, user] = (server.asked[0] as Asked).body.messages as { content: { image_url?: { url: string } }[] }[]
  expect(user?.content[1]?.image_url?.url).toContain(`data:image/png;base64,${PNG_BEGINS}`)
  expect(textOf(read)).toContain('#1 button "Draw" 120,80 100×40')
  expect(read.structuredContent.grounded).toEqual({ vision: 2 })
  expect(textOf(read)).not.toContain('sk-1')
  worked(await place.call('click_element', { index: 1, vision_type: 'gemini' }))
  expect(place.presses()).toMatchObject([{ name: 'Draw' }])
})

test('so does one of the Anthropic interface', async () => {
  await using server = await service(() => ({ json: { content: [{ type: 'text', text: SEEN }] } }))
  await using place = await stage({ vision: { provider: 'anthropic', model: 'looker', url: server.url, key: 'sk-2' } })
  worked(await place.call('get_window_tree', { process: 'painter', include_vision: true }))
  expect(server.asked).toMatchObject([
    {
      url: '/v1/messages',
      headers: { 'x-api-key': 'sk-2', 'anthropic-version': '2023-06-01' },
      body: { model: 'looker' },
    },
  ])
  const [user] = (server.asked[0] as Asked).body.messages as {
    content: { source?: { media_type: string; data: string } }[]
  }[]
  expect(user?.content[0]?.source).toMatchObject({ media_type: 'image/png', data: expect.stringContaining(PNG_BEGINS) })
  worked(await place.call('click_element', { index: 2, vision_type: 'vision' }))
  expect(place.presses()).toMatchObject([{ name: 'Grid' }])
})

test('OmniParser sees elements, and where the picture of one changed, nothing is pressed', async () => {
  const parsed_content_list = [
    { type: 'icon', bbox: [0.05, 0.15, 0.3, 0.35], interactivity: true, content: 'Draw ' },
    { type: 'icon', bbox: [0.5, 0.15, 0.75, 0.35], interactivity: true, content: 'Grid' },
  ]
  await using server = await service(() => ({ json: { parsed_content_list, latency: 0.1 } }))
  await using place = await stage({ omniparser: { url: server.url } })
  const read = worked(await place.call('get_window_tree', { process: 'painter', include_omniparser: true }))
  expect(server.asked).toMatchObject([{ url: '/parse/', body: { base64_image: expect.stringContaining(PNG_BEGINS) } }])
  expect(textOf(read)).toContain('#1 icon "Draw" 120,80 100×40')
  // Checked, it is painted in another colour.
  place.desktop.simulation?.apply([{ set: 'grid', checked: true }])
  const changed = errorOf(await place.call('click_element', { index: 2, vision_type: 'omniparser' }))
  expect(changed).toMatchObject({ code: 'STALE', sent: 'no' })
  expect(place.presses()).toEqual([])
  worked(await place.call('click_element', { index: 1, vision_type: 'omniparser' }))
  expect(place.presses()).toMatchObject([{ name: 'Draw' }])
})

test('a refusal is an error without the key and without what the service said', async () => {
  await using server = await service(() => ({ status: 401, json: { error: { message: 'wrong key sk-3' } } }))
  await using place = await stage({ vision: { provider: 'openai', model: 'looker', url: server.url, key: 'sk-3' } })
  const refused = await place.call('get_window_tree', { process: 'painter', include_vision: true })
  expect(errorOf(refused)).toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('answered 401: check its key'),
  })
  expect(JSON.stringify(refused)).not.toContain('sk-3')
})

test('what is not configured, or was never read, says what to do', async () => {
  await using place = await stage(undefined)
  const read = (more: Record<string, unknown>) => place.call('get_window_tree', { process: 'painter', ...more })
  expect(errorOf(await read({ include_vision: true })).message).toContain('No vision model is configured')
  expect(errorOf(await read({ include_omniparser: true })).message).toContain('No OmniParser is configured')
  expect(errorOf(await read({ include_browser_dom: true })).message).toContain('--remote-debugging-port=9222')
  const click = await place.call('click_element', { index: 1, vision_type: 'ocr' })
  expect(errorOf(click)).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('include_ocr') })
})
