import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { createRegistry, type ToolResult } from '../../lib/agent/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { PATIENCE } from '../patience.js'

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')

function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

function worked(result: ToolResult): ToolResult {
  if (result.isError) throw new Error(textOf(result))
  return result
}

function indexOf(result: ToolResult, line: RegExp): number {
  const index = new RegExp(`#(\\d+) ${line.source}`).exec(textOf(worked(result)))?.[1]
  if (index === undefined) throw new Error(`no ${line} in:\n${textOf(result)}`)
  return Number(index)
}

/** The program without a tree, and its own record. */
class Board {
  readonly events: { event: string; name?: string | null }[] = []
  private wake = () => {}

  constructor(private readonly child: ChildProcess) {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.events.push(JSON.parse(line))
      this.wake()
    })
  }

  get pid(): number {
    return this.child.pid as number
  }

  get clicked() {
    return this.events.filter(({ event }) => event === 'clicked').map(({ name }) => name)
  }

  async until(event: string, count = 1): Promise<void> {
    while (this.events.filter((one) => one.event === event).length < count)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
  }

  async change(line: string): Promise<void> {
    const changes = this.events.filter(({ event }) => event === 'changed').length
    this.child.stdin?.write(`${line}\n`)
    await this.until('changed', changes + 1)
  }
}

test('OCR presses the right thing in a program without a tree, and nothing once another text shows there', async () => {
  await using session = await HeadlessSession.start({ width: 640, height: 400 })
  await using desktop = await session.desktop({ defaultTimeout: PATIENCE })
  await using registry = createRegistry(desktop, { profile: 'terminator', timeout: PATIENCE })
  const call = (tool: string, input: Record<string, unknown>) => registry.tool(tool).run(input)
  const child = session.spawn('/usr/bin/python3', [join(APPS, 'board_tk.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const board = new Board(child)
  await board.until('ready')
  const process = board.pid

  const read = await call('get_window_tree', { process, include_ocr: true })
  const save = indexOf(read, /text "Save draft"/)
  const archive = indexOf(read, /text "Archive"/)
  const cancel = indexOf(read, /text "Cancel"/)
  worked(await call('click_element', { index: save, vision_type: 'ocr' }))
  await board.until('clicked')
  expect(board.clicked).toEqual(['Save draft'])

  await board.change('swap|Archive|Delete')
  const swapped = await call('click_element', { index: archive, vision_type: 'ocr' })
  expect(swapped).toMatchObject({ isError: true, structuredContent: { error: { code: 'STALE', sent: 'no' } } })
  expect(textOf(swapped)).toContain('"Delete" is read there by now')

  const [window] = await (await desktop.app({ pid: process })).windows()
  await window?.move(150, 90)
  worked(await call('click_element', { index: cancel, vision_type: 'ocr' }))
  await board.until('clicked', 2)
  expect(board.clicked).toEqual(['Save draft', 'Cancel'])
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const PAGE = `<!doctype html><title>Orders of today</title>
<style>button, a { display: block; margin: 12px; padding: 10px }</style>
<div style="height: 40px">Above</div>
<button onclick="said.textContent += ' archived'">Archive</button>
<button id="reply" onclick="said.textContent += ' replied'">Reply</button>
<button id="send" onclick="said.textContent += event.isTrusted ? ' sent' : ' forged'">Send</button>
<p id="said">Record:</p>`

test('DOM presses the right thing in Chromium, and nothing once it is another one', async () => {
  await using session = await HeadlessSession.start({ width: 1000, height: 800 })
  await using desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const file = join(session.directory, 'orders.html')
  writeFileSync(file, PAGE)
  const port = await freePort()
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']
  const debug = [`--remote-debugging-port=${port}`, `--user-data-dir=${join(session.directory, 'chromium')}`]
  const app = await desktop.launch(
    { command: 'chromium', args: [...flags, '--disable-component-update', ...debug, `file://${file}`] },
    { timeout: 90_000 },
  )
  await app.locator('role:button|name:Send').waitFor({ timeout: 60_000 })
  await using registry = createRegistry(desktop, {
    profile: 'terminator',
    timeout: PATIENCE,
    grounding: { cdp: `http://127.0.0.1:${port}` },
  })
  const call = (tool: string, input: Record<string, unknown>) => registry.tool(tool).run(input)
  const process = app.pid

  const read = await call('get_window_tree', { process, include_browser_dom: true, tree_max_depth: 0 })
  const [archive, reply, send] = [/button "Archive"/, /button "Reply"/, /button "Send"/].map((line) =>
    indexOf(read, line),
  )
  worked(await call('click_element', { index: send, vision_type: 'dom' }))
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const dom = browser.contexts()[0]?.pages()[0]
  await expect.poll(() => dom?.textContent('#said')).toBe('Record: sent')

  // What is above it grows: the button is somewhere else, and is pressed there.
  // Chromium tells accessibility a moment later: until then a click is refused, because what is found at the point is not there any more.
  const top = async () => (await app.locator('role:button|name:Reply').boundingBox())?.y ?? 0
  const before = await top()
  await dom?.evaluate("document.querySelector('div').style.height = '140px'")
  await expect.poll(top).toBe(before + 100)
  worked(await call('click_element', { index: reply, vision_type: 'dom' }))
  await expect.poll(() => dom?.textContent('#said')).toBe('Record: sent replied')

  await dom?.evaluate("document.querySelector('button').textContent = 'Delete'")
  const other = await call('click_element', { index: archive, vision_type: 'dom' })
  expect(other).toMatchObject({ isError: true, structuredContent: { error: { code: 'STALE', sent: 'no' } } })
  await dom?.evaluate("document.querySelector('#send').remove()")
  const gone = await call('click_element', { index: send, vision_type: 'dom' })
  expect(gone).toMatchObject({ isError: true, structuredContent: { error: { code: 'STALE', sent: 'no' } } })
  expect(await dom?.textContent('#said')).toBe('Record: sent replied')
  await browser.close()
}, 240_000)
