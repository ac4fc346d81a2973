import { release } from 'node:os'
import type { App } from '../../sdk/app.js'
import { Desktop } from '../../sdk/desktop.js'
import { isSurehandError } from '../../sdk/errors.js'
import { HeadlessSession } from '../../sdk/headless/index.js'
import { version } from '../version.js'
import type { Check, Place } from './check.js'
import { CHECKS } from './checks.js'
import { startProgram } from './program.js'
import { otherApps, type Redact, redactor } from './redact.js'
import { type CheckReport, type Failure, type Report, remedyFor, reportText } from './report.js'

export interface SelfTestOptions {
  /** On a private desktop without a screen, and not on the user's own. */
  headless?: boolean
  /** With `headless`: in a Wayland session instead of X11. */
  wayland?: boolean
  /** Prints the report as data. */
  json?: boolean
}

// ms; all of it, one check, a call that names no timeout, and what the program gets to publish its tree.
const WHOLE = 60_000
const EACH = 10_000
const CALL = 4_000
const PUBLISH = 10_000

/** Prints the report. Says whether every check passed. */
export async function selfTest(options: SelfTestOptions): Promise<boolean> {
  if (options.json !== true) {
    console.error('Trying 25 checks on a window of its own. Do not touch the mouse and the keyboard: at most 60 s.')
  }
  const report = await new Run(options.headless ? (options.wayland ? 'wayland' : 'x11') : undefined).report()
  console.log(options.json === true ? JSON.stringify(report, undefined, 2) : reportText(report))
  return report.passed === report.checks.length
}

/** What prevents every check. */
class Prevented extends Error {
  constructor(readonly failure: Failure) {
    super(failure.seen)
  }
}

class Run {
  readonly #began = performance.now()
  readonly #limit = new AbortController()
  readonly #ends: (() => Promise<void>)[] = []
  readonly #others: string[] = []
  readonly #report: Report
  /** The texts of the checks and of the program. */
  #own = JSON.stringify(CHECKS.map(({ name, tries }) => [name, tries]))

