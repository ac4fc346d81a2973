import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { SurehandError } from '../../sdk/errors.js'
import { CommandProcesses } from './command-processes.js'

/** A program that ends by itself, and what it gets. */
export interface Command {
  program: string
  args: readonly string[]
  /** Whether it writes a value to its descriptor 3, as JSON. */
  gives: boolean
  folder: string
  environment: Readonly<Record<string, string>>
  /** ms. */
  timeout: number
  signal: AbortSignal
}

/** How it ended and what it wrote. */
export interface Ended {
  code: number | null
  signal: string | null
  output: Kept
  errors: Kept
  /** What it gave, if it was to give anything. */
  value: Kept
}

// Of what a program writes, the end says how it ended.
const KEPT = 32 * 1024

// ms; what goes on in the background may hold the pipes for as long as it runs; that is not waited for.
const LINGER = 250

/**
 * Runs it to its end. TIMEOUT and ABORTED end it, on POSIX systems with what it started that stayed in its group, and on Linux wherever that
 * went. What it had done by then is done.
 */
export async function run(command: Command): Promise<Ended> {
  const { program, args, gives, folder, environment, timeout, signal } = command
  // A group of its own, which can be ended as a whole.
  const grouped = process.platform !== 'win32'
  const processes = CommandProcesses.begin()
  const child = started(processes, () =>
    spawn(program, [...args], {
      cwd: folder,
      env: { ...environment, ...processes?.environment },
      stdio: [
        'ignore',
        'pipe',
        'pipe',
        gives ? 'pipe' : 'ignore',
        ...(processes === undefined ? [] : [processes.held]),
      ],
      detached: grouped,
      windowsHide: true,
    }),
  )
  const [output, errors, value] = [new Kept(child.stdout), new Kept(child.stderr), new Kept(child.stdio[3] as Readable)]
  const end = () => {
    if (child.pid === undefined) return
    try {
      if (grouped) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
  let stopped: 'TIMEOUT' | 'ABORTED' | undefined
  const stop = (why: 'TIMEOUT' | 'ABORTED') => {
    stopped ??= why
    end()
  }
  const aborted = () => stop('ABORTED')
  signal.addEventListener('abort', aborted)
  const timer = setTimeout(() => stop('TIMEOUT'), timeout)
  try {
    if (signal.aborted) aborted()
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const [code, by] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('exit', (code, by) => resolve([code, by]))
      child.once('error', (cause) =>
        reject(
          new SurehandError('NOT_FOUND', `${program} cannot be started: ${cause.message}.`, { program }, { cause }),
        ),
      )
    })
    await Promise.race([closed, sleep(LINGER, undefined, { ref: false })])
    if (stopped !== undefined) {
      await processes?.end()
      throw ended(stopped, timeout, output, errors)
    }
    return { code, signal: by, output, errors, value }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', aborted)
    for (const stream of child.stdio) stream?.destroy()
    processes?.release()
  }
}

/** Some of what cannot be started is said at once: a text that is too long, or has a NUL in it. */
function started(processes: CommandProcesses | undefined, start: () => ChildProcess): ChildProcess {
  try {
    const child = start()
    processes?.started(child)
    return child
  } catch (cause) {
    processes?.abandon()
    throw new SurehandError('INVALID_ARGUMENT', `It cannot be started: ${(cause as Error).message}.`, {}, { cause })
  }
}

function ended(why: 'TIMEOUT' | 'ABORTED', timeout: number, output: Kept, errors: Kept): SurehandError {
  const how = why === 'TIMEOUT' ? `It still ran after ${timeout} ms and was ended.` : 'It was ended by its caller.'
  const wrote = [output, errors].map(({ text }) => text.trim().slice(-500)).filter((text) => text !== '')
  const had = wrote.length === 0 ? '' : ` It had written:\n${wrote.join('\n')}`
  return new SurehandError(why, `${how}${had}`, { timeout }, { sent: 'unknown' })
}

/** The end of what is read from a stream. */
export class Kept {
  private chunks: Buffer[] = []
  private size = 0
  /** Bytes before what is kept. */
  dropped = 0

  constructor(stream: Readable | null | undefined) {
    stream?.on('data', (chunk: Buffer) => this.add(chunk))
    stream?.on('error', () => {})
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8')
  }

  private add(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.size += chunk.length
    if (this.size <= 2 * KEPT) return
    const all = Buffer.concat(this.chunks)
    const kept = all.subarray(all.length - KEPT)
    this.dropped += all.length - kept.length
    this.chunks = [kept]
    this.size = kept.length
  }
}
