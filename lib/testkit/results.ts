import { basename, dirname, join, relative } from 'node:path'

/** Where what a failed test leaves is put: beside the test's file, as snapshots are. */
export function resultsOf(file: string, test: string): string {
  return join(dirname(file), '__results__', basename(file), fileName(test))
}

/** A name of a test as the name of a file. */
export function fileName(test: string): string {
  return test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, LONGEST)
}

// Characters.
const LONGEST = 80

/** A file as messages show it: from where the runner was started, when it is there. */
export function shownPath(file: string): string {
  const path = relative('', file)
  return path.startsWith('..') ? file : path
}
