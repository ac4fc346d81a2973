import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, enlist, watch } from '../../sdk/headless/watchdog.js'

// A process that starts its own session leaves the group of its command. Two marks are inherited then: a variable of the environment,
// and an open file. A program loses both only when it clears its environment and closes its files as well.
const MARK = 'SUREHAND_COMMAND'

let folder: string | undefined
let commands = 0

/** The folder of this process's commands. Its watchdog ends what is left of all of them when this process is gone, however it went. */
function ownFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'surehand-commands-'))
    watch(`${folder}/`, MARK, 'held')
  }
  return folder
}

/** What one command started, wherever it went. */
export class CommandProcesses {
  private readonly directory: string
  /** A descriptor that the command is to inherit. */
  readonly held: number

  /** Only Linux says of each process what it inherited. */
  static begin(): CommandProcesses | undefined {
    return process.platform === 'linux' ? new CommandProcesses() : undefined
  }

  private constructor() {
    this.directory = `${ownFolder()}/${++commands}/`
    mkdirSync(this.directory)
    this.held = openSync(join(this.directory, 'held'), 'w')
  }

  get environment(): Readonly<Record<string, string>> {
    return { [MARK]: this.directory }
  }

  /** Once the command has started. */
  started(child: ChildProcess): void {
    closeSync(this.held)
    enlist(this.directory, child)
  }

  /** It was not started. */
  abandon(): void {
    closeSync(this.held)
    this.release()
  }

  /** Ends all of it: TERM, and KILL for what is still there after five looks. */
  async end(): Promise<void> {
    await end(watch(this.directory, MARK, 'held'), this.directory, () => watch(this.directory, MARK, 'held'))
  }

  /** The command ended by itself. What goes on in the background goes on until this process ends. */
  release(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
