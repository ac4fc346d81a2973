import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Place } from './trace-format.js'

// Of the library: `lib` as source, `dist` as built.
const OWN = ownFolder()

// Frames; an action is called some of the library's own deep.
const DEPTH = 40

/** Where the code stands that called into this library: not in it, in Node or in what was installed. */
export function callingPlace(): Place | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEPTH
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  for (const line of stack.split('\n').slice(1)) {
    const place = placeIn(line)
    if (place !== undefined) return place
  }
  return undefined
}

function placeIn(line: string): Place | undefined {
  const [, where, row, column] = /^\s+at (?:.* \()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? []
  if (where === undefined || where.startsWith('node:') || where === 'native') return undefined
  const file = where.startsWith('file://') ? fileURLToPath(where) : where.replace(/^async /, '')
  if (/[\\/]node_modules[\\/]/.test(file) || file.startsWith(OWN) || !/[\\/]/.test(file)) return undefined
  return { file, line: Number(row), column: Number(column) }
}

function ownFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return /[\\/]sdk[\\/]tracing$/.test(here) ? dirname(dirname(here)) : here
}
