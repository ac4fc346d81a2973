import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { Desktop, type OpenOptions } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'

const PROGRAM = join(import.meta.dirname, '..', '..', 'fixtures', 'apps', 'hyprland.py')

/** What the simulated Hyprland does; `test/fixtures/apps/hyprland.py` says what each means. */
export interface Plan {
  lua?: boolean
  answers?: Record<string, 'nonsense' | 'cut' | 'huge' | 'silent' | 'closed' | { text: string }>
}

/** A simulated Hyprland: its request socket, in a session of sway's, to which sway's own is not known. */
export class SimulatedHyprland {
  readonly #session: HeadlessSession
  readonly #program: ChildProcess
  readonly #folder: string

  private constructor(session: HeadlessSession, program: ChildProcess, folder: string) {
    this.#session = session
    this.#program = program
    this.#folder = folder
  }

  static async start(session: HeadlessSession, plan: Plan = {}): Promise<SimulatedHyprland> {
    const folder = await mkdtemp(join(session.directory, 'h'))
    const args = [PROGRAM, join(folder, 'hypr', 'simulated', '.socket.sock'), join(folder, 'log'), JSON.stringify(plan)]
    const program = session.spawn('/usr/bin/python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface({ input: program.stdout as NodeJS.ReadableStream }), 'line')
    return new SimulatedHyprland(session, program, folder)
  }

  /** The environment of the session, as a program of Hyprland's has it. */
  get environment(): Record<string, string> {
    const { SWAYSOCK: _, ...environment } = this.#session.environment
    return { ...environment, XDG_RUNTIME_DIR: this.#folder, HYPRLAND_INSTANCE_SIGNATURE: 'simulated' }
  }

  /** Opens a desktop that uses it. */
  desktop(options: OpenOptions = {}): Promise<Desktop> {
    return Desktop.open({ backend: 'linux', defaultTimeout: PATIENCE, ...options, environment: this.environment })
  }

  /** What it was asked so far. */
  get requests(): string[] {
    const lines = readFileSync(join(this.#folder, 'log'), 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string)
  }

  /** The commands among that, without what they are for. */
  get commands(): string[] {
    return this.requests.flatMap((request) => (request.startsWith('dispatch ') ? [request.slice(9)] : []))
  }

  async end(): Promise<void> {
    if (this.#program.exitCode !== null || this.#program.signalCode !== null) return
    const gone = once(this.#program, 'exit')
    this.#program.kill('SIGKILL')
    await gone
  }
}

/** Why there can be no simulated Hyprland here; empty where there can be one. */
export const noPython: string = spawnSync('/usr/bin/python3', ['-c', '']).status === 0 ? '' : 'not installed: python3'
