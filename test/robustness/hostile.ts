import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, type Desktop, isSurehandError, type Snapshot } from '../../lib/sdk/index.js'

/** What programs do that are hostile: `test/fixtures/apps/hostile.py` plays a case of a kind by its seed, on a real bus. */

const PROGRAM = join(import.meta.dirname, '..', 'fixtures', 'apps', 'hostile.py')

/** As programs of these toolkits a hostile one is read in every way that there is to read a tree. */
export const TOOLKITS = [
  ['gtk', '3.24.38'],
  ['GTK', '4.8.3'],
  ['Qt', '6.4.2'],
  ['Chromium', '156.0'],
  ['Gecko', '153.0'],
  ['unknown', '1'],
] as const

export interface Case {
  toolkit: string
  kind: string
  seed: number
}

export const nameOf = ({ toolkit, kind, seed }: Case): string => `${kind} ${seed} as ${toolkit}`

interface Line {
  event: string
  name?: string
  kinds?: string[]
}

/** One hostile program. */
export class Hostile implements AsyncDisposable {
  kinds: string[] = []
  readonly pid: number
  readonly #gone: Promise<unknown>
  #next: { resolve: (line: Line) => void; reject: (error: Error) => void } | undefined

  private constructor(
    private readonly child: ReturnType<HeadlessSession['spawn']>,
    readonly toolkit: string,
  ) {
    this.pid = child.pid as number
    this.#gone = new Promise((resolve) => child.once('exit', resolve))
    void this.#gone.then(() => this.#next?.reject(new Error(`the hostile program of ${toolkit} ended`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.#next?.resolve(JSON.parse(line) as Line)
    })
  }

  static async start(session: HeadlessSession, [toolkit, version]: readonly [string, string]): Promise<Hostile> {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit']
    const hostile = new Hostile(session.spawn('/usr/bin/python3', [PROGRAM, toolkit, version], { stdio }), toolkit)
    hostile.kinds = (await hostile.#line()).kinds ?? []
    return hostile
  }

  async play({ kind, seed }: Case): Promise<void> {
    const plays = this.#line()
    this.child.stdin?.write(`${kind} ${seed}\n`)
    await plays
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#gone
  }

  #line(): Promise<Line> {
    return new Promise((resolve, reject) => {
      this.#next = { resolve, reject }
    })
  }
}

/** What a caller may be told. Everything else is a fault of this library. */
const ERRORS = [
  'TIMEOUT',
  'APP_UNRESPONSIVE',
  'STALE',
  'INCOMPLETE_TREE',
  'NOT_FOUND',
  'AMBIGUOUS',
  'NOT_ACTIONABLE',
  'UNSUPPORTED',
  'REFUSED',
]

export interface Outcome {
  snapshot: Snapshot | undefined
  /** The code of a typed error. */
  code: string | undefined
  /** ms, of each call beyond the deadline that it was given. */
  late: Record<string, number>
}

/** Looks at a case as a caller does: the whole tree, its windows, a search, a press. Throws for what no caller should see. */
export async function look(app: App, wanted: Case, timeout: number): Promise<Outcome> {
  const outcome: Outcome = { snapshot: undefined, code: undefined, late: {} }
  const press = app.locator('role:Button|name:Press')
  const calls: Record<string, () => Promise<unknown>> = {
    snapshot: async () => {
      outcome.snapshot = await app.snapshot({ timeout })
    },
    windows: () => app.windows({ timeout }),
    count: () => press.count({ timeout }),
    click: () => press.click({ timeout }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const began = performance.now()
    try {
      await call()
    } catch (error) {
      if (!isSurehandError(error) || !(ERRORS.includes(error.code) || error.code === 'OUTCOME_UNKNOWN')) {
        throw new Error(`${nameOf(wanted)}: ${error}`, { cause: error })
      }
      outcome.code = error.code
    }
    outcome.late[name] = performance.now() - began - timeout
  }
  return outcome
}

/** The application of a hostile program, whatever it does at this moment. */
export async function appOf(desktop: Desktop, hostile: Hostile): Promise<App> {
  await hostile.play({ toolkit: hostile.toolkit, kind: 'nothing', seed: 0 })
  return desktop.app({ pid: hostile.pid })
}
