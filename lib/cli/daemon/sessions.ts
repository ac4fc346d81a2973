import { SurehandError } from '../../sdk/errors.js'
import { NamedSession } from './session.js'

/** The sessions of one daemon. A private one is a desktop of its own, with its programs, and goes with it. */
export class Sessions {
  readonly #sessions = new Map<string, Promise<NamedSession>>()

  async begun(
    name: string,
    how: 'private' | 'shared',
    environment: Readonly<Record<string, string>>,
  ): Promise<NamedSession> {
    const there = this.#sessions.get(name)
    if (there !== undefined) {
      const session = await there
      if (how === 'private' && !session.isPrivate) throw notPrivate(name)
      if (how === 'shared' && !session.isPrivate) refuseOther(name, session.environment, environment)
      return session
    }
    const beginning = NamedSession.begin(how, environment)
    this.#sessions.set(name, beginning)
    beginning.catch(() => this.#sessions.delete(name))
    return beginning
  }

  /** One that was begun. */
  of(name: string): Promise<NamedSession> | undefined {
    return this.#sessions.get(name)
  }

  async describe(): Promise<string> {
    const lines = await Promise.all(
      [...this.#sessions].map(async ([name, session]) => `${name}\t${(await session).inWords}`),
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
    await Promise.allSettled([...this.#sessions.keys()].map((name) => this.close(name)))
  }
}

/** What is typed on one desktop is never done on another one. */
function refuseOther(
  name: string,
  own: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, string>>,
): void {
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
