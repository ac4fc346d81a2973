import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileName } from './results.js'

/** What the runner says to a matcher that compares with a file: `this` of Vitest's and of Jest's. */
export interface SnapshotContext {
  testPath?: string
  currentTestName?: string
  snapshotState?: object
}

/** What becomes of a file that is not there, or that says something else: `-u` is `all`, a CI is `none`. */
export type Update = 'all' | 'new' | 'none'

/** Whether what is seen is taken down, rather than compared. */
export function mayWrite(update: Update, kept: unknown): boolean {
  return update === 'all' || (update === 'new' && kept === undefined)
}

export const MISSING =
  'no such file, and this run writes none; run the test where it may (without CI, or with -u), and commit the file'

/** `(options)` or `(name, options)`. */
export function named<Options>(
  first: unknown,
  second: unknown,
): { name: string | undefined; options: Options | undefined } {
  return typeof first === 'string'
    ? { name: first, options: second as Options | undefined }
    : { name: undefined, options: first as Options | undefined }
}

/** A file that a matcher compares with, beside the test's file, as the runner's own snapshots are. */
export interface Baseline {
  file: string
  update: Update
  read(): Promise<Buffer | undefined>
  write(content: string | Uint8Array, what: 'added' | 'updated'): Promise<void>
  /** For the runner's summary. */
  count(what: 'matched' | 'unmatched'): void
}

// How many each test has asked for so far, by matcher: the next one's number.
const asked = new Map<string, number>()

/** Counts the files of a test from the first again: it is tried once more. */
export function countAnew({ testPath, currentTestName }: SnapshotContext): void {
  for (const key of asked.keys()) if (key.startsWith(`${testPath}\n${currentTestName}\n`)) asked.delete(key)
}

export function baselineOf(
  context: SnapshotContext,
  matcher: string,
  name: string | undefined,
  ending: string,
): Baseline {
  const { testPath, currentTestName } = context
  if (testPath === undefined || currentTestName === undefined)
    throw new Error(`${matcher}() has to be called in a test: its file is named after it`)
  const key = `${testPath}\n${currentTestName}\n${matcher}`
  const number = (asked.get(key) ?? 0) + 1
  if (name === undefined) asked.set(key, number)
  const own = name === undefined ? `${fileName(currentTestName)}-${number}` : fileName(name)
  const file = join(dirname(testPath), '__snapshots__', basename(testPath), `${own}${ending}`)
  const state = (context.snapshotState ?? {}) as Partial<Record<string, unknown>>
  const tally = (what: string) => {
    // Vitest counts by test and takes a number all the same.
    if (what in state) state[what] = Number(state[what]) + 1
  }
  return {
    file,
    update: updateOf(context),
    read: () =>
      readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),
    async write(content, what) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
      tally(what)
    },
    count: tally,
  }
}

/** The option for this run: what may not be written need not be recorded. */
export function healing<Option>(context: SnapshotContext, option: Option): Option | 'off' {
  return updateOf(context) === 'none' ? 'off' : option
}

/** What this run may write beside tests. */
export function updateOf({ snapshotState }: SnapshotContext): Update {
  const state = (snapshotState ?? {}) as Partial<Record<string, unknown>>
  // Neither runner has another way to say it; jest-image-snapshot reads it, too.
  const update = state.snapshotUpdateState ?? state._updateSnapshot
  if (update === 'all' || update === 'new' || update === 'none') return update
  return process.env.CI ? 'none' : 'new'
}
