import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Form } from './support/form.js'
import { CLI, type Translated, translated } from './support/translated.js'

// The command line and its MCP server as their users start them, on a real GTK 3 program.

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

let cli: Translated
let session: HeadlessSession
let form: Form
beforeAll(async () => {
  cli = await translated(CLI)
  session = await HeadlessSession.start({ width: 1280, height: 960 })
  form = await Form.start(session, 'gtk3')
})
afterAll(async () => {
  await form.end()
  await session.stop()
  await cli[Symbol.asyncDispose]()
})

async function surehand(
  args: string[],
  env: NodeJS.ProcessEnv = session.environment,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const ended = run(process.execPath, [cli.main, ...args], { cwd: root, env })
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

async function connected(versionNegotiation: { mode: 'auto' | 'legacy' }): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation })
  const env = { ...session.environment }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli.main, 'mcp', '--profile', 'terminator'],
      cwd: root,
      env,
    }),
  )
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

test.each(['legacy', 'auto'] as const)(
  'MCP over stdio, era %s: read, press, type, by the program’s own record',
  async (mode) => {
    await using client = await connected({ mode })
    const from = form.events.length
    const process = form.pid
    const tree = await client.callTool({ name: 'get_window_tree', arguments: { process } })
    expect(JSON.stringify(tree.content)).toContain('button \\"Save\\"')
    const click = {
      process,
      selector: 'role:Button|name:Store',
      alternative_selectors: 'role:Button|name:Save',
      retries: 3,
    }
    const clicked = await client.callTool({ name: 'click_element', arguments: click })
    expect(clicked.isError, JSON.stringify(clicked)).toBeFalsy()
    await form.received({ event: 'clicked', name: 'Save' })
    expect(form.events.slice(from).filter(({ event }) => event === 'clicked')).toHaveLength(1)
    const text_to_type = `typed in ${mode}`
    const field = { process, selector: 'role:textbox|name:Customer', text_to_type }
    const typed = await client.callTool({ name: 'type_into_element', arguments: field })
    expect(typed.structuredContent, JSON.stringify(typed)).toMatchObject({ effect: 'verified' })
    const seen = await client.callTool({ name: 'validate_element', arguments: { process, selector: field.selector } })
    expect(seen.structuredContent).toMatchObject({ element: { value: text_to_type } })
  },
)

test('doctor, apps, tree and find say what there is', async () => {
  const doctor = await surehand(['doctor'])
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('ok   desktop: linux') })
  expect((await surehand(['apps'])).stdout).toContain(`pid ${form.pid}`)
  expect((await surehand(['tree', String(form.pid)])).stdout).toContain('button "Save"')
  expect(await surehand(['close', '--all'])).toMatchObject({ code: 0 })
  const found = await surehand(['find', String(form.pid), 'role:button|name:Save'])
  expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(/^e\d+ .*button "Save"/) })
  const missed = await surehand(['find', String(form.pid), 'role:button|name:Sav'])
  expect(missed).toMatchObject({ code: 1, stdout: expect.stringContaining('"Save"') })
})

test('without a desktop, doctor says what is missing', async () => {
  const doctor = await surehand(['doctor'], { PATH: process.env.PATH })
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('NO_DESKTOP') })
})
