import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { SurehandError } from '../errors.js'
import { enlist, MARK, release, watch } from './watchdog.js'

/** Of a process that records. It ends with the process that started it, which need not be the one that started the session. */
const VIDEO_MARK = 'SUREHAND_VIDEO'

// ms.
const START = 10_000
const FINISH = 10_000

// What it says of the word that ends it (ffmpeg 5.1, check_keyboard_interaction()).
const OBEYED = 'command received. Exiting'

// Characters of what it said last.
const LAST_WORDS = 2_000
const LAST_LINES = 3

// VP8 in WebM: every browser plays it, every distribution's ffmpeg encodes it, and a file that was cut off plays, too. The rest is how
// libvpx is told to encode what comes as it comes.
const ENCODER = [
  ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1'],
  ...['-b:v', '1M', '-crf', '8', '-qmin', '0', '-qmax', '50', '-pix_fmt', 'yuv420p'],
  // A second of it at a time is written, so that a process that is killed leaves a file that plays up to then.
  ...['-f', 'webm', '-cluster_time_limit', '1000', '-flush_packets', '1'],
]

/** The process that writes a video. */
export class Ffmpeg {
  readonly #child: ChildProcess
  readonly #path: string
  readonly #closed: Promise<void>
  #said = ''

  private constructor(child: ChildProcess, path: string, over: () => Promise<void>) {
    child.stdin?.on('error', () => {})
    this.#child = child
    this.#path = path
    this.#closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    }).then(over)
    release(child)
  }

  /** `input`: where its pictures come from. `filters`: what is done to them. */
  static async start(
    environment: Readonly<Record<string, string>>,
    path: string,
    input: string[],
    filters: string[],
  ): Promise<Ffmpeg> {
    const filtered = filters.length === 0 ? [] : ['-vf', filters.join(',')]
    const args = ['-hide_banner', '-nostats', '-y', ...input, '-an', ...filtered, ...ENCODER, `file:${path}`]
    const folder = await mkdtemp(join(environment[MARK] ?? tmpdir(), 'video-'))
    const watchdog = watch(folder, VIDEO_MARK)
    // Without the session's mark: at a second TERM, that of the session's watchdog, ffmpeg leaves the file unfinished.
    const env: Record<string, string> = { ...environment, [VIDEO_MARK]: folder }
    delete env[MARK]
    const child = spawn('ffmpeg', args, { env, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] })
    enlist(folder, child)
    return new Ffmpeg(child, path, async () => {
      // There is nothing left for it to end.
      watchdog.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
  }

  get input(): Writable {
    return this.#child.stdin as Writable
  }

  /** Resolves when it encodes, with when the first picture was taken: ms since the epoch. */
  async began(): Promise<number> {
    const { stderr } = this.#child
    const seen = new Promise<number>((resolve) => {
      stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#said = (this.#said + chunk).slice(-LAST_WORDS)
        const start = /, start: (\d+\.\d+)/.exec(this.#said)?.[1]
        // It opens the encoder after the input: this build may have none.
        if (start !== undefined && this.#said.includes('Output #0')) resolve(Number(start) * 1000)
      })
    })
    const ended = this.#closed.then(() => {
      const message = `ffmpeg cannot record this session: ${this.#end()} before its first picture; it said: ${this.#words()}`
      throw new SurehandError('UNSUPPORTED', message, { said: this.#words() })
    })
    return await this.#within(START, Promise.race([seen, ended]), 'had no first picture')
  }

  /** Ends it by `word` (nothing: the end of its input), and resolves when the file is whole. */
  async finish(word: string): Promise<void> {
    const early = this.#child.exitCode !== null || this.#child.signalCode !== null
    this.input.end(word)
    await this.#within(FINISH, this.#closed, 'was not finished')
    // Where the display went, it ends with 0, too, and Node may learn of that only now.
    const asked = word === '' || this.#said.includes(OBEYED)
    if (!early && asked && this.#child.exitCode === 0) return
    const message = `The video ${this.#path} ends early: ${this.#end()}; it said: ${this.#words()}`
    throw new SurehandError('NO_DESKTOP', message, { said: this.#words() })
  }

  /** Keeps Node running until it has ended: the file is being finished. */
  ref(): void {
    this.#child.ref()
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#closed
  }

  async #within<T>(ms: number, work: Promise<T>, failed: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const message = `The video ${this.#path} ${failed} within ${ms} ms, so ffmpeg was ended; it said: ${this.#words()}`
        reject(new SurehandError('TIMEOUT', message, { said: this.#words() }))
      }, ms)
    })
    try {
      return await Promise.race([work, late])
    } catch (error) {
      await this.kill()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #end(): string {
    const { exitCode, signalCode } = this.#child
    return `ffmpeg ended (${signalCode ?? `exit code ${exitCode}`})`
  }

  /** It says much of what it does before it says why it cannot. */
  #words(): string {
    return this.#said.trim().split('\n').slice(-LAST_LINES).join('\n') || 'nothing'
  }
}
