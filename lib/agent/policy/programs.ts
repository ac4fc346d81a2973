import type { Payload } from '../../sdk/action/hooks.js'
import { judgeEnvironment } from './environment.js'
import { isHarmless } from './harmless.js'
import type { Judgement } from './judgement.js'
import { isTerminalProgram, programName } from './places.js'
import { programDenials, runsCode } from './shell.js'

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
