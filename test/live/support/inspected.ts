import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { RecorderOptions } from '../../../lib/cli/codegen/recorder.js'
import { type Inspector, inspectorOf } from '../../../lib/cli/inspect/inspector.js'
import type { PageFiles } from '../../../lib/cli/inspect/page-server.js'
import type { App, Desktop } from '../../../lib/sdk/index.js'
import { buildViewer } from '../../../scripts/build-viewer.mjs'

/** What the page runs and looks like, built for the test. */
export async function builtPage(): Promise<PageFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-inspect-'))
  try {
    await buildViewer(folder)
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    return { script: await read('inspect-page.js'), style: await read('inspect-page.css') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The page of the inspector in a browser. */
export class Inspected implements AsyncDisposable {
  /** What the browser says of the page: errors, and what its policy refused. */
  readonly said: string[] = []
  /** The bodies of what the server answered, but the pictures. */
  readonly answers: Promise<string>[] = []
  /** The names that were asked for. */
  readonly asked: string[] = []

  private constructor(
    readonly inspector: Inspector,
    readonly page: Page,
  ) {}

  static async open(
    browser: Browser,
    desktop: Desktop,
    app: App,
    files: PageFiles,
    options: BrowserContextOptions = {},
    recording?: RecorderOptions,
  ): Promise<Inspected> {
    const inspector = await inspectorOf(desktop, app, { files, recording })
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const { origin } = new URL(inspector.url)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    const page = await context.newPage()
    const inspected = new Inspected(inspector, page)
    page.on('console', (message) => inspected.said.push(message.text()))
    page.on('pageerror', (error) => inspected.said.push(error.message))
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      inspected.asked.push(pathname.split('/').pop() as string)
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
        inspected.said.push(`asked for ${request.url()}`)
    })
    page.on('response', (response) => {
      if (/\/(events|picture)$/.test(response.url())) return
      inspected.answers.push(response.text().catch(() => ''))
    })
    await page.goto(inspector.url)
    await page.getByRole('treeitem').first().waitFor()
    await page.waitForFunction(() => performance.getEntriesByName('picture-shown').length > 0)
    return inspected
  }

  get field() {
    return this.page.getByRole('textbox', { name: 'Selector' })
  }

  get selectors() {
    return this.page.getByRole('region', { name: 'Selectors' })
  }

  get element() {
    return this.page.getByRole('region', { name: 'Element', exact: true })
  }

  get try() {
    return this.page.getByRole('region', { name: 'Try', exact: true })
  }

  /** A row of the tree that shows, by what a screen reader says of it. */
  row(name: RegExp) {
    return this.page.getByRole('treeitem', { name })
  }

  /** Whether the middle of an area of the screen is in the picture. */
  async shows({ x, y, width, height }: Area): Promise<boolean> {
    const shown = await this.pictured()
    const [right, down] = [x + width / 2 - (shown?.x ?? 0), y + height / 2 - (shown?.y ?? 0)]
    return shown !== undefined && right >= 0 && down >= 0 && right < shown.width && down < shown.height
  }

  /** Where the middle of an area of the screen is in the picture, for the mouse. */
  async at(area: Area): Promise<{ x: number; y: number }> {
    const canvas = await this.page.locator('canvas').boundingBox()
    const shown = await this.pictured()
    if (canvas === null || shown === undefined) throw new Error('There is no picture.')
    const scale = canvas.width / shown.width
    return {
      x: canvas.x + (area.x + area.width / 2 - shown.x) * scale,
      y: canvas.y + (area.y + area.height / 2 - shown.y) * scale,
    }
  }

  /** The part of the screen that is shown. */
  private async pictured(): Promise<Area | undefined> {
    const bounds = await this.page.locator('canvas').getAttribute('data-bounds')
    return bounds === null ? undefined : (JSON.parse(bounds) as Area)
  }

  /** Tries a verb on the picked element, and gives what came of it. */
  async attempt(verb: string, argument?: string): Promise<string> {
    await this.try.getByRole('combobox', { name: 'Action' }).selectOption(verb)
    if (argument !== undefined) await this.try.getByRole('textbox').fill(argument)
    await this.try.getByRole('button', { name: 'Try' }).click()
    const outcome = this.try.getByRole('status')
    await outcome.getByRole('heading').first().waitFor()
    return (await outcome.textContent()) ?? ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
    await this.inspector.close()
  }
}
