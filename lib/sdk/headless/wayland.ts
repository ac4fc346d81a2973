import { randomInt } from 'node:crypto'
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SurehandError } from '../errors.js'

/** What sway is started with. */
export interface Compositor {
  /** Its sockets and its configuration. */
  folder: string
  /** The socket that takes its commands. */
  socket: string
  /** The user and group that it runs as instead of root. */
  user: number | undefined
  /** The program that it starts as Xwayland. */
  xwayland: string | undefined
}

/** What the session shows, in px. */
interface Screen {
  width: number
  height: number
  /** What a client of Xwayland has to know, as in a file `.Xauthority`; without it there is no Xwayland. */
  authority: Buffer | undefined
}

/** Makes the folder of sway, with its configuration, in that of the session. */
export async function compositorFolder(directory: string, screen: Screen): Promise<Compositor> {
  const folder = join(directory, 'wayland')
  const configuration = join(folder, 'config')
  await mkdir(folder, { mode: 0o700 })
  await writeFile(configuration, swayConfiguration(screen))
  const xwayland = screen.authority === undefined ? undefined : await guardedXwayland(folder, screen.authority)
  const files = [folder, configuration, ...(xwayland === undefined ? [] : [xwayland.program, xwayland.authority])]
  const user = process.getuid?.() === 0 ? await anotherUser(directory, files) : undefined
  return { folder, socket: compositorSocket(folder), user, xwayland: xwayland?.program }
}

/** wlroots starts Xwayland without a cookie to ask for: then it takes clients of sway's user alone, which programs of root are not. */
async function guardedXwayland(folder: string, cookie: Buffer): Promise<{ program: string; authority: string }> {
  const authority = join(folder, 'Xauthority')
  const program = join(folder, 'xwayland')
  await writeFile(authority, cookie, { mode: 0o600 })
  await writeFile(program, `#!/bin/sh\nexec Xwayland "$@" -auth "$(dirname "$0")/Xauthority"\n`, { mode: 0o700 })
  return { program, authority }
}

/** The session's environment, with what sway needs. Only a caller can have put a variable of wlroots (WLR_…) there, which then counts. */
export function compositorEnvironment(
  environment: Record<string, string>,
  { folder, xwayland }: Compositor,
): Record<string, string> {
  return {
    WLR_BACKENDS: 'headless',
    WLR_LIBINPUT_NO_DEVICES: '1',
    // There is no GPU.
    WLR_RENDERER: 'pixman',
    ...(xwayland === undefined ? {} : { WLR_XWAYLAND: xwayland }),
    ...environment,
    // As another user it can write nowhere else.
    HOME: folder,
    TMPDIR: folder,
    XDG_RUNTIME_DIR: folder,
    SWAYSOCK: compositorSocket(folder),
  }
}

const compositorSocket = (folder: string) => join(folder, 'sway')

/** Windows have the size that they ask for, as with openbox, and each new one has the focus. */
function swayConfiguration({ width, height, authority }: Screen): string {
  return `xwayland ${authority === undefined ? 'disable' : 'enable'}
swaynag_command -
output HEADLESS-1 resolution ${width}x${height} position 0 0 scale 1
seat seat0 fallback true
for_window [shell=".*"] floating enable
default_border none
default_floating_border none
focus_on_window_activation focus
focus_follows_mouse no
mouse_warping none
exec echo "$WAYLAND_DISPLAY" "$DISPLAY"
`
}

/**
 * sway 1.7 refuses to run as root, so it runs as a user without a name, who owns its folder; root may connect all the same. A user
 * namespace (`unshare --user`) would do as well, but Docker's default seccomp profile forbids it.
 */
async function anotherUser(directory: string, paths: string[]): Promise<number> {
  // No system gives these away: https://systemd.io/UIDS-GIDS/.
  const user = randomInt(60_706, 61_184)
  const closed = await closedFolder(dirname(directory))
  if (closed !== undefined)
    throw new SurehandError(
      'UNSUPPORTED',
      `${NOT_BY_ROOT}, and other users may not enter ${closed}. Set TMPDIR to a folder that they may enter, or run Node as an ordinary user.`,
      { folder: closed },
    )
  try {
    for (const path of paths) await chown(path, user, user)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const message = `${NOT_BY_ROOT}, and root may not use the user ${user} (${code}). Run Node as an ordinary user.`
    throw new SurehandError('UNSUPPORTED', message, { user, code }, { cause })
  }
  // That user has to get through to its folder. The other folders and the files with secrets stay closed.
  await chmod(directory, 0o711)
  return user
}

const NOT_BY_ROOT = 'A Wayland session cannot be started by root here: sway does not run as root'

/** The folder, this one or above it, that others may not enter. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return folder
  const above = dirname(folder)
  return above === folder ? undefined : closedFolder(above)
}
