import type { Payload } from '../../sdk/action/hooks.js'
import { isHarmless } from './harmless.js'
import type { Judgement } from './judgement.js'
import { isTerminalProgram, programName } from './places.js'
import { denials, programDenials, runsCode } from './shell.js'

// Without a window, and what they are told changes files, the system or other programs.
const CHANGES =
  /^(?:rm|rmdir|dd|mv|cp|ln|install|tee|truncate|shred|unlink|chmod|chown|chgrp|chattr|setfacl|mkfs.*|mkswap|fdisk|sfdisk|parted|wipefs|blkdiscard|mount|umount|kill|killall|pkill|shutdown|reboot|halt|poweroff|init|systemctl|systemd-run|loginctl|crontab|at|batch|passwd|chpasswd|user(?:add|del|mod)|group(?:add|del|mod)|visudo|modprobe|insmod|sysctl|iptables|nft|nmcli|git|curl|wget|ssh|scp|sftp|rsync|nc|socat|make|npm|npx|yarn|pnpm|pip.*|uv|cargo|go|docker|podman|kubectl|apt.*|dpkg|dnf|yum|rpm|pacman|snap|flatpak|gdb|strace|find|sed|awk|gawk|mawk|tar|unzip|gsettings|dconf|dbus-send|gdbus|busctl|xdotool|ydotool|script|screen|tmux|watch|parallel|ld\.so.*|reg|rundll32|regsvr32|mshta|msiexec|wscript|cscript|schtasks|net|netsh|sc|wmic|format|diskpart|vssadmin|bcdedit|taskkill|forfiles|launchctl|defaults)$/

// They end the session by themselves.
const ALONE = /^(?:shutdown|reboot|halt|poweroff|logoff)$/

/** What a program would do that is started with these words, in this environment. */
export function judgeProgram({ command, args, environment }: Extract<Payload, { kind: 'launch' }>): Judgement[] {
  const found = [...programDenials([command, ...args]), ...judgeEnvironment(environment)]
  if (found.some(({ outcome }) => outcome === 'deny') || isShownOnly(command, args)) return found
  const name = programName(command)
  const isCode = args.length > 0 && (runsCode(name) || isTerminalProgram(name) || CHANGES.test(name))
  // A text as the program: a shell would take it apart.
  const isLine =
    /[\s;|&$`]/.test(command) && args.length === 0 && runsCode(programName(command.trim().split(/\s/)[0] ?? ''))
  if (isCode || isLine || ALONE.test(name)) {
    found.push({ outcome: 'ask', rule: 'code', reason: 'it starts a program that runs or changes what it is told' })
  }
  return found
}

/** `sh -c 'ls -la'`. */
function isShownOnly(command: string, args: readonly string[]): boolean {
  const [script = ''] = args.slice(-1)
  const options = args.slice(0, -1)
  return (
    runsCode(programName(command)) &&
    options.some((option) => /^(?:-c|\/c|-command)$/i.test(option)) &&
    options.every((option) => /^(?:-c|\/[dsc]|-NoProfile|-Command)$/i.test(option)) &&
    script.split('\n').every((line) => line.trim() === '' || isHarmless(line))
  )
}

// What changes how a program looks, speaks and where it shows itself, and never what it runs.
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CI|DISPLAY|WAYLAND_DISPLAY|XDG_SESSION_TYPE|GTK_THEME|GTK_A11Y|GTK_OVERLAY_SCROLLING|GDK_BACKEND|GDK_SCALE|GDK_DPI_SCALE|GNOME_ACCESSIBILITY|ACCESSIBILITY_ENABLED|NO_AT_BRIDGE|QT_ACCESSIBILITY|QT_LINUX_ACCESSIBILITY_ALWAYS_ON|QT_SCALE_FACTOR|QT_FONT_DPI|QT_QPA_PLATFORM|SAL_USE_VCLPLUGIN|MOZ_ENABLE_WAYLAND|G_MESSAGES_DEBUG|XMODIFIERS)$/

/**
 * The variables that a program is started with. Many run code (`BASH_ENV`, `LD_PRELOAD`, `PATH`, `NODE_OPTIONS`, …) and any may be what a
 * script runs (`sh -c '$X'`), so that all but those of {@link HARMLESS} are asked about.
 */
function judgeEnvironment(environment: Readonly<Record<string, string>>): Judgement[] {
  const entries = Object.entries(environment)
  const odd = entries.map(([name]) => name).filter((name) => !HARMLESS.test(name))
  // Names only: a value may be a secret.
  const names = odd.slice(0, 5).map((name) => name.replace(/[^\w()]/g, '?').slice(0, 40))
  const set = `${names.join(', ')}${odd.length > names.length ? ', …' : ''}`
  const reason = `it starts a program with ${set} set, which may change what is run`
  // In the order given, too: a script may put them together.
  const values = entries.map(([, value]) => value)
  const denied = [...values, ...(values.length > 1 ? [values.join(' ')] : [])].flatMap(denials)
  return odd.length === 0 ? denied : [...denied, { outcome: 'ask', rule: 'code', reason }]
}
