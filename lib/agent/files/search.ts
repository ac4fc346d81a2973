import { Worker } from 'node:worker_threads'
import { SurehandError } from '../../errors.js'

// A model's regular expression may never end on some text, and what runs it can then only be ended as a whole: it gets a thread.
const SEARCHES = `
const { parentPort, workerData: { pattern, flags } } = require('node:worker_threads')
const expression = new RegExp(pattern, flags)
parentPort.on('message', (lines) => parentPort.postMessage(lines.flatMap((line, index) => (expression.test(line) ? [index] : []))))
`

/** Looks for a regular expression in lines, until a deadline. */
export class Search implements AsyncDisposable {
  private readonly worker: Worker

  /** INVALID_ARGUMENT for what is no regular expression. */
  constructor(
    private readonly pattern: string,
    ignoreCase: boolean,
    private readonly remaining: () => number,
  ) {
    const flags = ignoreCase ? 'iu' : 'u'
    try {
      new RegExp(pattern, flags)
    } catch (cause) {
      const { message } = cause as Error
      throw new SurehandError('INVALID_ARGUMENT', `${message}.`, { pattern }, { cause })
    }
    this.worker = new Worker(SEARCHES, { eval: true, workerData: { pattern, flags } })
    this.worker.unref()
  }

  /** Which of the lines match. TIMEOUT where it takes too long. */
  async matching(lines: readonly string[]): Promise<number[]> {
    const { promise, resolve, reject } = withResolvers<number[]>()
    const timer = setTimeout(() => reject(this.late()), this.remaining())
    this.worker.once('message', resolve)
    this.worker.once('error', reject)
    try {
      this.worker.postMessage(lines)
      return await promise
    } finally {
      clearTimeout(timer)
      this.worker.off('message', resolve)
      this.worker.off('error', reject)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.worker.terminate()
  }

  private late(): SurehandError {
    return new SurehandError(
      'TIMEOUT',
      `Looking for ${this.pattern} took too long. Say it more plainly, or in fewer files.`,
      {
        pattern: this.pattern,
      },
    )
  }
}

// Promise.withResolvers is not in Node 20.
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
