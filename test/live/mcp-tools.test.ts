import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRegistry, type Registry, type ToolResult } from '../../lib/agent/index.js'
import { serverFactory } from '../../lib/agent/mcp/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { App, Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { Form } from './support/form.js'

// Every tool of the profile `all`, called by the official client on real programs: the order form (GTK 3), by whose own record it is
// known what was done, and for some a browser and a program that says what the pointer did. A tool without a row here fails a test.

let session: HeadlessSession
let desktop: Desktop
let form: Form
let root: string
let client: Client
let close: () => Promise<void>
let registry: Registry
let model: Played
let devtools: number

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'surehand-tools-'))
  session = await HeadlessSession.start({ width: 1280, height: 960 })
  desktop = await session.desktop()
  form = await Form.start(session, 'gtk3')
  model = await Played.start()
  devtools = await freePort()
  const grounding = {
    cdp: `http://127.0.0.1:${devtools}`,
    vision: { provider: 'openai', model: 'played', url: model.url },
  } as const
  const options = { profile: 'terminator', files: { root }, commands: { root }, grounding, timeout: PATIENCE } as const
  registry = createRegistry(desktop, options)
  const server = (await serverFactory(registry, '0.0.0'))()
  const [mine, its] = InMemoryTransport.createLinkedPair()
  await server.connect(its)
  client = new Client({ name: 'test', version: '0' })
  await client.connect(mine)
  close = async () => {
    await client.close()
    await server.close()
  }
})
afterAll(async () => {
  await close?.()
  await registry?.end()
  await model?.stop()
  await form?.end()
  await desktop?.dispose()
  await session?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** A model that says what a test has it say, turn by turn, from what it is shown. */
class Played {
  private answers: ((shown: string) => object)[] = []

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Played> {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { messages } = JSON.parse(Buffer.concat(parts).toString()) as { messages: { content: unknown }[] }
      const said = played.answers.shift()?.(JSON.stringify(messages.at(-1)?.content)) ?? {
        done: false,
        answer: 'asked too often',
      }
      const choices = [{ message: { content: JSON.stringify(said) } }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const played = new Played(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return played
  }

  says(...answers: ((shown: string) => object)[]): void {
    this.answers = answers
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve))
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A model presses Save and says that it is done. */
async function modelSaves(name: string): Promise<void> {
  model.says(
    (shown) => ({ action: { action: 'click', element: Number(/#(\d+) button \\"Save\\"/.exec(shown)?.[1]) } }),
    (shown) => ({ done: shown.includes('click'), answer: 'It is saved.' }),
  )
  const ended = await act(name, { goal: 'Save the order.', max_steps: 5 })
  expect(ended).toMatchObject({ status: 'done', answer: 'It is saved.', steps: [{ action: { action: 'click' } }] })
  await form.received({ event: 'clicked', name: 'Save' })
}

const ajv = new Ajv2020({ strict: false })
const fits = new Map<string, (data: unknown) => boolean>()

/** Calls it, and sees that what it gives is what it says that it gives. */
async function result(name: string, input: Record<string, unknown>): Promise<ToolResult> {
  if (fits.size === 0) {
    const { contents } = await client.readResource({ uri: 'surehand://results' })
    const [page] = contents
    if (page === undefined || !('text' in page)) throw new Error('surehand://results is no text')
    for (const [name, schema] of Object.entries(JSON.parse(page.text))) fits.set(name, ajv.compile(schema as object))
  }
  const given = (await client.callTool({ name, arguments: input })) as unknown as ToolResult
  const valid = fits.get(name)
  expect(valid?.(given.structuredContent), `${name} gave ${JSON.stringify(given.structuredContent)}`).toBe(true)
  return given
}

async function call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const given = await result(name, input)
  expect(given.isError, textOf(given)).toBeFalsy()
  return given.structuredContent
}

/** On the order form. */
const act = (name: string, input: Record<string, unknown>) => call(name, { process: form.pid, ...input })

const textOf = ({ content }: ToolResult) =>
  content.map((part) => (part.type === 'text' ? part.text : `(${part.mimeType})`)).join('\n')
const pictures = ({ content }: ToolResult) => content.filter(({ type }) => type === 'image').length

/** A program of its own, for one row. */
async function with_(command: string, args: string[], use: (app: App) => Promise<void>): Promise<void> {
  await using app = await desktop.launch({ command, args, timeout: 2 * PATIENCE })
  await use(app)
}
const fixture = (name: string) => join(import.meta.dirname, '..', 'fixtures', 'apps', name)

const CASES: Record<string, () => Promise<void>> = {
  get_applications_and_windows_list: async () => {
    const { applications } = (await call('get_applications_and_windows_list', {})) as {
      applications: { pid: number }[]
    }
    expect(applications.map(({ pid }) => pid)).toContain(form.pid)
    const one = await act('get_applications_and_windows_list', {})
    expect(one.applications).toMatchObject([{ pid: form.pid, windows: [{ title: 'Order form' }] }])
  },
  get_window_tree: async () => {
    const whole = await result('get_window_tree', { process: form.pid, tree_max_tokens: 200 })
    expect(textOf(whole)).toContain('button "Save"')
    const { cursor, lines_left } = whole.structuredContent as { cursor: string; lines_left: number }
    const rest = await call('get_window_tree', { cursor, tree_max_tokens: 100_000 })
    expect(lines_left).toBeGreaterThan(5)
    expect(rest.cursor).toBeUndefined()
  },
  validate_element: async () => {
    const { element } = await act('validate_element', { selector: 'role:button|name:Save' })
    expect(element).toMatchObject({ role: 'button', name: 'Save', id: 'save' })
  },
  wait_for_element: async () => {
    await act('click_element', { selector: 'name:Later' })
    expect(await act('wait_for_element', { selector: 'role:button|name:Late' })).toMatchObject({ condition: 'visible' })
  },
  capture_screenshot: async () => {
    const taken = await result('capture_screenshot', { process: form.pid })
    expect(pictures(taken)).toBe(1)
    expect(taken.structuredContent).toMatchObject({ scale: 1, bounds: { width: expect.any(Number) } })
  },
  click_element: async () => {
    expect(await act('click_element', { selector: 'name:Save', verify_element_exists: 'name:Saved' })).toMatchObject({
      effect: 'verified',
      attempts: 1,
    })
    await form.received({ event: 'clicked', name: 'Save' })
  },
  type_into_element: async () => {
    const typed = await act('type_into_element', { selector: 'role:textbox|name:Customer', text_to_type: 'Ann' })
    expect(typed.effect).toBe('verified')
    await form.received({ event: 'text', name: 'Customer', value: 'Ann' })
    await act('type_into_element', {
      selector: 'role:textbox|name:Customer',
      text_to_type: 'B. {Tab}',
      clear_before_typing: false,
    })
    await form.received({ event: 'text', name: 'Customer', value: 'B. Ann' })
    await form.received({ event: 'key', value: 'Tab' })
  },
  set_value: async () => {
    expect((await act('set_value', { selector: 'role:slider|name:Volume', value: 40 })).effect).toBe('verified')
    await form.received({ event: 'value', name: 'Volume', value: 40 })
    await act('set_value', { selector: 'role:textbox|name:Customer', value: 'Bob' })
    await form.received({ event: 'text', name: 'Customer', value: 'Bob' })
  },
  set_selected: async () => {
    for (const state of [true, false, false]) await act('set_selected', { selector: 'name:Accept', state })
    const toggled = form.events.filter(({ event, name }) => event === 'toggled' && name === 'Accept')
    expect(toggled.map(({ value }) => value)).toEqual([true, false])
    await act('set_selected', { selector: 'role:listitem|name:"Item 3"', state: true })
    await form.received({ event: 'selected', name: 'Items', value: 'Item 3' })
  },
  select_option: async () => {
    await act('select_option', { selector: 'role:combobox|name:Country', option_name: 'Brazil' })
    await form.received({ event: 'selected', name: 'Country', value: 'Brazil' })
  },
  invoke_element: async () => {
    expect((await act('invoke_element', { selector: 'name:Count|id:count' })).route).toBe('action')
    await form.received({ event: 'clicked', name: 'Count' })
  },
  scroll_element: async () => {
    await act('scroll_element', { selector: 'role:listitem|name:"Item 150"', direction: 'into_view' })
    const { element } = await act('validate_element', { selector: 'role:listitem|name:"Item 150"' })
    expect(JSON.stringify(element)).toContain('bounds')
    await act('scroll_element', { selector: 'name:Items', direction: 'up', amount: 2 })
  },
  press_key: async () => {
    await act('press_key', { selector: 'role:textbox|name:Customer', key: '{Ctrl}a' })
    await form.received({ event: 'key', value: 'a' })
  },
  press_key_global: async () => {
    await act('press_key_global', { key: 'Control+o' })
    await form.received({ event: 'menu', name: 'Open' })
    await call('press_key_global', { key: 'Escape' })
    await form.received({ event: 'key', value: 'Escape' })
  },
  activate_element: async () => {
    await act('activate_element', {})
    expect((await desktop.foreground())?.app.pid).toBe(form.pid)
    await act('activate_element', { selector: 'role:textbox|name:Notes' })
    expect((await desktop.foreground())?.focused?.name).toBe('Notes')
  },
  open_application: async () => {
    const program = { app_name: '/usr/bin/python3', args: [fixture('statusbar_gtk3.py')] }
    const { pid } = (await call('open_application', program)) as { pid: number }
    try {
      expect((await desktop.apps()).map((app) => app.pid)).toContain(pid)
    } finally {
      await (await desktop.app({ pid })).quit({ force: true })
    }
  },
  delay: async () => {
    expect(await call('delay', { delay_ms: 10 })).toEqual({ waited_ms: 10 })
  },
  highlight_element: async () => {
    const shown = await result('highlight_element', { process: form.pid, selector: 'role:button' })
    expect(pictures(shown)).toBe(1)
    expect(shown.structuredContent.refs).toContainEqual(expect.stringMatching(/^ref:e\d+$/))
  },
  mouse_drag: () =>
    with_('/usr/bin/python3', [fixture('pointer_gtk3.py')], async (app) => {
      const middle = async (name: string) => {
        const { x, y, width, height } = (await app.locator(`name:${name}`).boundingBox()) ?? {
          x: 0,
          y: 0,
          width: 0,
          height: 0,
        }
        return { x: x + width / 2, y: y + height / 2 }
      }
      const [from, to] = [await middle('From'), await middle('To')]
      const way = { start_x: from.x, start_y: from.y, end_x: to.x, end_y: to.y }
      expect(await call('mouse_drag', { process: app.pid, ...way })).toMatchObject({ action: 'dragTo', route: 'input' })
      const said = async () =>
        ((await app.program?.stdout()) ?? '')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      await expect.poll(async () => (await said()).filter(({ event }) => event === 'up').length).toBe(1)
      expect((await said()).find(({ event }) => event === 'down')).toMatchObject({ area: 'From', x: 50, y: 50 })
      expect((await said()).filter(({ event }) => event === 'move').length).toBeGreaterThan(3)
      // What shows there is not of the form.
      const wrong = await result('mouse_drag', { process: form.pid, ...way })
      expect(wrong.structuredContent.error).toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
    }),
  navigate_browser: async () => {
    const page = join(root, 'page.html')
    writeFileSync(page, '<title>The page</title><h1>Arrived</h1>')
    const profile = join(root, 'chromium')
    const args = ['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', `--user-data-dir=${profile}`]
    await with_('chromium', [...args, 'about:blank'], async (app) => {
      const to = { url: pathToFileURL(page).href, verify_element_exists: 'role:heading|name:Arrived' }
      const gone = await call('navigate_browser', {
        process: app.pid,
        ...to,
        timeout_ms: PATIENCE,
        verify_timeout_ms: PATIENCE,
      })
      expect(gone.effect).toBe('verified')
      const script = await result('navigate_browser', { process: app.pid, url: 'javascript:alert(1)' })
      expect(script.structuredContent.error).toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
    })
    const none = await result('navigate_browser', { process: form.pid, ...{ url: 'about:blank' } })
    expect(none.structuredContent.error).toMatchObject({ code: 'NOT_ACTIONABLE', sent: 'no' })
  },
  execute_browser_script: async () => {
    const page = join(root, 'script.html')
    writeFileSync(page, '<title>Scripted</title><h1>Waits</h1>')
    const profile = join(root, 'chromium-devtools')
    const args = ['--no-sandbox', '--no-first-run', `--user-data-dir=${profile}`, `--remote-debugging-port=${devtools}`]
    await with_('chromium', [...args, pathToFileURL(page).href], async (app) => {
      await app.locator('role:heading|name:Waits').waitFor({ timeout: 2 * PATIENCE })
      const script = "document.querySelector('h1').textContent = 'Ran'; return document.title"
      expect(await call('execute_browser_script', { script })).toEqual({ result: 'Scripted' })
      await app.locator('role:heading|name:Ran').waitFor()
    })
  },
  computer_use_loop: () => modelSaves('computer_use_loop'),
  gemini_computer_use: () => modelSaves('gemini_computer_use'),
  // Nothing is open: questions have tests of their own (test/contract/mcp/questions.test.ts).
  answer_question: async () => {
    const answered = await result('answer_question', { id: 'none', action: 'decline' })
    expect(answered.structuredContent).toEqual({ taken: false })
  },
  ask_user: async () => {
    expect(await call('ask_user', { question: 'Which?' })).toEqual({ status: 'unavailable' })
  },
  execute_sequence: async () => {
    const step = (id: string, tool_name: string, more: object) => ({
      id,
      tool_name,
      arguments: { process: form.pid, ...more },
    })
    const steps = [
      step('who', 'set_value', { selector: 'role:textbox|name:Customer', value: '{{who}}' }),
      step('save', 'click_element', { selector: 'name:Save' }),
    ]
    const variables = { who: { type: 'string' } }
    const done = await call('execute_sequence', { steps, variables, inputs: { who: 'Cleo' } })
    expect(done).toMatchObject({ status: 'executed_without_error', steps: [{ id: 'who' }, { id: 'save' }] })
    await form.received({ event: 'text', name: 'Customer', value: 'Cleo' })
    await form.received({ event: 'clicked', name: 'Save' })
  },
  stop_execution: async () => {
    const steps = [1, 2, 3].map((n) => ({ id: `wait${n}`, tool_name: 'delay', arguments: { delay_ms: 1_000 } }))
    const running = call('execute_sequence', { steps })
    await expect.poll(async () => (await call('stop_execution', {})).stopped, { timeout: PATIENCE }).toBeGreaterThan(0)
    expect(await running).toMatchObject({ status: 'cancelled' })
  },
  run_command: async () => {
    const ran = await call('run_command', { run: 'echo "$DISPLAY"' })
    expect(ran).toMatchObject({ exit_code: 0, stdout: `${session.environment.DISPLAY}\n` })
  },
  read_file: async () => {
    writeFileSync(join(root, 'read.txt'), 'one\ntwo\n')
    expect(await call('read_file', { path: 'read.txt', offset: 2 })).toMatchObject({ content: 'two\n', lines: 1 })
  },
  glob_files: async () => {
    writeFileSync(join(root, 'here.yml'), '')
    expect(await call('glob_files', { pattern: '*.yml' })).toEqual({ files: ['here.yml'] })
  },
  grep_files: async () => {
    writeFileSync(join(root, 'grep.txt'), 'a\nneedle\n')
    const found = await call('grep_files', { pattern: 'need.e', glob: '*.txt' })
    expect(found.matches).toEqual([{ path: 'grep.txt', line: 2, text: 'needle' }])
  },
  write_file: async () => {
    await call('write_file', { path: 'written.txt', content: 'new' })
    expect(readFileSync(join(root, 'written.txt'), 'utf8')).toBe('new')
  },
  edit_file: async () => {
    writeFileSync(join(root, 'edit.txt'), 'old words')
    await call('edit_file', { path: 'edit.txt', old_string: 'old', new_string: 'new' })
    expect(readFileSync(join(root, 'edit.txt'), 'utf8')).toBe('new words')
  },
  copy_content: async () => {
    writeFileSync(join(root, 'source.txt'), 'a\nb\nc\n')
    const part = { source_mode: 'lines', source_start_line: 2, source_end_line: 2, target_mode: 'append' }
    await call('copy_content', { source_path: 'source.txt', target_path: 'copied.txt', ...part })
    expect(readFileSync(join(root, 'copied.txt'), 'utf8')).toBe('b\n')
  },
  typecheck_workflow: async () => {
    writeFileSync(join(root, 'flow.yml'), 'steps:\n  - tool_name: no_such_tool\n')
    expect(await call('typecheck_workflow', { workflow_path: 'flow.yml' })).toMatchObject({ success: false })
  },
}

test('there is a row for each tool of the profile, and none for what is no tool', async () => {
  const { tools } = await client.listTools()
  expect(Object.keys(CASES).sort()).toEqual(tools.map(({ name }) => name).sort())
})

test.each(Object.entries(CASES))('%s', async (_, row) => {
  form.forget()
  await row()
})

test('a call that cannot work is a result that fits the schema, too', async () => {
  for (const name of Object.keys(CASES)) {
    const failed = await result(name, { nonsense: true })
    expect(failed.isError, name).toBe(true)
    expect(failed.structuredContent.error, name).toMatchObject({ code: 'INVALID_ARGUMENT', sent: 'no' })
  }
  const nearly = await result('click_element', {
    process: form.pid,
    selector: 'role:button|name:Sav',
    timeout_ms: 3_000,
  })
  const misses = expect.arrayContaining([expect.objectContaining({ selector: 'role:button|name:Save' })])
  expect(nearly.structuredContent.error).toMatchObject({ code: 'NOT_FOUND', near_misses: misses })
  const several = await result('click_element', { process: form.pid, selector: 'role:button|name:Edit' })
  expect(several.structuredContent.error).toMatchObject({ code: 'AMBIGUOUS', candidates: [{}, {}] })
})
