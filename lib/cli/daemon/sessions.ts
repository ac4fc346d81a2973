import { AsyncLocalStorage } from 'node:async_hooks'
import { createRegistry, type Registry } from '../../agent/index.js'
import { Desktop } from '../../sdk/desktop.js'
import { SurehandError } from '../../sdk/errors.js'
import type { HeadlessSession } from '../../sdk/headless/index.js'
import { desktopName } from '../desktop-name.js'
import { History } from './history.js'

/** Whether the command that is being done says yes to what the policy asks about it. */
export const confirmed = new AsyncLocalStorage<boolean>()

/** A named session: the core tools over a desktop, private or not. */
export interface NamedSession {
  readonly registry: Registry
  readonly history: History
  readonly isPrivate: boolean
  /** Of who began it: which desktop it is over, unless it is private. */
  readonly environment: Record<string, string>
  /** What was opened last, which commands mean that name no program. */
  program?: string
  end(): Promise<void>
}

/** The sessions of one daemon. A private one is a desktop of its own, with its programs, and goes with it. */
export class Sessions {
  readonly #sessions = new Map<string, Promise<NamedSession>>()

  async begun(name: string, how: 'private' | 'shared', environment: Record<string, string>): Promise<NamedSession> {
    const there = this.#sessions.get(name)
    if (there !== undefined) {
      const session = await there
      if (how === 'private' && !session.isPrivate) throw notPrivate(name)
      if (how === 'shared' && !session.isPrivate) refuseOther(name, session.environment, environment)
      return session
    }
    const beginning = begin(how, environment)
    this.#sessions.set(name, beginning)
    beginning.catch(() => this.#sessions.delete(name))
    return beginning
  }

  /** One that was begun. */
  of(name: string): Promise<NamedSession> | undefined {
    return this.#sessions.get(name)
  }

  get names(): string[] {
    return [...this.#sessions.keys()]
  }

  async describe(): Promise<string> {
    const lines = await Promise.all(
      [...this.#sessions].map(async ([name, session]) => {
        const { isPrivate, program } = await session
        return [name, isPrivate ? 'private' : 'on this desktop', program ?? 'nothing opened'].join('\t')
      }),
    )
    return [`daemon\tpid ${process.pid}`, ...lines].join('\n')
  }

  async close(name: string): Promise<boolean> {
    const session = this.#sessions.get(name)
    this.#sessions.delete(name)
    await (await session)?.end()
    return session !== undefined
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.names.map((name) => this.close(name)))
  }
}

async function begin(how: 'private' | 'shared', environment: Record<string, string>): Promise<NamedSession> {
  const headless = how === 'private' ? await privateDesktop() : undefined
  try {
    const desktop = await (headless?.desktop() ?? Desktop.open({ environment: { ...process.env, ...environment } }))
    const { policy } = await import('../../agent/policy/index.js')
    const ask = () => confirmed.getStore() === true || 'the command does not say --confirm'
    const history = new History()
    const turns = headless === undefined ? { turns: desktopName(environment) } : {}
    const registry = createRegistry(desktop.with({ hooks: [policy({ ask }), history.hooks] }), turns)
    const end = async () => {
      await registry.end()
      await desktop.dispose()
      await headless?.stop()
    }
    return { registry, history, isPrivate: headless !== undefined, environment, end }
  } catch (error) {
    await headless?.stop()
    throw error
  }
}

async function privateDesktop(): Promise<HeadlessSession> {
  const { HeadlessSession } = await import('../../sdk/headless/index.js')
  return HeadlessSession.start({ width: 1280, height: 960 })
}

/** What is typed on one desktop is never done on another one. */
function refuseOther(name: string, own: Record<string, string>, asked: Record<string, string>): void {
  const other = Object.keys({ ...own, ...asked }).find((variable) => own[variable] !== asked[variable])
  if (other === undefined) return
  const message =
    `The session ${name} is on another desktop (${other}=${own[other] ?? ''}). ` +
    'End it (surehand close), or name another with --session.'
  throw new SurehandError('INVALID_ARGUMENT', message, { session: name, variable: other })
}

function notPrivate(name: string): SurehandError {
  const message = `The session ${name} is not private. Close it (surehand close), or name another with --session.`
  return new SurehandError('INVALID_ARGUMENT', message, { session: name })
}
