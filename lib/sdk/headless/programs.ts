import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { SurehandError } from '../errors.js'
import type { DisplayKind } from './environment.js'

/** A program of the system that a session is made of. */
interface Program {
  command: string
  purpose: string
  packages: { debian: string; fedora: string; arch: string; alpine: string }
}

const PROGRAMS = {
  display: {
    command: 'Xvfb',
    purpose: 'the display',
    packages: { debian: 'xvfb', fedora: 'xorg-x11-server-Xvfb', arch: 'xorg-server-xvfb', alpine: 'xvfb' },
  },
  compositor: {
    command: 'sway',
    purpose: 'the display',
    packages: { debian: 'sway', fedora: 'sway', arch: 'sway', alpine: 'sway' },
  },
  xwayland: {
    command: 'Xwayland',
    purpose: 'the X server of a Wayland session (or leave xwayland out)',
    packages: { debian: 'xwayland', fedora: 'xorg-x11-server-Xwayland', arch: 'xorg-xwayland', alpine: 'xwayland' },
  },
  bus: {
    command: 'dbus-daemon',
    purpose: 'the session bus',
    packages: { debian: 'dbus', fedora: 'dbus-daemon', arch: 'dbus', alpine: 'dbus' },
  },
  busCall: {
    command: 'dbus-send',
    purpose: 'to start the accessibility bus',
    packages: { debian: 'dbus', fedora: 'dbus-tools', arch: 'dbus', alpine: 'dbus' },
  },
  windowManager: {
    command: 'openbox',
    purpose: 'the window manager (or pass windowManager: false)',
    packages: { debian: 'openbox', fedora: 'openbox', arch: 'openbox', alpine: 'openbox' },
  },
} satisfies Record<string, Program>

export const ACCESSIBILITY_BUS: Program = {
  command: 'org.a11y.Bus.service',
  purpose: 'the accessibility bus',
  packages: { debian: 'at-spi2-core', fedora: 'at-spi2-core', arch: 'at-spi2-core', alpine: 'at-spi2-core' },
}

export const VIDEO: Program = {
  command: 'ffmpeg',
  purpose: 'which writes it',
  packages: { debian: 'ffmpeg', fedora: 'ffmpeg-free', arch: 'ffmpeg', alpine: 'ffmpeg' },
}

/** The programs that a session is started with. */
export function programsOf(display: DisplayKind, windowManager: boolean, xwayland: boolean): Program[] {
  const { display: server, compositor, xwayland: nested, bus, busCall, windowManager: manager } = PROGRAMS
  if (display === 'wayland') return xwayland ? [compositor, nested, bus, busCall] : [compositor, bus, busCall]
  return windowManager ? [server, bus, busCall, manager] : [server, bus, busCall]
}

/** UNSUPPORTED, with the packages to install, when one of them is not in PATH. `what` needs them. */
export async function findPrograms(
  environment: Readonly<Record<string, string>>,
  programs: Program[],
  what = SESSION,
): Promise<void> {
  const directories = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const runnable = (file: string) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  const found = await Promise.all(
    programs.map(async ({ command }) =>
      (await Promise.all(directories.map((directory) => runnable(join(directory, command))))).includes(true),
    ),
  )
  const missing = programs.filter((_, index) => !found[index])
  if (missing.length > 0) throw missingPrograms(missing, what)
}

const SESSION = 'A headless session'

export function missingPrograms(missing: Program[], what = SESSION): SurehandError {
  const packages = (system: keyof Program['packages']) =>
    [...new Set(missing.map((program) => program.packages[system]))].join(' ')
  const install = {
    debian: `apt-get install ${packages('debian')}`,
    fedora: `dnf install ${packages('fedora')}`,
    arch: `pacman -S ${packages('arch')}`,
    alpine: `apk add ${packages('alpine')}`,
  }
  const list = missing.map(({ command, purpose }) => `${command} (${purpose})`).join(', ')
  return new SurehandError(
    'UNSUPPORTED',
    `${what} needs ${list}, which ${missing.length > 1 ? 'are' : 'is'} not installed. ` +
      `Debian, Ubuntu: ${install.debian}. Fedora: ${install.fedora}. Arch: ${install.arch}. Alpine: ${install.alpine}.`,
    { missing: missing.map((program) => program.command), install },
  )
}
