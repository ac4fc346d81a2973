/** Namespaces of its own for a command, on the file system of an image. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * @typedef {{ root: string, place: string, user: string, writes: 'kept' | 'discarded', shared?: string[], network?: 'own' | 'shared',
 *   environment: Record<string, string>, command: string[] }} Entry `shared`: files of this machine that it sees.
 * @param {Entry} entry @returns {string[]} the command to start, with `variables` as its whole environment. It ends, with all that it
 *   began, when its parent does. It writes a line to descriptor 3, where there is one, when it is in.
 */
export function enter({ root, place, user, writes, shared = [], network = 'shared', command }) {
  const namespaces = ['--mount', '--pid', '--uts', '--ipc', ...(network === 'own' ? ['--net'] : [])]
  const unshare = ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...namespaces, '--fork', '--kill-child']
  return [...unshare, '/bin/sh', join(here, 'init.sh'), root, place, user, writes, ...shared, '-', ...command]
}

/** The command that runs another in the container of that process. @param {number} pid @param {Entry} entry @returns {string[]} */
export function enterAgain(pid, { user, command }) {
  const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--net']
  const become = ['setpriv', '--reuid', user, '--regid', user, '--init-groups']
  return ['nsenter', '--target', String(pid), ...namespaces, ...become, ...command]
}

/** @param {Entry} entry @returns {Record<string, string>} */
export function variables({ user, environment }) {
  return { PATH, HOME: user === 'root' ? '/root' : `/home/${user}`, HOSTNAME: 'container', ...environment }
}
