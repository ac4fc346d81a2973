import { checkArgument, checkOptions, processId, type Requirement, someText } from '../call/arguments.js'
import { SurehandError } from '../errors.js'
import type { NativeApplication } from '../native/binding.js'

/**
 * Which application. `name` (and a plain string) is compared with the executable, then with the desktop or bundle
 * id, then with what its desktop entry or bundle calls it (untranslated, or in its own language), then with what it calls itself: whole, whatever the case. The first of these that any
 * application has decides, and among those that it leaves, having a tree.
 */
export type AppQuery = string | { name: string } | { process: string } | { pid: number } | { id: string }

type Kind = 'name' | 'process' | 'pid' | 'id'
const CALL = 'desktop.app(query)'
const KINDS: Record<Kind, Requirement> = { name: someText, process: someText, pid: processId, id: someText }

/** A query that was checked: exactly one of the four kinds. */
export interface CheckedAppQuery {
  kind: Kind
  wanted: string
  text: string
}

export function checkAppQuery(query: AppQuery): CheckedAppQuery {
  if (typeof query === 'string') {
    checkArgument(CALL, 'query', query, someText)
    return { kind: 'name', wanted: fold(query), text: `name "${query}"` }
  }
  const expected = "a name, or an object with one of 'name', 'process', 'pid', 'id'"
  checkArgument(CALL, 'query', query, {
    accepts: (value) => typeof value === 'object' && value !== null && Object.keys(value).length <= 1,
    expected,
  })
  checkOptions(CALL, query, KINDS)
  const [[kind, wanted] = []] = Object.entries(query)
  checkArgument(CALL, 'query', query, { accepts: () => wanted !== undefined, expected })
  return { kind: kind as Kind, wanted: fold(String(wanted)), text: `${kind} ${JSON.stringify(wanted)}` }
}

/** Whether the query names a process that has ended, or never was: no application comes of it. */
export function hasEnded({ kind, wanted }: CheckedAppQuery): boolean {
  if (kind !== 'pid') return false
  try {
    process.kill(Number(wanted), 0)
    return false
  } catch (error) {
    // One of another user is there, too.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Those that the query means; several when it does not decide. Never part of a name. */
export function matchingApps(query: CheckedAppQuery, apps: readonly NativeApplication[]): NativeApplication[] {
  for (const has of COMPARISONS[query.kind]) {
    const matching = apps.filter((app) => has(app, query.wanted))
    const withTree = matching.filter((app) => app.hasTree)
    if (matching.length > 0) return withTree.length > 0 ? withTree : matching
  }
  return []
}

export function appNotFound(query: Pick<CheckedAppQuery, 'text'>, apps: readonly NativeApplication[]): SurehandError {
  const seen = apps.length === 0 ? 'No application is running.' : `Running:${lines(apps)}`
  return new SurehandError('APP_NOT_FOUND', `No application matches the ${query.text}. ${seen}`, {
    query: query.text,
    candidates: apps.map(candidate),
  })
}

export function severalApps(query: Pick<CheckedAppQuery, 'text'>, apps: readonly NativeApplication[]): SurehandError {
  return new SurehandError(
    'AMBIGUOUS',
    `${apps.length} applications match the ${query.text}; name one by its pid:${lines(apps)}`,
    { query: query.text, candidates: apps.map(candidate) },
  )
}

type Comparison = (app: NativeApplication, wanted: string) => boolean
const byExecutable: Comparison = (app, wanted) => fold(app.executable) === wanted
const byId: Comparison = (app, wanted) => fold(app.id).replace(/\.desktop$/, '') === wanted.replace(/\.desktop$/, '')
const byOtherName: Comparison = (app, wanted) => app.otherNames.some((name) => fold(name) === wanted)
const byName: Comparison = (app, wanted) => fold(app.name) === wanted
const COMPARISONS: Record<Kind, readonly Comparison[]> = {
  name: [byExecutable, byId, byOtherName, byName],
  process: [byExecutable],
  pid: [(app, wanted) => String(app.pid) === wanted],
  id: [byId],
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function lines(apps: readonly NativeApplication[]): string {
  return apps
    .map((app) => `\n  ${app.executable || '?'} (pid ${app.pid}${app.id === '' ? '' : `, id ${app.id}`}): ${app.name}`)
    .join('')
}

function candidate({ name, id, executable, pid }: NativeApplication) {
  return { name, id, executable, pid }
}
