import { inspect } from 'node:util'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRegistry } from '../../../lib/agent/index.js'
import { serverFactory } from '../../../lib/agent/mcp/index.js'
import { policy } from '../../../lib/agent/policy/index.js'
import { Desktop, type Ended, type Outgoing, type World } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import { window } from '../program.js'

// What is typed, and what a protected field holds, is in nothing that anybody writes down. Everything that leaves is searched for it.

const TYPED = 'swordfish-typed'
const HELD = 'swordfish-held'
const SECRET = /swordfish|s.{0,3}w.{0,3}o.{0,3}r.{0,3}d.{0,3}f.{0,3}i.{0,3}s.{0,3}h/

const world: World = {
  applications: [
    {
      name: 'Login',
      executable: 'login',
      windows: [
        window(
          { role: 'textbox', name: 'Password', value: HELD, protected: true },
          { role: 'textbox', name: 'Name', value: '' },
          { role: 'button', name: 'Delete' },
        ),
      ],
    },
  ],
}

/** Everything that is written to the standard streams and to the console of this process, and its warnings. */
let written: string[] = []

beforeEach(() => {
  written = []
  const keep = (...all: unknown[]) => {
    written.push(all.map((each) => (typeof each === 'string' ? each : inspect(each, { depth: 20 }))).join(' '))
    return true
  }
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const)
    vi.spyOn(console, method).mockImplementation(keep)
  vi.spyOn(process, 'emitWarning').mockImplementation(keep)
})

afterEach(() => vi.restoreAllMocks())

/** As whoever logs it would see it: as text, as JSON, and with all that it is made of. */
function searched(value: unknown): string {
  const texts = [
    inspect(value, { depth: 20, maxArrayLength: null, maxStringLength: null }),
    JSON.stringify(value) ?? '',
  ]
  for (let cause = value; cause instanceof Error; cause = cause.cause)
    texts.push(cause.message, cause.stack ?? '', String(cause))
  return texts.join('\n')
}

const password = { process: 'login', selector: 'role:textbox|name:Password' }
const looking = { ui_diff_before_after: true, include_tree_after_action: true }

/** Calls that type or look, those that fail among them. */
const CALLS: [string, Record<string, unknown>][] = [
  ['get_window_tree', { process: 'login' }],
  ['get_window_tree', { process: 'login', tree_output_format: 'verbose_json' }],
  ['type_into_element', { ...password, text_to_type: TYPED, ...looking }],
  ['set_value', { ...password, value: TYPED, ...looking }],
  [
    'type_into_element',
    { ...password, text_to_type: TYPED, verify_element_exists: 'name:Never', verify_timeout_ms: 50 },
  ],
  ['type_into_element', { process: 'login', selector: 'name:Nothing', text_to_type: TYPED, timeout_ms: 50 }],
  ['type_into_element', { ...password, text_to_type: TYPED, text: TYPED }],
  ['type_into_element', { ...password, text_to_type: [TYPED] }],
  ...[...'swordfish'].map((key): [string, Record<string, unknown>] => ['press_key', { ...password, key }]),
  ['validate_element', password],
  ['wait_for_element', { ...password, timeout_ms: 50 }],
  ['click_element', { process: 'login', selector: 'name:Delete' }],
  ['capture_screenshot', { process: 'login' }],
]

test('nothing that an MCP client is told or that the server writes holds what was typed into a protected field, or what is in it', async () => {
  await using desktop = await Desktop.open({ world, defaultTimeout: PATIENCE })
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const registry = createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE, hooks: policy() })
  const server = (await serverFactory(registry, '0.0.0'))()
  const told: unknown[] = []
  const send = its.send.bind(its)
  its.send = (message, options) => {
    told.push(message)
    return send(message, options)
  }
  await server.connect(its)
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(mine)
  await client.setLoggingLevel('debug')
  const results = []
  for (const [name, given] of CALLS)
    results.push(await client.callTool({ name, arguments: given }).catch((error: unknown) => error))
  const { resources } = await client.listResources()
  for (const { uri } of resources) await client.readResource({ uri })
  await client.close()
  await server.close()
  // It was typed: what is searched is not silence.
  expect(desktop.simulation?.received()).toContainEqual(
    expect.objectContaining({ what: 'setText', length: TYPED.length }),
  )
  expect(results.filter((result) => result instanceof Error || (result as { isError?: boolean }).isError)).not.toEqual(
    [],
  )
  expect(JSON.stringify(told)).toContain('notifications/message')
  expect(told.map(searched).filter((text) => SECRET.test(text))).toEqual([])
  expect(written.filter((text) => SECRET.test(text))).toEqual([])
})

test('no log of the server, no error, no receipt and no question holds what was typed anywhere', async () => {
  const seen: unknown[] = []
  const hooks = [
    policy({ ask: (question) => seen.push(question) < 0 }),
    {
      beforeDispatch: (outgoing: Outgoing) => void seen.push(outgoing),
      afterAction: (ended: Ended) => {
        seen.push({ ...ended, receipt: ended.receipt?.toJSON?.() ?? ended.receipt })
        throw new Error('a log that fails')
      },
    },
  ]
  await using desktop = await Desktop.open({ world, hooks, defaultTimeout: PATIENCE })
  const app = await desktop.app('Login')
  const [name, secret] = [app.locator('name:Name'), app.locator('name:Password')]
  const noDiff = { diff: false } as const
  const work: Promise<unknown>[] = []
  const done = async (next: () => Promise<unknown>) => {
    work.push(next())
    seen.push(await work.at(-1)?.catch((error: unknown) => error))
  }
  await done(() => name.pressSequentially(TYPED, noDiff))
  await done(() => name.pressSequentially(TYPED, { ...noDiff, verify: { exists: 'name:Never', timeout: 50 } }))
  await done(() => app.locator('name:Nothing').fill(TYPED, { timeout: 50 }))
  await done(() => desktop.type(`rm -rf / # ${TYPED}`))
  await done(() => desktop.clipboard.write(`rm -rf / # ${TYPED}`))
  await done(() => desktop.launch({ command: 'rm', args: ['-rf', '/', TYPED] }))
  // What a field shows that is not protected is what the application shows, and stands in diffs.
  await name.clear({ diff: false })
  await done(() => secret.fill(TYPED))
  await done(() => secret.insertText(TYPED))
  await done(() => secret.selectText({ start: 0, end: 3 }))
  await done(() => secret.fill(TYPED, { route: 'input' }))
  await done(() => secret.press('s'))
  expect(seen.some((each) => each instanceof Error)).toBe(true)
  expect(seen.map(searched).filter((text) => SECRET.test(text))).toEqual([])
  expect(written.join('\n')).toContain('a log that fails')
  expect(written.filter((text) => SECRET.test(text))).toEqual([])
})
