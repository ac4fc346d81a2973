/** Medians, processor time and the conversation with the alternatives, which are separate programs. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @param {number[]} values @param {number} p between 0 and 1 */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)]
}

/**
 * Processor time that the threads of a process have used so far, in ms. From schedstat, which counts nanoseconds, where
 * /proc/<pid>/stat counts ticks of 10 ms.
 *
 * @param {number} pid
 */
export function cpuOf(pid) {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread ended between the listing and the reading.
    }
  }
  return nanoseconds / 1e6
}

/** Peak resident memory of this process so far, in MiB. */
export function peakMemory() {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
}

/**
 * An alternative: a program that does one run for each line it is sent and answers a line of JSON.
 */
export class Alternative {
  /** @param {string} command @param {string[]} args @param {Record<string, string>} environment */
  constructor(command, args, environment) {
    this.child = spawn(command, args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
    this.errors = ''
    this.child.stderr.on('data', (chunk) => {
      this.errors += chunk
    })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  /**
   * One run. Nothing when it takes longer than `timeout` ms: the program is ended, and that is the result.
   *
   * @param {number} timeout
   * @returns {Promise<{nodes: number, ms: number} | undefined>}
   */
  async run(timeout) {
    this.child.stdin.write('\n')
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve('late'), timeout)
    })
    const answer = await Promise.race([this.lines.next(), late])
    clearTimeout(timer)
    if (answer === 'late') {
      this.end()
      return undefined
    }
    if (answer.done) throw new Error(`the alternative ended: ${this.errors.slice(0, 500)}`)
    return JSON.parse(answer.value)
  }

  end() {
    this.child.kill('SIGKILL')
  }
}
