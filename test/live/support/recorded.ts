import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Setup, Target } from '../../../lib/cli/codegen/step.js'
import type { PageFiles } from '../../../lib/cli/inspect/page-server.js'
import type { App, Desktop } from '../../../lib/sdk/index.js'
import type { Rect } from '../../../lib/sdk/tree/node.js'
import { PATIENCE } from '../../patience.js'
import { Inspected } from './inspected.js'

/** What shows the page, and where files go. */
export interface Studio {
  browser: Browser
  files: PageFiles
  folder: string
}

const MARKS = { script: 'await using', vitest: 'surehand/vitest', jest: 'surehand/jest', workflow: 'workflow_id' }

/** The page in recording mode, in a browser. */
export class Recorded implements AsyncDisposable {
  private constructor(
    readonly inspected: Inspected,
    private readonly app: App,
    private readonly folder: string,
  ) {}

  /** `saves`: whether there is a file to write to. */
  static async open(
    { browser, files, folder }: Studio,
    desktop: Desktop,
    app: App,
    setup: Setup,
    options: BrowserContextOptions = {},
    saves = true,
  ): Promise<Recorded> {
    const recording = { setup, target: 'vitest', output: saves ? join(folder, 'output') : undefined } as const
    const recorded = new Recorded(await Inspected.open(browser, desktop, app, files, options, recording), app, folder)
    await until('the code shows', async () => (await recorded.code.inputValue()).includes(MARKS.vitest))
    return recorded
  }

  get page(): Page {
    return this.inspected.page
  }

  get panel() {
    return this.page.getByRole('region', { name: 'Recording' })
  }

  get code() {
    return this.panel.getByRole('textbox', { name: 'Code' })
  }

  /** What the panel says. */
  async said(): Promise<string> {
    return (await this.panel.getByRole('status').textContent()) ?? ''
  }

  /** The steps, each with what is known of its effect. */
  async steps(): Promise<string[]> {
    return this.panel.getByRole('region', { name: 'Steps' }).locator('ol.steps li').allTextContents()
  }

  /** Does something at the middle of an element in the picture, once the page has what shows now. */
  async at(selector: string, work: (place: { x: number; y: number }) => Promise<void>): Promise<void> {
    let bounds: Rect | undefined
    await until(`${selector} has a place`, async () => {
      const places = (await this.app.snapshot()).findAll(selector).map((node) => node.bounds)
      bounds = places.find((place) => place !== undefined)
      return bounds !== undefined
    })
    const area = bounds as Rect
    await until(`${selector} is in the picture`, () => this.inspected.shows(area))
    await this.keys(async () => work(await this.inspected.at(area)))
  }

  async click(selector: string): Promise<void> {
    await this.at(selector, ({ x, y }) => this.page.mouse.click(x, y))
  }

  /** Keys for the program, or whatever else the page sends to it: waits for the answer. */
  async keys(work: () => Promise<void>): Promise<void> {
    const before = await this.answers()
    await work()
    await until('the page is answered', async () => (await this.answers()) > before)
  }

  async assert(selector: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Assert this' }).click()
    await this.click(selector)
  }

  /** Saves what is written for a target, and gives the file. */
  async write(target: Target, name: string): Promise<string> {
    await this.panel.getByRole('combobox', { name: 'Write' }).selectOption(target)
    await until('the code is another', async () => (await this.code.inputValue()).includes(MARKS[target]))
    await this.panel.getByRole('button', { name: 'Save' }).click()
    const output = join(this.folder, 'output')
    await until('it is saved', async () => (await this.said()) === `Saved: ${output}`)
    const file = join(this.folder, name)
    await copyFile(output, file)
    const [saved, shown] = [await readFile(file, 'utf8'), await this.code.inputValue()]
    if (saved !== shown) throw new Error(`saved is\n${saved}\nand shown\n${shown}`)
    return file
  }

  /** How many questions of the recording were answered. */
  private async answers(): Promise<number> {
    const { answers } = this.inspected
    return (await Promise.all(answers)).filter((answer) => answer.startsWith('{"target"')).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.inspected[Symbol.asyncDispose]()
  }
}

/** Without Vitest: the fleet records, too. */
async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await check())) {
    if (Date.now() >= end) throw new Error(`It did not come that ${what}.`)
    await pause(50)
  }
}
