import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type App, Desktop } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'

const SIMULATOR = join(import.meta.dirname, '..', '..', 'simulators', 'uia')

/** A node as a provider tells of it: UI Automation's properties by name, and how it behaves (worlds/README.md). */
export interface VirtualNode {
  Name?: string
  ControlType?: number
  Patterns?: string[]
  children?: (VirtualNode | { repeat: number; first?: number; node: VirtualNode })[]
  [member: string]: unknown
}

export interface VirtualWorldFile {
  windows: VirtualNode[]
  [member: string]: unknown
}

export interface VirtualEvent {
  event: string
  name?: string
  key?: string
  value?: unknown
  with?: unknown[]
}

/** A program with virtual trees, which says what it received, and the desktop that it is on. */
export class Virtual implements AsyncDisposable {
  readonly events: VirtualEvent[] = []
  readonly #waiting = new Set<() => void>()

  private constructor(
    readonly desktop: Desktop,
    readonly app: App,
    readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    createInterface({ input: process.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.events.push(JSON.parse(line) as VirtualEvent)
      for (const look of this.#waiting) look()
    })
  }

  static async show(world: VirtualWorldFile, desktop?: Desktop): Promise<Virtual> {
    const folder = mkdtempSync(join(tmpdir(), 'surehand-world-'))
    const file = join(folder, 'world.json')
    writeFileSync(file, JSON.stringify(world))
    const child = spawn(join(SIMULATOR, 'virtual-world.exe'), [file], { stdio: ['pipe', 'pipe', 'ignore'] })
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve())
      child.once('exit', (code) => reject(new Error(`virtual-world ended with ${code}`)))
    })
    const on = desktop ?? (await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE }))
    return new Virtual(on, await on.app({ pid: child.pid as number }), child, folder)
  }

  /** A recorded tree of `worlds/recorded`. */
  static recorded(name: string): Promise<Virtual> {
    return Virtual.show(JSON.parse(readFileSync(join(SIMULATOR, 'worlds', 'recorded', `${name}.json`), 'utf8')))
  }

  /** What happens in the program now; resolves when it has. */
  async apply(effect: Record<string, unknown>): Promise<void> {
    const before = this.events.filter(({ event }) => event === 'applied').length
    this.process.stdin?.write(`${JSON.stringify(effect)}\n`)
    await this.#until(() => this.events.filter(({ event }) => event === 'applied').length > before)
  }

  /** How often it was asked to do that, whoever it was about. */
  did(what: string): VirtualEvent[] {
    return this.events.filter(({ event }) => event === what)
  }

  async received(what: string): Promise<VirtualEvent> {
    await this.#until(() => this.did(what).length > 0)
    return this.did(what)[0] as VirtualEvent
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!holds()) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`it did not happen; there was ${JSON.stringify(this.events)}`))
      }, PATIENCE)
      this.#waiting.add(look)
      look()
    })
  }

  async end(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = new Promise((resolve) => this.process.once('exit', resolve))
      this.process.kill('SIGKILL')
      await gone
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
    await this.desktop.dispose()
  }
}

// Control types by the names that the SDK gives them.
export const BUTTON = 50000
export const CHECK_BOX = 50002
export const EDIT = 50004
export const LIST_ITEM = 50007
export const LIST = 50008
export const TEXT = 50020
export const GROUP = 50026
export const DOCUMENT = 50030
export const WINDOW = 50032
export const PANE = 50033
export const TITLE_BAR = 50037

export const button = (Name: string, more: VirtualNode = {}): VirtualNode => ({
  Name,
  ControlType: BUTTON,
  Patterns: ['InvokePattern'],
  key: Name,
  ...more,
})

export const text = (Name: string, more: VirtualNode = {}): VirtualNode => ({
  Name,
  ControlType: TEXT,
  key: Name,
  ...more,
})

/** A world of one window with this in it. */
export const world = (children: VirtualNode['children'], more: Record<string, unknown> = {}): VirtualWorldFile => ({
  windows: [{ Name: 'Main', FrameworkId: 'WPF', key: 'main', children }],
  ...more,
})
