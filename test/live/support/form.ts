import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { PATIENCE } from '../../patience.js'

/** The toolkits that the order form exists for; `test/fixtures/apps/form.md` says what is in it. */
export const FORM_TOOLKITS = ['gtk3', 'gtk4', 'qt5', 'qt6'] as const
export type FormToolkit = (typeof FORM_TOOLKITS)[number]

/** What the form says that it received. */
export interface FormEvent {
  event: string
  name?: string
  value?: unknown
}

/** What starts the form. */
export type Spawner = Pick<HeadlessSession, 'spawn'>

const APPS = join(import.meta.dirname, '..', '..', 'fixtures', 'apps')
const COMMANDS: Record<FormToolkit, string[]> = {
  gtk3: [join(APPS, 'form_gtk3.py')],
  gtk4: [join(APPS, 'form_gtk4.py')],
  qt5: [join(APPS, 'form_qt.py'), '5'],
  qt6: [join(APPS, 'form_qt.py'), '6'],
}

/** The order form as a process of its own, with the record of what it really received. */
export class Form {
  readonly pid: number
  /** Everything that it received so far, oldest first. */
  readonly events: FormEvent[] = []
  readonly #process: ChildProcess
  readonly #waiting = new Set<() => void>()

  private constructor(process: ChildProcess) {
    this.#process = process
    this.pid = process.pid as number
    createInterface({ input: process.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.events.push(JSON.parse(line) as FormEvent)
      for (const look of this.#waiting) look()
    })
  }

  /** Starts it; its window has been shown when this resolves, though its toolkit may not have published it yet. */
  static start(session: Spawner, toolkit: FormToolkit): Promise<Form> {
    return Form.of(session.spawn('/usr/bin/python3', COMMANDS[toolkit], { stdio: ['ignore', 'pipe', 'ignore'] }))
  }

  /** The one with Windows' own controls; with `extras` it has a page of what only Windows has. */
  static startWin32(...options: ('extras' | 'one-at-a-time')[]): Promise<Form> {
    return Form.of(spawn(join(APPS, 'win32-form', 'win32-form.exe'), options, { stdio: ['ignore', 'pipe', 'ignore'] }))
  }

  private static async of(child: ChildProcess): Promise<Form> {
    const form = new Form(child)
    await form.received({ event: 'ready' })
    form.forget()
    return form
  }

  /** The first event since the last `forget()` that has these members, waited for. */
  received(expected: Partial<FormEvent>, timeout = PATIENCE): Promise<FormEvent> {
    const members = Object.entries(expected)
    const find = () =>
      this.events.find((event) => members.every(([key, value]) => event[key as keyof FormEvent] === value))
    return new Promise((resolve, reject) => {
      const look = () => {
        const event = find()
        if (!event) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(event)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        const seen = this.events.map((event) => JSON.stringify(event)).join(' ') || 'nothing'
        reject(
          new Error(`the form did not receive ${JSON.stringify(expected)} within ${timeout} ms; it received ${seen}`),
        )
      }, timeout)
      this.#waiting.add(look)
      look()
    })
  }

  /** Empties the record. */
  forget(): void {
    this.events.length = 0
  }

  /** SIGSTOP, SIGCONT, SIGKILL. */
  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** Whether it is gone. */
  get exited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** Ends it and waits until it is gone. */
  async end(): Promise<void> {
    if (this.exited) return
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await gone
  }
}
