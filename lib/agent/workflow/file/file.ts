import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import { wrongPlan } from '../run/run.js'
import { check, type Problem } from './check-file.js'
import type { Plan } from './plan.js'
import { placeOfPlan, planIn } from './terminator-file.js'

export interface PlanFile {
  plan: Plan
  /** `steps[3].if` → ` (mail.yml:17:9)`. */
  where(place: string): string
}

/** A workflow's file: YAML, or JSON, which is YAML, too. INVALID_ARGUMENT with every problem at its line. */
export async function readPlan(
  url: string,
  { overlay = {}, tools }: { overlay?: object; tools?: ReadonlySet<string> } = {},
): Promise<PlanFile> {
  const path = fileOf(url)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new SurehandError('INVALID_ARGUMENT', `${path} cannot be read: ${cause.code}.`, { path }, { cause })
  })
  const { LineCounter, parseDocument, isNode } = await import('yaml')
  const lines = new LineCounter()
  const document = reading(path, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true }),
  )
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const inDocument = keysOf(placeOfPlan(document.errors.length > 0 ? undefined : reading(path, () => document.toJS())))
  const where = (place: string) => {
    // The nearest that there is: what is missing has no place of its own.
    for (let keys = [...inDocument, ...keysOf(place)]; ; keys = keys.slice(0, -1)) {
      const node = keys.length === 0 ? document.contents : document.getIn(keys, true)
      if (isNode(node) && node.range) return at(node.range[0])
      if (keys.length === 0) return path
    }
  }
  if (document.errors.length > 0) {
    throw wrongPlan(document.errors.map((error): Problem => ({ place: at(error.pos[0]), message: error.message })))
  }
  const plan = { ...(reading(path, () => planIn(document.toJS())) as Plan), ...given(overlay) }
  const problems = reading(path, () => check(plan, tools))
  if (problems.length > 0) {
    throw wrongPlan(problems.map(({ place, message }) => ({ place: `${where(place)}: ${place}`, message })))
  }
  return { plan: await withScript(plan, path), where }
}

/** Aliases that multiply, or lead to themselves, and nesting without end are no plan. */
function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (isSurehandError(cause)) throw cause
    const why =
      cause instanceof ReferenceError
        ? 'its aliases (*name) come to too many values, or to themselves'
        : 'it is nested too deeply'
    throw new SurehandError('INVALID_ARGUMENT', `${path} is no workflow: ${why}.`, { path }, { cause })
  }
}

function given(overlay: object): object {
  return Object.fromEntries(Object.entries(overlay).filter(([, value]) => value !== undefined))
}

async function withScript(plan: Plan, path: string): Promise<Plan> {
  const { javascript_file_path: file, ...parser } = plan.output_parser ?? {}
  if (file === undefined) return plan
  const script = resolve(dirname(path), file)
  const javascript_code = await readFile(script, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `output_parser.javascript_file_path: ${script} cannot be read: ${cause.code}.`,
      { script },
      { cause },
    )
  })
  return { ...plan, output_parser: { ...parser, javascript_code } }
}

function fileOf(url: string): string {
  if (!url.includes('://')) return resolve(url)
  if (url.startsWith('file://')) return fileURLToPath(url)
  throw new SurehandError(
    'INVALID_ARGUMENT',
    `${url}: a workflow is read from a file (file://…), never from elsewhere.`,
    { url },
  )
}

/** `steps[3].jumps[0].if` as keys. */
function keysOf(place: string): (string | number)[] {
  return [...place.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([all, index]) => (index === undefined ? all : Number(index)))
}
