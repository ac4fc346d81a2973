import { isWorkflow, type Workflow } from '../agent/workflow/author.js'
import { isSurehandError, SurehandError } from '../sdk/errors.js'

/** Whether a workflow's file is a program and not a plan. */
export function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file)
}

/** The workflow that a module exports, under whatever name. */
export async function workflowOf(url: string): Promise<Workflow> {
  const exported = await import(url).catch((cause: NodeJS.ErrnoException) => {
    if (isSurehandError(cause)) throw cause
    const hint =
      cause.code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? ' This Node does not read TypeScript. Type: npx tsx node_modules/.bin/surehand run …'
        : ''
    throw new SurehandError('INVALID_ARGUMENT', `${url} cannot be loaded: ${cause.message}.${hint}`, { url }, { cause })
  })
  const found = Object.values(exported as object).filter(isWorkflow)
  if (found.length === 1) return found[0] as Workflow
  throw new SurehandError(
    'INVALID_ARGUMENT',
    `${url} exports ${found.length} workflows; export one, made with createWorkflow().`,
    { url },
  )
}
