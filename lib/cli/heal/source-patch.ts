import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { SnapshotNode } from '../../sdk/tree/snapshot.js'
import { MASK, type Place } from '../../test/trace/index.js'
import { rewritten } from './rewrite.js'
import { type WrittenLocator, writtenLocators } from './written-locator.js'

/** A change of one locator in a source file. */
export interface SourcePatch {
  file: string
  /** Of the locator, from 1. */
  line: number
  /** The locator before and after, with what it begins with. */
  before: string
  after: string
  /** A unified diff. */
  diff: string
  /** The whole file after. */
  text: string
}

/** Why there is no patch, as a sentence. */
export interface NoPatch {
  reason: string
}

export interface Wanted {
  /** Of the failed step, and the source that its trace has of that file. */
  place: Place
  traced: string | undefined
  /** As the trace shows it. */
  selector: string
}

/** The patch that makes the failed step's locator match this element. It is made from the file on disk: a trace masks what is typed. */
export async function sourcePatch(
  { place, traced, selector }: Wanted,
  node: SnapshotNode,
): Promise<SourcePatch | NoPatch> {
  const file = onDisk(place.file)
  if (file === undefined) return { reason: `There is no file ${place.file} here.` }
  if (traced === undefined) return { reason: `The trace does not hold the source of ${shown(file)}.` }
  const source = await readFile(file, 'utf8')
  const all = writtenLocators(source).filter(({ text }) => text === selector)
  const lines = all.map((each) => linesOf(source, each))
  const onLine = all.filter((_, index) => covers(lines[index], place.line))
  const [locator, ...others] = onLine.length > 0 ? onLine : all
  if (locator === undefined) {
    return { reason: `${shown(file)} has no locator in literals for ${selector}.` }
  }
  if (others.length > 0) {
    const where = [...new Set(all.map((each) => linesOf(source, each).first))].join(', ')
    return { reason: `${shown(file)} has this locator several times, in lines ${where}: change the one that failed.` }
  }
  const { first, last } = linesOf(source, locator)
  const isOther = ![place.line, ...range(first, last)].every((line) => isSameLine(source, traced, line))
  if (isOther) return { reason: `${shown(file)} is not as the trace has it at line ${first}: run the test again.` }
  const change = rewritten(source, locator, node)
  if (change === undefined) {
    return { reason: `The locator begins with \`${locator.root}\`, and the element is not below that any more.` }
  }
  const text = source.slice(0, locator.start) + change.links + source.slice(locator.end)
  const old = source.slice(locator.start, locator.end)
  return {
    file,
    line: first,
    before: locator.root + old,
    after: locator.root + change.links,
    diff: unifiedDiff(shown(file), source, text),
    text,
  }
}

/** Whether a file is in the folder that the command was started in. */
export function isInside(file: string): boolean {
  const path = relative('', file)
  return !path.startsWith('..') && !isAbsolute(path)
}

/** A trace of another machine names the file as it is called there: the longest end of that which is here. */
function onDisk(file: string): string | undefined {
  if (existsSync(file)) return resolve(file)
  const parts = file.split(/[\\/]/)
  for (let at = 1; at < parts.length; at++) {
    const path = join(...parts.slice(at))
    if (existsSync(path)) return resolve(path)
  }
  return undefined
}

function shown(file: string): string {
  return isInside(file) ? relative('', file).split(sep).join('/') : file
}

function linesOf(source: string, { start, end }: WrittenLocator): { first: number; last: number } {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  return { first: lineAt(start), last: lineAt(end) }
}

function covers(lines: { first: number; last: number } | undefined, line: number): boolean {
  return lines !== undefined && lines.first <= line && line <= lines.last
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Whether the line of the file may be the traced one, in which texts are masked. */
function isSameLine(source: string, traced: string, line: number): boolean {
  const [now, then] = [source, traced].map((text) => text.split('\n')[line - 1])
  if (now === undefined || then === undefined) return false
  const [first = '', ...rest] = then.split(MASK)
  const last = rest.pop()
  if (last === undefined) return now === then
  if (!now.startsWith(first) || !now.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = now.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= now.length - last.length
}

// Lines around a change.
const CONTEXT = 3

/** Of two texts that differ in one place, for `patch -p1` and `git apply`. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && old[start] === now[start]) start++
  let same = 0
  while (same < Math.min(old.length, now.length) - start && old.at(-1 - same) === now.at(-1 - same)) same++
  const from = Math.max(0, start - CONTEXT)
  // A text that ends with a line end has an empty part after it, which is no line.
  const tail = old.slice(old.length - same, old.length - same + CONTEXT)
  const ending = old.length - same + CONTEXT >= old.length && before.endsWith('\n') ? tail.slice(0, -1) : tail
  const [removed, added] = [old.slice(start, old.length - same), now.slice(start, now.length - same)]
  const head = old.slice(from, start)
  const count = (changed: readonly string[]) => head.length + changed.length + ending.length
  return [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${from + 1},${count(removed)} +${from + 1},${count(added)} @@`,
    ...head.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...ending.map((line) => ` ${line}`),
    '',
  ].join('\n')
}