  /** @param headless the window system of the private desktop. */
  constructor(private readonly headless: 'x11' | 'wayland' | undefined) {
    const kind = headless ? [headless] : [process.env.XDG_SESSION_TYPE, process.env.XDG_CURRENT_DESKTOP]
    this.#report = {
      surehand: version(),
      node: process.version,
      system: `${process.platform} ${process.arch} ${release()}`,
      desktop: headless ? 'headless' : 'own',
      session: kind.filter((each) => each !== undefined && each !== '').join(' '),
      permissions: [],
      unavailable: [],
      checks: CHECKS.map(({ name }, index) => ({ number: index + 1, name, result: 'not run' })),
      passed: 0,
      duration: 0,
    }
  }

  async report(): Promise<Report> {
    const timer = setTimeout(() => this.#limit.abort(), WHOLE)
    try {
      const place = await this.place()
      for (const [index, check] of CHECKS.entries()) {
        if (this.#limit.signal.aborted) break
        await this.try(check, this.#report.checks[index] as CheckReport, place)
      }
      this.#others.push(...(await otherApps(place.desktop, place.form.pid)))
    } catch (error) {
      if (!(error instanceof Prevented)) throw error
      this.#report.problem = error.failure
    } finally {
      clearTimeout(timer)
      for (const end of this.#ends.reverse()) await end()
    }
    this.#report.passed = this.#report.checks.filter(({ result }) => result === 'passed').length
    this.#report.duration = performance.now() - this.#began
    return redacted(this.#report, redactor(this.#own, this.#others))
  }

  /** The desktop, the program and its tree. */
  private async place(): Promise<Place> {
    const { signal } = this.#limit
    const display = this.headless
    const session = display
      ? await preventing('start a private desktop', () => HeadlessSession.start({ display, signal }))
      : undefined
    if (session !== undefined) this.#ends.push(() => session.stop())
    const opening = { defaultTimeout: CALL, signal }
    const desktop = await preventing('open the desktop: Desktop.open()', () =>
      session === undefined ? Desktop.open(opening) : session.desktop(opening),
    )
    this.#ends.push(() => desktop.dispose())
    this.#report.backend = desktop.backend
    await preventing('read permissions and capabilities', () => this.allowances(desktop))
    const started = await startProgram(session && ((...spawning) => session.spawn(...spawning)))
    if ('problem' in started) {
      throw new Prevented({
        tried: 'start a program with a window of its own',
        seen: started.problem,
        remedy: started.remedy,
      })
    }
    const { form, toolkit, source } = started
    this.#own += source
    this.#ends.push(() => form.end())
    this.#others.push(...(await otherApps(desktop, form.pid)))
    const app = await preventing(`find the program, a window of ${toolkit}, and read its tree`, () =>
      tree(desktop, form.pid),
    )
    this.#report.toolkit = app.toolkit || toolkit
    return { desktop, app, form }
  }

  private async allowances(desktop: Desktop): Promise<void> {
    const permissions = await desktop.permissions()
    this.#report.permissions = permissions.map(({ name, state }) => ({ name, state }))
    const capabilities = await desktop.capabilities()
    this.#report.unavailable = capabilities
      .filter(({ available }) => !available)
      .map(({ name, reason }) => ({ name, reason }))
    const denied = permissions.find(({ name, state }) => name === 'accessibility' && /denied|stale/.test(state))
    if (denied === undefined) return
    const { name, state } = denied
    throw new Prevented({
      tried: `use the permission ${name}`,
      seen: `it is ${state}`,
      remedy: 'Grant it as npx surehand doctor says, then run the self-test again.',
    })
  }

  private async try(check: Check, result: CheckReport, place: Place): Promise<void> {
    const began = performance.now()
    let failure = await this.failureIn(check, place)
    // A machine that is busy answers late. Whether the program still answers, it says itself.
    if (failure?.code === 'APP_UNRESPONSIVE' && (await place.form.reset()) && !this.#limit.signal.aborted) {
      result.retried = true
      failure = await this.failureIn(check, place)
    }
    result.result = failure === undefined ? 'passed' : 'failed'
    if (failure !== undefined) result.failure = failure
    result.duration = performance.now() - began
    // The next check finds the program as it was at the start.
    if (failure !== undefined && !this.#limit.signal.aborted) await place.form.reset()
  }

  private async failureIn(check: Check, place: Place): Promise<Failure | undefined> {
    const own = new AbortController()
    const ends = AbortSignal.any([own.signal, this.#limit.signal])
    const timer = setTimeout(() => own.abort(), EACH)
    const late = new Promise<never>((_, reject) => {
      const limit = () => (own.signal.aborted ? `the ${EACH} ms of a check` : `the ${WHOLE} ms of the self-test`)
      ends.addEventListener('abort', () => reject(new Error(`it did not end within ${limit()}`)), { once: true })
    })
    try {
      await Promise.race([check.run({ ...place, app: place.app.with({ signal: ends }) }), late])
      return undefined
    } catch (error) {
      return failureOf(check.tries, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The program, once a read of its tree was answered. */
async function tree(desktop: Desktop, pid: number): Promise<App> {
  const app = await desktop.app({ pid }, { timeout: PUBLISH })
  await app.locator('role:textbox|name:Password').waitFor({ timeout: PUBLISH })
  return app
}

async function preventing<T>(tried: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Prevented ? error : new Prevented(failureOf(tried, error))
  }
}

function failureOf(tried: string, error: unknown): Failure {
  const code = isSurehandError(error) ? error.code : undefined
  const seen = error instanceof Error ? error.message : String(error)
  return { tried, ...(code === undefined ? {} : { code }), seen, remedy: remedyFor(code) }
}

/** The same, with nothing of the user in what the system or an error said. */
function redacted(report: Report, redact: Redact): Report {
  const failure = (whole: Failure): Failure => ({ ...whole, seen: redact(whole.seen) })
  return {
    ...report,
    system: redact(report.system),
    session: redact(report.session),
    unavailable: report.unavailable.map(({ name, reason }) => ({ name, reason: redact(reason) })),
    ...(report.problem === undefined ? {} : { problem: failure(report.problem) }),
    checks: report.checks.map((check) =>
      check.failure === undefined ? check : { ...check, failure: failure(check.failure) },
    ),
  }
}
