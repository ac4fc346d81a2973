import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE } from './durable.js'
import type { RunEvent } from './events.js'

/** `events.jsonl`: what happened in a run, a line each. The one of the run before is written over. */
export class EventLog {
  private writing: Promise<unknown> = Promise.resolve()

  private constructor(private readonly file: FileHandle) {}

  static async open(folder: string): Promise<EventLog> {
    return new EventLog(await open(join(folder, 'events.jsonl'), 'w', PRIVATE))
  }

  /** In order, and without waiting: a run does not end because its log cannot be written. */
  write(event: RunEvent): void {
    const line = `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`
    this.writing = this.writing.then(() => this.file.appendFile(line)).catch(() => {})
  }

  async close(): Promise<void> {
    await this.writing
    await this.file.close()
  }
}
