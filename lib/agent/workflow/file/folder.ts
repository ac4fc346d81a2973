import { homedir } from 'node:os'
import { join } from 'node:path'
import { SurehandError } from '../../../sdk/errors.js'

/** Where this system keeps what programs store for a user. */
export function dataDirectory(): string {
  const { env, platform } = process
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'surehand')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'surehand')
  // A relative one is to be taken for none: https://specifications.freedesktop.org/basedir-spec/latest/
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homedir(), '.local', 'share')
  return join(data, 'surehand')
}

/**
 * What a workflow's state is kept under: the folder in its `file://…/workflows/<folder>/…`, else its `workflow_id`. `undefined` with
 * neither: then it cannot be taken up again.
 */
export function folderName(url: string | undefined, workflowId: string | undefined): string | undefined {
  const [, folder] = /^file:.*?\/workflows\/([^/?#]+)\//.exec(url ?? '') ?? []
  const name = folder === undefined ? workflowId : decoded(folder)
  if (name === undefined) return undefined
  // It becomes a folder, and no way out of the one that it lies in.
  if (!/^[^/\\:*?"<>|\p{Cc}]{1,200}$/u.test(name) || /^\.+$/.test(name)) {
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `workflow_id: ${JSON.stringify(name)} cannot be the name of a folder. Use letters, digits, '-' and '_'.`,
      { name },
    )
  }
  return name
}

export function stateFolder(name: string, data: string = dataDirectory()): string {
  return join(data, 'workflows', name)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
