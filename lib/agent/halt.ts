import type { Hooks } from '../sdk/action/hooks.js'
import { checkArgument } from '../sdk/call/arguments.js'
import type { Desktop } from '../sdk/desktop.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'
import { parseChord } from '../sdk/keys.js'

/** Taken by no desktop that we know; other keys may be down as well. */
export const HALT_KEY = 'Control+Alt+Shift+Escape'

/**
 * A key by which a person stops everything: calls under way end at once, what they hold is let go of, and nothing more is sent until the same
 * modifiers with Enter let it go on. Two keys, so that of two programs neither starts by what stops the other. What only reads goes on.
 */
export class Halt {
  #isHalted = false
  readonly #underWay = new Set<AbortController>()
  readonly #watching: Disposable[] = []

  private constructor(
    private readonly chord: string,
    private readonly resume: string,
  ) {}

  /** `undefined`, and a warning of the process, where the system does not tell of keys. */
  static async watch(desktop: Desktop, chord: string): Promise<Halt | undefined> {
    const halt = new Halt(chord, resumeKey(chord))
    try {
      halt.#watching.push(await desktop.hotkey(chord, () => halt.#stop()))
      halt.#watching.push(await desktop.hotkey(halt.resume, () => (halt.#isHalted = false)))
      return halt
    } catch (error) {
      halt.end()
      if (!isSurehandError(error, 'UNSUPPORTED')) throw error
      process.emitWarning(`There is no halt key: ${error.message}`, 'SurehandWarning')
      return undefined
    }
  }

  /** Asked before all that is sent. */
  readonly hooks: Hooks = {
    beforeDispatch: () => {
      if (!this.#isHalted) return
      return { refuse: `a person stopped everything with ${this.chord}; ${this.resume} lets it go on`, rule: 'halt' }
    },
  }

  /** What `work` does ends when the key is pressed: ABORTED, with what had been sent. */
  async during<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController()
    this.#underWay.add(own)
    try {
      return await work(AbortSignal.any([signal, own.signal]))
    } catch (error) {
      throw own.signal.aborted && isSurehandError(error) ? this.#stopped(error) : error
    } finally {
      this.#underWay.delete(own)
    }
  }

  end(): void {
    for (const watching of this.#watching.splice(0)) watching[Symbol.dispose]()
  }

  #stop(): void {
    this.#isHalted = true
    for (const each of this.#underWay) each.abort(new Error(`${this.chord} was pressed`))
  }

  #stopped(cause: SurehandError): SurehandError {
    const { details, sent } = cause
    const before = sent === 'no' ? 'Nothing had been sent.' : cause.message
    const message = `A person stopped everything with ${this.chord}. ${before} Ask before you go on.`
    return new SurehandError('ABORTED', message, { ...details }, { cause, sent })
  }
}

/** The key that lets work go on. Alone, the Enter key would. */
export function resumeKey(chord: string): string {
  const call = 'createRegistry(desktop, options)'
  const { modifiers } = parseChord(call, chord)
  checkArgument(call, 'options.haltKey', chord, {
    accepts: () => modifiers.length > 0,
    expected: 'a key with modifiers',
  })
  return [...modifiers, 'Enter'].join('+')
}
