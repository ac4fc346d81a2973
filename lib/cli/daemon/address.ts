import { lstatSync, mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { SurehandError } from '../../sdk/errors.js'

// Of Linux; macOS has 104 bytes for it. A path that is cut means another socket.
const LONGEST = 100

/**
 * Where the daemon of this user listens: a socket in a folder that no other user may enter (0700), or, on Windows, a pipe that has the user's
 * name. `SUREHAND_DAEMON` names another folder, for a daemon of its own.
 */
export function daemonAddress(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\surehand-${userInfo().username}`
  const { SUREHAND_DAEMON, XDG_RUNTIME_DIR } = process.env
  const folder = SUREHAND_DAEMON || join(XDG_RUNTIME_DIR || tmpdir(), `surehand-${userInfo().uid}`)
  own(folder)
  const socket = join(folder, 'daemon.sock')
  if (Buffer.byteLength(socket) <= LONGEST) return socket
  throw new SurehandError(
    'INVALID_ARGUMENT',
    `${socket} is too long for a socket: set SUREHAND_DAEMON to a folder with a shorter path.`,
  )
}

/** `undefined` where nothing listens. */
export function connectedTo(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** A folder in /tmp may have been made by another user, who would see and answer everything. */
function own(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(folder)
  if (lstatSync(folder).isDirectory() && uid === userInfo().uid && (mode & 0o077) === 0) return
  throw new SurehandError(
    'PERMISSION_DENIED',
    `${folder} is not this user's alone: nothing is sent there. Remove it, or set SUREHAND_DAEMON to a folder with mode 0700.`,
    { folder },
  )
}
