import { checkOptions, waiting } from './call/arguments.js'
import type { ExitStatus } from './call/ended.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { SurehandError } from './errors.js'
import type { NativeBinding, NativeDesktop, NativeProgramReport } from './native/binding.js'

interface Place {
  readonly binding: NativeBinding
  readonly native: NativeDesktop
  readonly defaultTimeout: number
  readonly defaults?: { signal?: AbortSignal }
}

/**
 * What `desktop.launch()` started: what it has written, and how it ended. That is a process of its own where a script starts
 * the application, or an instance that runs already takes over. The last MiB of each stream is kept, in memory, and a
 * program that goes on after the script has ended can go on writing.
 */
export class Program {
  /** @internal Use `desktop.launch()`, then `app.program`. */
  constructor(
    private readonly place: Place,
    readonly pid: number,
  ) {}

  /** What it has written to its standard output so far. */
  async stdout(options?: WaitOptions): Promise<string> {
    return text((await this.report('stdout', false, options)).output)
  }

  /** What it has written to its standard error so far. */
  async stderr(options?: WaitOptions): Promise<string> {
    return text((await this.report('stderr', false, options)).error)
  }

  /** How it ended; `undefined` while it runs. */
  async exitStatus(options?: WaitOptions): Promise<ExitStatus | undefined> {
    return statusOf(await this.report('exitStatus', false, options))
  }

  /** Waits for its end. TIMEOUT when it still runs then. */
  async waitForExit(options?: WaitOptions): Promise<ExitStatus> {
    const limits = this.limits('waitForExit', options)
    const status = statusOf(await limits.call((native) => this.place.native.program(this.pid, true, native)))
    if (status !== undefined) return status
    limits.throwIfAborted()
    throw new SurehandError(
      'TIMEOUT',
      `The program (pid ${this.pid}) still runs after ${Math.round(limits.timeout)} ms. End it with app.quit(), or wait longer.`,
      { pid: this.pid, timeout: limits.timeout },
    )
  }

  private report(call: string, ended: boolean, options: WaitOptions | undefined): Promise<NativeProgramReport> {
    return this.limits(call, options).call((native) => this.place.native.program(this.pid, ended, native))
  }

  private limits(call: string, options: WaitOptions | undefined): Limits {
    checkOptions(`program.${call}(options)`, options, waiting)
    return limitsOf(this.place, options)
  }
}

function statusOf({ running, exitCode, signal }: NativeProgramReport): ExitStatus | undefined {
  return running ? undefined : { code: exitCode ?? null, signal: signal ?? null }
}

/** Where its beginning was dropped, the text begins with the first whole line that there is. */
function text({ bytes, dropped }: NativeProgramReport['output']): string {
  const whole = dropped === 0 ? bytes : bytes.subarray(bytes.indexOf(10) + 1)
  const note = dropped === 0 ? '' : `… (${dropped + bytes.length - whole.length} bytes before this were not kept)\n`
  return note + whole.toString('utf8')
}
