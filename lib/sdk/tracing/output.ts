import type { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { NativeDesktop } from '../native/binding.js'
import type { OutputEntry } from './trace-format.js'

// Bytes of one stream between two steps; the last of them say most.
const MOST = 64 * 1024

// ms; a program may write much, and all of what is kept is handed over each time.
const PAUSE = 100

interface Followed {
  process: number
  stdout: number
  stderr: number
}

/** What the programs write that were launched. */
export class Output {
  private readonly programs: Followed[] = []
  private asked = 0

  constructor(private readonly native: NativeDesktop) {}

  follow(process: number): void {
    this.programs.push({ process, stdout: 0, stderr: 0 })
  }

  async sinceLast(limits: Limits, now: boolean): Promise<Omit<OutputEntry, 'at'>[]> {
    if (this.programs.length === 0 || (!now && performance.now() - this.asked < PAUSE)) return []
    this.asked = performance.now()
    const entries: Omit<OutputEntry, 'at'>[] = []
    for (const program of this.programs) {
      const report = await limits
        .call((native) => this.native.program(program.process, false, native))
        .catch((error: unknown) => {
          if (isSurehandError(error)) return undefined
          throw error
        })
      if (report === undefined) continue
      for (const [stream, { bytes, dropped }] of [
        ['stdout', report.output],
        ['stderr', report.error],
      ] as const) {
        const fresh = dropped + bytes.length - program[stream]
        program[stream] += fresh
        if (fresh <= 0) continue
        const text = bytes.subarray(Math.max(0, bytes.length - Math.min(fresh, MOST))).toString('utf8')
        entries.push({ type: 'output', process: program.process, stream, text })
      }
    }
    return entries
  }
}
