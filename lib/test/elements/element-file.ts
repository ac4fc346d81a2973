import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SurehandError } from '../../sdk/errors.js'
import type { ElementRecord } from '../../sdk/heal/element-record.js'
import type { FoundElement } from '../../sdk/heal/found-elements.js'

/** What a test's locators found when it passed last, by the test's name. */
export type TestElements = Record<string, readonly FoundElement[]>

const VERSION = 1

/** Lists that are alike in most elements are in the file once. */
interface Kept extends Omit<ElementRecord, 'names' | 'others'> {
  app: string
  selector: string
  names: number
  others: Record<string, number>
}

interface KeptTest {
  names: (readonly string[])[]
  elements: Kept[]
}

/** Beside the test's file, as snapshots are. */
export function elementsFileOf(testFile: string): string {
  return join(dirname(testFile), '__elements__', `${basename(testFile)}.json`)
}

/** None where there is no such file. INVALID_ARGUMENT for another file, or another version. */
export async function readElements(file: string): Promise<TestElements> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (text === undefined) return {}
  const { version, tests } = parsed(text) ?? {}
  if (version !== VERSION || tests === undefined) {
    const message = `${file} is not a file of elements that this surehand reads: delete it, and run the test.`
    throw new SurehandError('INVALID_ARGUMENT', message, { file })
  }
  const read = ({ names, elements }: KeptTest): FoundElement[] =>
    elements.map(({ app, selector, ...kept }) => ({
      app,
      selector,
      record: { ...kept, names: names[kept.names] ?? [] },
    }))
  return Object.fromEntries(Object.entries(tests).map(([test, kept]) => [test, read(kept)]))
}

// Tests of one file may run at the same time.
const writing = new Map<string, Promise<unknown>>()

/** Writes what a test found, unless the file says the same. Resolves to whether it was written. */
export function keepElements(file: string, test: string, found: readonly FoundElement[]): Promise<boolean> {
  const work = async () => {
    const before = await readElements(file)
    const after = { ...before, [test]: found.map((each) => unlessSame(each, before[test] ?? [])) }
    if (found.length === 0) delete after[test]
    const [text, old] = [written(after), written(before)]
    if (text === old) return false
    if (Object.keys(after).length === 0) {
      await rm(file, { force: true })
      return true
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return true
  }
  const turn = (writing.get(file) ?? Promise.resolve()).then(work, work)
  writing.set(file, turn)
  return turn
}

/** The record that is kept already, where it still says what the element is. */
function unlessSame(fresh: FoundElement, kept: readonly FoundElement[]): FoundElement {
  const old = kept.find(({ app, selector }) => app === fresh.app && selector === fresh.selector)
  return old !== undefined && isSame(old.record, fresh.record) ? old : fresh
}

// Parts of a window: fonts and themes move an element that far.
const NEAR = 0.05
// Of the names in the tree, those that still have to be there: documents and clocks change.
const MOST = 0.7

function isSame(old: ElementRecord, fresh: ElementRecord): boolean {
  const { place, names, inner, ...rest } = old
  const { place: placeNow, names: namesNow, inner: innerNow, ...restNow } = fresh
  if (ordered([rest, inner?.position]) !== ordered([restNow, innerNow?.position])) return false
  const left = new Set(namesNow)
  if (names.filter((name) => left.has(name)).length < names.length * MOST) return false
  return isNear(place, placeNow) && isNear(inner?.place, innerNow?.place)
}

type At = ElementRecord['place']

function isNear(old: At, now: At): boolean {
  if (old === undefined || now === undefined) return old === now
  return Math.hypot(old.x - now.x, old.y - now.y) <= NEAR
}

function written(tests: TestElements): string {
  const lines = Object.keys(tests)
    .sort()
    .map((test) => `${JSON.stringify(test)}: ${testText(tests[test] as readonly FoundElement[])}`)
  return `{\n"version": ${VERSION},\n"tests": {\n${lines.join(',\n')}\n}\n}\n`
}

/** An element a line, so that a change is seen as one. */
function testText(found: readonly FoundElement[]): string {
  const lists = [...new Set(found.map(({ record }) => JSON.stringify(record.names)))]
  const elements = found.map(({ app, selector, record }) => {
    const { names, ...rest } = record
    return ordered({ app, selector, ...rest, names: lists.indexOf(JSON.stringify(names)) })
  })
  return `{\n"names": [\n${lists.join(',\n')}\n],\n"elements": [\n${elements.join(',\n')}\n]}`
}

/** JSON with the members of objects in one order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    // Parts of a window or group.
    if (typeof each === 'number') return Math.round(each * 100) / 100
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function parsed(text: string): { version?: unknown; tests?: Record<string, KeptTest> } | undefined {
  try {
    return JSON.parse(text) as { version?: unknown; tests?: Record<string, KeptTest> }
  } catch {
    return undefined
  }
}
