import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { image, refused, running } from './running.js'

/** container/Containerfile, built and run by scripts/container.mjs: a client outside drives a program inside. */

let folder: string

beforeAll(() => {
  folder = image('mousepad')
})

/** The status of the answer to a request. */
function status(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path: '/mcp', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.on('error', reject).end()
  })
}

test.each([
  [{}, 'SUREHAND_MCP_TOKEN is not set'],
  [{ SUREHAND_MCP_TOKEN: 'one', PORT: 'http' }, 'PORT is http: it has to be a number'],
  [{ SUREHAND_MCP_TOKEN: 'one', SCREEN: 'large' }, 'SCREEN is large: it has to be a width and a height'],
])('it does not start with %j, and says why', async (environment, why) => {
  const { code, said } = await refused(folder, environment)
  expect(said).toContain(why)
  expect(code).toBe(2)
})

test('it takes only requests with the token and for this host, is healthy, and runs nothing as root', async () => {
  await using container = await running(folder)
  await container.healthy()
  const authorization = `Bearer ${container.token}`
  expect(await status(container.port, {})).toBe(401)
  expect(await status(container.port, { authorization: 'Bearer another' })).toBe(401)
  expect(await status(container.port, { authorization, host: 'surehand.example' })).toBe(403)
  const processes = container.processes()
  expect(processes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Xvfb', 'openbox', 'dbus-daemon']))
  expect([...new Set(processes.flatMap(({ users }) => users))]).toEqual([1000])
})

test('a client opens an editor, types and saves; the file is there, and nothing of it stays', async () => {
  await using container = await running(folder)
  const client = new Client({ name: 'outside', version: '0' }, { versionNegotiation: { mode: 'auto' } })
  const authorization = `Bearer ${container.token}`
  const url = new URL(`http://127.0.0.1:${container.port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }))
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input })
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true)
    return JSON.stringify(result.content)
  }
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['see', 'open', 'act', 'type']))

  await call('open', { app_name: 'mousepad', args: ['--disable-server', '/home/node/letter.txt'] })
  expect(await call('see', { process: 'mousepad' })).toContain('letter.txt')
  await call('type', { process: 'mousepad', selector: 'role:TextBox|visible:true', text: 'Dear Mr Babbage,' })
  await call('act', { verb: 'menu', process: 'mousepad', value: 'File > Save' })
  await expect.poll(() => container.file('/home/node/letter.txt')).toContain('Dear Mr Babbage,')
  await client.close()

  const { code, said } = await container.end()
  expect(code).toBe(0)
  // The desktop was ended, before the container's end would have ended it.
  expect(said).toContain('it left: nothing')
  expect(container.processes()).toEqual([])
  expect(existsSync(join(folder, 'root/home/node/letter.txt'))).toBe(false)
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(folder)
})

test('it ends when the script that runs it is killed', async () => {
  await using container = await running(folder)
  expect(container.processes()).not.toEqual([])
  await container.kill()
  await expect.poll(() => container.processes()).toEqual([])
})
