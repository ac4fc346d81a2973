import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { Desktop, type OpenOptions } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'

const PROGRAM = join(import.meta.dirname, '..', '..', 'fixtures', 'apps', 'portal.py')

/** What the simulated portal does; `test/fixtures/apps/portal.py` says what each means. */
export interface Plan {
  start?: 'grant' | 'refuse' | 'end' | 'without' | 'silent' | 'types' | 'reordered'
  devices?: number
  streams?: boolean
  sources?: number
  place?: [x: number, y: number, width: number, height: number] | null
  renews?: string
  rejects?: 'token' | 'restored'
  revokes?: number
  vanishes?: number
  forged?: boolean
  clipboard?: 'grant' | 'withhold' | 'error' | 'silent'
  copied?: Record<string, string>
  times?: number
  reads?: 'silent' | 'stuck' | 'number' | 'revoked'
  pastes?: string[]
}

/** What the simulated portal wrote down: a call to it, or a signal of its own. */
export interface Asked {
  member?: string
  signal?: string
  forged?: boolean
  arguments?: unknown[]
  /** The beginning of what another program pasted, and the length of it all. */
  pasted?: string
  size?: number
  serial?: number
}

/** A simulated portal on the bus of a session. */
export class SimulatedPortal {
  readonly #session: HeadlessSession
  readonly #folder: string
  readonly #program: ChildProcess

  private constructor(session: HeadlessSession, folder: string, program: ChildProcess) {
    this.#session = session
    this.#folder = folder
    this.#program = program
  }

  static async start(session: HeadlessSession, plan: Plan = {}): Promise<SimulatedPortal> {
    const folder = await mkdtemp(join(session.directory, 'portal-'))
    const args = [PROGRAM, join(folder, 'log'), JSON.stringify(plan)]
    const program = session.spawn('/usr/bin/python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface({ input: program.stdout as NodeJS.ReadableStream }), 'line')
    return new SimulatedPortal(session, folder, program)
  }

  /** Opens a desktop that uses it. */
  desktop(options: OpenOptions = {}): Promise<Desktop> {
    const environment = { ...portalEnvironment(this.#session), ...options.environment }
    return Desktop.open({ backend: 'linux', defaultTimeout: PATIENCE, ...options, environment })
  }

  /** All that it was asked so far. */
  get log(): Asked[] {
    const lines = readFileSync(join(this.#folder, 'log'), 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Asked)
  }

  /** The names of the methods that it was asked, without those of input. */
  get requests(): string[] {
    return this.log.flatMap(({ member }) => (member && !member.startsWith('Notify') ? [member] : []))
  }

  /** The events of input that it was asked to make: `Keysym 97 1`. */
  get events(): string[] {
    return this.log.flatMap(({ member, arguments: given = [] }) =>
      member?.startsWith('Notify')
        ? [[member.replace(/^Notify(Keyboard|Pointer)/, ''), ...given.slice(1)].join(' ')]
        : [],
    )
  }

  /** The options of a call. */
  options(member: string): Record<string, unknown>[] {
    const isOptions = (value: unknown) => typeof value === 'object' && value !== null
    return this.log
      .filter((each) => each.member === member)
      .map((each) => each.arguments?.find(isOptions) as Record<string, unknown>)
  }

  async end(): Promise<void> {
    if (this.#program.exitCode !== null || this.#program.signalCode !== null) return
    const gone = once(this.#program, 'exit')
    this.#program.kill('SIGKILL')
    await gone
  }
}

/** The environment of a session, with the portal as the way of input and pictures. */
export function portalEnvironment(session: HeadlessSession): Record<string, string> {
  return { ...session.environment, SUREHAND_WAYLAND: 'portal' }
}

const hasGlib = spawnSync('/usr/bin/python3', ['-c', 'from gi.repository import Gio']).status === 0

/** Why there can be no simulated portal here, for the names of tests that are left out; empty where there can be one. */
export const noPython: string = hasGlib ? '' : 'not installed: python3-gi'
