import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

/** Where what a failed test leaves is put: beside the test's file, as snapshots are. */
export function resultsOf(file: string, test: string): string {
  return join(dirname(file), '__results__', basename(file), fileName(test))
}

/** The same, empty: what the test left when it failed before says nothing of this time. */
export async function emptyResultsOf(file: string, test: string): Promise<string> {
  const folder = resultsOf(file, test)
  await rm(folder, { recursive: true, force: true })
  return folder
}

/** A name of a test as the name of a file. */
export function fileName(test: string): string {
  const name = test.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/(?<=.)-$|^-(?=.)/gu, '')
  if (name.length <= LONGEST) return name
  // Others may begin in the same way.
  const mark = createHash('sha1').update(test).digest('hex').slice(0, MARK)
  return `${name.slice(0, LONGEST - MARK - 1)}-${mark}`
}

// Characters.
const LONGEST = 80
const MARK = 8

/** A file as messages show it: from where the runner was started, when it is there. */
export function shownPath(file: string): string {
  const path = relative('', file)
  return path.startsWith('..') ? file : path
}

/** What a message says of the files that are kept of a failure: they are in one folder. The trace comes with what shows it. */
export function keptInWords(files: readonly string[]): string {
  const [traces, videos] = [files.filter(isTrace), files.filter(isVideo)]
  const others = files.filter((file) => !isTrace(file) && !isVideo(file))
  const names = others.map((file, index) => (index === 0 ? shownPath(file) : basename(file)))
  const lines = names.length === 0 ? [] : [`The desktop then: ${names.join(', ')}`]
  for (const video of videos) lines.push(`The video: ${shownPath(video)}`)
  for (const trace of traces) lines.push(`The trace: npx surehand show-trace ${asWord(shownPath(trace))}`)
  return lines.map((line) => `\n  ${line}`).join('')
}

const isTrace = (file: string) => file.endsWith('.trace')
const isVideo = (file: string) => file.endsWith('.webm')

/** For a shell. */
const asWord = (text: string) => (/^[\p{L}\p{N}_./\\:-]+$/u.test(text) ? text : `"${text}"`)
