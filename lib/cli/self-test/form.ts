import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What the form says of itself: what really arrived there. */
export interface FormState {
  text: string
  password: { length: number; sha256: string }
  agreed: boolean
  colour: string
  size: string
  amount: number
  fruit: string | null
  rows: string[][]
  /** How often each button was pressed. */
  presses: Record<string, number>
  /** The menu entries that were chosen. */
  entries: string[]
  /** How many dialogs are open. */
  dialogs: number
  /** How often Enter was pressed in the text field. */
  activations: number
  status: string
  /** The colour of the swatch: red, green, blue. */
  swatch: [number, number, number]
}

interface Line {
  event: string
  number?: number
}

// ms
const ANSWER = 4_000

/** The program that the checks are tried on, by its standard input and output. */
export class Form {
  readonly pid: number
  readonly #lines: Line[] = []
  readonly #looks = new Set<() => void>()
  #said = ''
  #ended = false
  #number = 0

  constructor(private readonly child: ChildProcess) {
    this.pid = child.pid ?? 0
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-1_000)
    })
    // Its end is seen by who waits for a line.
    child.stdin?.on('error', () => {})
    const end = () => {
      this.#ended = true
      this.#wake()
    }
    child.on('error', end).on('close', end)
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Toolkits write warnings there, too.
      if (!line.startsWith('{')) return
      this.#lines.push(JSON.parse(line) as Line)
      this.#wake()
    })
  }

  /** The exit code; `null` while it runs. */
  get exitCode(): number | null {
    return this.child.exitCode
  }

  /** The last line that it wrote to its standard error. */
  get complaint(): string {
    return this.#said.trim().split('\n').at(-1) ?? ''
  }

  /** How many lines it has written: for {@link heard}. */
  get mark(): number {
    return this.#lines.length
  }

  /** Whether it has written this event since the mark. */
  has(event: string, mark: number): boolean {
    return this.#lines.slice(mark).some((line) => line.event === event)
  }

  /** Waits until it writes this event; `false` when it ends before, or `timeout` ms are over. */
  heard(event: string, mark = 0, timeout = ANSWER): Promise<boolean> {
    return this.#until(() => this.has(event, mark), timeout)
  }

  /** What it says of itself once everything was handled that came before. */
  async state(timeout = ANSWER): Promise<FormState> {
    const number = ++this.#number
    this.child.stdin?.write(`state ${number}\n`)
    const isAnswer = (line: Line) => line.event === 'state' && line.number === number
    if (!(await this.#until(() => this.#lines.some(isAnswer), timeout))) throw new Error(this.#silence(timeout))
    return this.#lines.find(isAnswer) as Line & FormState
  }

  /** As it was at the start; `false` when it does not answer. */
  async reset(): Promise<boolean> {
    this.child.stdin?.write('reset\n')
    return this.state().then(
      () => true,
      () => false,
    )
  }

  /** Ends it and waits until it is gone. */
  async end(): Promise<void> {
    if (this.#ended) return
    const { child } = this
    // In Wine the error output of a process that has ended may stay open; this process would not end then.
    const close = () => {
      for (const output of [child.stdout, child.stderr]) output?.destroy()
    }
    if (child.exitCode !== null || child.signalCode !== null) close()
    else child.once('exit', close)
    child.kill('SIGKILL')
    await this.#until(() => this.#ended, ANSWER)
  }

  #silence(timeout: number): string {
    if (this.#ended) return 'the program of the self-test has ended'
    return `the program of the self-test did not say its state within ${timeout} ms`
  }

  #wake(): void {
    for (const look of this.#looks) look()
  }

  #until(holds: () => boolean, timeout: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        this.#looks.delete(look)
        resolve(holds())
      }
      const look = () => {
        if (holds() || this.#ended) settle()
      }
      const timer = setTimeout(settle, timeout)
      this.#looks.add(look)
      look()
    })
  }
}
